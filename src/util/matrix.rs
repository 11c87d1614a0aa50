//! Linear algebra on small dense matrices, for ratings and curve fitting.

/// A square matrix, stored row by row.
pub type Matrix = Vec<Vec<f64>>;

/// Returns the inverse of a matrix, computed by Gauss–Jordan elimination with partial
/// pivoting, or `None` if the matrix is numerically singular.
pub fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        let mut row = std::mem::take(&mut matrix[column]);
        let scale = row[column];
        if scale.abs() < f64::MIN_POSITIVE || !scale.is_finite() {
            return None;
        }
        row.iter_mut().for_each(|cell| *cell /= scale);
        for other in matrix.iter_mut().filter(|other| !other.is_empty()) {
            let factor = other[column];
            for (cell, &base) in other.iter_mut().zip(&row) {
                *cell -= factor * base;
            }
        }
        matrix[column] = row;
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Returns the product of a matrix and a vector.
pub fn multiply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Returns the dot product of two vectors.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
