//! Minimum-cost perfect matching in a complete graph.
//!
//! Edmonds' blossom algorithm (1965) for weighted graphs in its cubic form
//! (Gabow 1974; Galil 1986): trees of alternating edges grow from all free
//! vertices at once, along edges that are tight under the dual variables. Odd
//! cycles shrink to one vertex, a *blossom*, and are expanded again when their
//! dual falls to zero. The weights of Swiss pairings rank one rule above
//! another by magnitude alone, hence 128 bits; they are exact.
//!
//! Vertices are numbered from 1 here, and 0 stands for none. Blossoms take the
//! numbers after the vertices.

use std::collections::VecDeque;

/// Returns the partner of every vertex in a perfect matching of minimum total
/// cost. `cost(i, j)` is called for `i < j`; costs are not negative. The number
/// of vertices must be even; otherwise one of them is its own partner.
pub(super) fn least_cost(vertices: usize, cost: impl Fn(usize, usize) -> i128) -> Vec<usize> {
    let between = |i: usize, j: usize| if i == j { 0 } else { cost(i.min(j), i.max(j)) };
    let costs: Vec<Vec<i128>> = (0..vertices)
        .map(|i| (0..vertices).map(|j| between(i, j)).collect())
        .collect();
    let most = costs.iter().flatten().copied().max().unwrap_or(0);
    // Weights so large that no saving is worth leaving two vertices free.
    let top = (most + 1) * (vertices as i128 + 1);
    let mut graph = Graph::new(vertices, |i, j| top - costs[i][j]);
    while graph.augment_once() {}
    (0..vertices)
        .map(|i| graph.mate[i + 1].checked_sub(1).unwrap_or(i))
        .collect()
}

/// An edge of the graph of blossoms, given by its ends in the original graph.
#[derive(Copy, Clone, Default)]
struct Edge {
    u: usize,
    v: usize,
    weight: i128,
}

/// The position of a top-level blossom in the trees.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Label {
    Free,
    /// At an even distance from the root of its tree.
    Outer,
    /// At an odd distance from the root.
    Inner,
}

struct Graph {
    /// The number of vertices; higher numbers are blossoms.
    vertices: usize,
    /// The highest number in use.
    last: usize,
    edges: Vec<Vec<Edge>>,
    dual: Vec<i128>,
    /// The vertex at the other end of the matched edge, 0 if free.
    mate: Vec<usize>,
    /// The vertex of an outer blossom whose edge to this blossom has the least
    /// slack, 0 if none.
    nearest: Vec<usize>,
    /// The top-level blossom that contains this one, 0 if the number is unused.
    top: Vec<usize>,
    /// The vertex from which the tree reached this blossom.
    parent: Vec<usize>,
    label: Vec<Label>,
    /// The number of the last search for a common ancestor that visited a
    /// blossom.
    seen: Vec<usize>,
    searches: usize,
    /// The odd cycle of a blossom, starting at its base.
    cycle: Vec<Vec<usize>>,
    /// The member of a blossom that contains a vertex, 0 for none.
    member: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Graph {
    fn new(vertices: usize, weight: impl Fn(usize, usize) -> i128) -> Self {
        let size = 2 * vertices + 2;
        let mut edges = vec![vec![Edge::default(); size]; size];
        let mut member = vec![vec![0; vertices + 1]; size];
        let mut heaviest = 0;
        for (u, row) in edges.iter_mut().enumerate().take(vertices + 1).skip(1) {
            member[u][u] = u;
            for (v, edge) in row.iter_mut().enumerate().take(vertices + 1).skip(1) {
                let weight = if u == v { 0 } else { weight(u - 1, v - 1) };
                *edge = Edge { u, v, weight };
                heaviest = heaviest.max(weight);
            }
        }
        Self {
            vertices,
            last: vertices,
            edges,
            dual: (0..size)
                .map(|x| if x <= vertices { heaviest } else { 0 })
                .collect(),
            mate: vec![0; size],
            nearest: vec![0; size],
            top: (0..size)
                .map(|x| if x <= vertices { x } else { 0 })
                .collect(),
            parent: vec![0; size],
            label: vec![Label::Free; size],
            seen: vec![0; size],
            searches: 0,
            cycle: vec![Vec::new(); size],
            member,
            queue: VecDeque::new(),
        }
    }

    /// Grows trees until an augmenting path between two free vertices is found
    /// and flipped; returns false if there is none.
    fn augment_once(&mut self) -> bool {
        for x in 0..=self.last {
            self.label[x] = Label::Free;
            self.nearest[x] = 0;
        }
        self.queue.clear();
        for x in 1..=self.last {
            if self.top[x] == x && self.mate[x] == 0 {
                self.parent[x] = 0;
                self.label[x] = Label::Outer;
                self.enqueue(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.grow() {
                return true;
            }
            if !self.adjust_duals() {
                return false;
            }
            if self.use_tight_edges() {
                return true;
            }
            for b in self.vertices + 1..=self.last {
                if self.is_top(b, Label::Inner) && self.dual[b] == 0 {
                    self.expand(b);
                }
            }
        }
    }

    /// Scans the vertices in the queue along tight edges; returns true if an
    /// augmenting path was found.
    fn grow(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.label[self.top[u]] == Label::Inner {
                continue;
            }
            for v in 1..=self.vertices {
                if self.edges[u][v].weight > 0 && self.top[u] != self.top[v] {
                    if self.slack(self.edges[u][v]) > 0 {
                        self.offer(u, self.top[v]);
                    } else if self.reach(self.edges[u][v]) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Changes the duals by as much as keeps them feasible, which makes an edge
    /// tight or a blossom ready to expand. Returns false if the matching can't
    /// grow.
    fn adjust_duals(&mut self) -> bool {
        let mut step = i128::MAX;
        for x in 1..=self.last {
            if x > self.vertices && self.is_top(x, Label::Inner) {
                step = step.min(self.dual[x] / 2);
            }
            if self.top[x] == x && self.nearest[x] != 0 {
                let slack = self.slack(self.edges[self.nearest[x]][x]);
                match self.label[x] {
                    Label::Free => step = step.min(slack),
                    Label::Outer => step = step.min(slack / 2),
                    Label::Inner => {}
                }
            }
        }
        for u in 1..=self.vertices {
            match self.label[self.top[u]] {
                Label::Outer if self.dual[u] <= step => return false,
                Label::Outer => self.dual[u] -= step,
                Label::Inner => self.dual[u] += step,
                Label::Free => {}
            }
        }
        for b in self.vertices + 1..=self.last {
            if self.is_top(b, Label::Outer) {
                self.dual[b] += 2 * step;
            } else if self.is_top(b, Label::Inner) {
                self.dual[b] -= 2 * step;
            }
        }
        true
    }

    /// Follows the edges that the new duals have made tight; returns true if an
    /// augmenting path was found.
    fn use_tight_edges(&mut self) -> bool {
        self.queue.clear();
        for x in 1..=self.last {
            let from = self.nearest[x];
            if self.top[x] == x && from != 0 && self.top[from] != x {
                let edge = self.edges[from][x];
                if self.slack(edge) == 0 && self.reach(edge) {
                    return true;
                }
            }
        }
        false
    }

    fn is_top(&self, x: usize, label: Label) -> bool {
        self.top[x] == x && self.label[x] == label
    }

    fn slack(&self, edge: Edge) -> i128 {
        self.dual[edge.u] + self.dual[edge.v] - 2 * self.edges[edge.u][edge.v].weight
    }

    /// Records the edge from vertex `u` to blossom `x`, unless one of no
    /// greater slack is known.
    fn offer(&mut self, u: usize, x: usize) {
        let known = self.nearest[x];
        if known == 0 || self.slack(self.edges[u][x]) < self.slack(self.edges[known][x]) {
            self.nearest[x] = u;
        }
    }

    fn find_nearest(&mut self, x: usize) {
        self.nearest[x] = 0;
        for u in 1..=self.vertices {
            let top = self.top[u];
            if self.edges[u][x].weight > 0 && top != x && self.label[top] == Label::Outer {
                self.offer(u, x);
            }
        }
    }

    fn enqueue(&mut self, x: usize) {
        if x <= self.vertices {
            self.queue.push_back(x);
        } else {
            for i in 0..self.cycle[x].len() {
                self.enqueue(self.cycle[x][i]);
            }
        }
    }

    fn set_top(&mut self, x: usize, top: usize) {
        self.top[x] = top;
        if x > self.vertices {
            for i in 0..self.cycle[x].len() {
                self.set_top(self.cycle[x][i], top);
            }
        }
    }

    /// Handles a tight edge from an outer vertex to another blossom: the
    /// blossom joins the tree, two trees form an augmenting path, or a cycle
    /// closes. Returns true for a path.
    fn reach(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.top[edge.u], self.top[edge.v]);
        match self.label[v] {
            Label::Free => {
                self.parent[v] = edge.u;
                self.label[v] = Label::Inner;
                let next = self.top[self.mate[v]];
                self.nearest[v] = 0;
                self.nearest[next] = 0;
                self.label[next] = Label::Outer;
                self.enqueue(next);
            }
            Label::Outer => match self.common_ancestor(u, v) {
                0 => {
                    self.flip(u, v);
                    self.flip(v, u);
                    return true;
                }
                ancestor => self.shrink(u, ancestor, v),
            },
            Label::Inner => {}
        }
        false
    }

    /// Flips the path from `u` to the root of its tree; `u` is matched with
    /// `v`.
    fn flip(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.top[self.mate[u]];
            self.set_mate(u, v);
            if next == 0 {
                return;
            }
            let above = self.top[self.parent[next]];
            self.set_mate(next, above);
            (u, v) = (above, next);
        }
    }

    /// Matches blossom `u` with blossom `v` by the edge between them, and the
    /// members of `u` among themselves.
    fn set_mate(&mut self, u: usize, v: usize) {
        let edge = self.edges[u][v];
        self.mate[u] = edge.v;
        if u > self.vertices {
            let entry = self.member[u][edge.u];
            let place = self.even_place(u, entry);
            for i in 0..place {
                let (a, b) = (self.cycle[u][i], self.cycle[u][i ^ 1]);
                self.set_mate(a, b);
            }
            self.set_mate(entry, v);
            self.cycle[u].rotate_left(place);
        }
    }

    /// Returns the place of a member in the cycle of a blossom, which is
    /// reversed if needed so that the number of steps from the base is even.
    fn even_place(&mut self, blossom: usize, member: usize) -> usize {
        let cycle = &mut self.cycle[blossom];
        let place = cycle.iter().position(|&x| x == member).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        cycle[1..].reverse();
        cycle.len() - place
    }

    /// Returns the first common ancestor of two outer blossoms, 0 if they are
    /// in different trees.
    fn common_ancestor(&mut self, mut u: usize, mut v: usize) -> usize {
        self.searches += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.seen[u] == self.searches {
                    return u;
                }
                self.seen[u] = self.searches;
                u = self.top[self.mate[u]];
                if u != 0 {
                    u = self.top[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }

    /// Shrinks the cycle closed by an edge between `u` and `v` to a blossom.
    fn shrink(&mut self, u: usize, ancestor: usize, v: usize) {
        let b = (self.vertices + 1..=self.last)
            .find(|&b| self.top[b] == 0)
            .unwrap_or(self.last + 1);
        self.last = self.last.max(b);
        self.dual[b] = 0;
        self.label[b] = Label::Outer;
        self.mate[b] = self.mate[ancestor];
        let mut cycle = self.way_up(u, ancestor);
        cycle.push(ancestor);
        cycle.reverse();
        cycle.extend(self.way_up(v, ancestor));
        self.cycle[b] = cycle;
        self.set_top(b, b);
        self.join_edges(b);
        self.find_nearest(b);
    }

    /// Returns the blossoms from `x` up to the ancestor, without it; inner ones
    /// become outer and are queued for scanning.
    fn way_up(&mut self, mut x: usize, ancestor: usize) -> Vec<usize> {
        let mut way = Vec::new();
        while x != ancestor {
            let inner = self.top[self.mate[x]];
            way.extend([x, inner]);
            self.enqueue(inner);
            x = self.top[self.parent[inner]];
        }
        way
    }

    /// Gives a new blossom, for each other vertex or blossom, the tightest of
    /// its members' edges.
    fn join_edges(&mut self, b: usize) {
        for x in 1..=self.last {
            self.edges[b][x].weight = 0;
            self.edges[x][b].weight = 0;
        }
        self.member[b].fill(0);
        for part in self.cycle[b].clone() {
            for x in 1..=self.last {
                let (new, old) = (self.edges[part][x], self.edges[b][x]);
                // Unused numbers have edges of weight 0.
                if new.weight > 0 && (old.weight == 0 || self.slack(new) < self.slack(old)) {
                    self.edges[b][x] = new;
                    self.edges[x][b] = self.edges[x][part];
                }
            }
            for x in 1..=self.vertices {
                if self.member[part][x] != 0 {
                    self.member[b][x] = part;
                }
            }
        }
    }

    /// Expands an inner blossom whose dual is zero; the even path through it
    /// stays in the tree, and the other members leave it.
    fn expand(&mut self, b: usize) {
        for i in 0..self.cycle[b].len() {
            let part = self.cycle[b][i];
            self.set_top(part, part);
        }
        let entry = self.member[b][self.edges[b][self.parent[b]].u];
        let place = self.even_place(b, entry);
        let cycle = self.cycle[b].clone();
        for pair in cycle[..place].chunks(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.edges[outer][inner].u;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.nearest[inner] = 0;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.label[entry] = Label::Inner;
        self.parent[entry] = self.parent[b];
        for &part in &cycle[place + 1..] {
            self.label[part] = Label::Free;
            self.find_nearest(part);
        }
        self.top[b] = 0;
    }
}
