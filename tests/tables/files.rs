//! Damaged and foreign files are refused with an error that says what is wrong.

use std::fs;

use batyr::rules::Game as _;
use batyr::rules::shatra::{Online, Original, Position};
use batyr::tables::{Class, Fault, Table, TableFolder, TableSet, Value, pack};
use flate2::Crc;

use crate::solved::{PROGRESS, solved};

type Game = Position<Original>;

fn bare_biys() -> Vec<u8> {
    let tables = solved::<Game>(&["KvK"]);
    tables
        .table(Class::from_name("KvK").unwrap())
        .unwrap()
        .to_file()
}

fn fault(content: Vec<u8>) -> Fault {
    Table::<Game>::from_file(content).err().unwrap()
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// The length of the parts before the summary, for "shatra-original" and "KvK": magic, version,
/// two texts, entries, entries of a block.
const BEFORE_SUMMARY: usize = 8 + 2 + (1 + 15) + (1 + 3) + 8 + 4;
const SUMMARY: usize = 6 * 8 + 2 * 10 + 8;
/// The directory of one block and the checksum of the head.
const HEAD: usize = BEFORE_SUMMARY + SUMMARY + 8 + 4;

/// Writes the checksum of the head anew, so that only the change before it is wrong.
fn with_right_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&content[..HEAD - 4]);
    content[HEAD - 4..HEAD].copy_from_slice(&sum);
    content
}

#[test]
fn a_file_has_the_values_of_its_table() {
    let tables = solved::<Game>(&["KvK"]);
    let solved_table = tables.table(Class::from_name("KvK").unwrap()).unwrap();
    let read = Table::<Game>::from_file(solved_table.to_file()).unwrap();
    assert_eq!(read.summary(), solved_table.summary());
    for entry in 0..=read.layout().entries() {
        assert_eq!(read.value(entry), solved_table.value(entry));
    }
    assert_eq!(read.to_file(), solved_table.to_file());
    assert_eq!(read.file_length(), solved_table.to_file().len());
}

#[test]
fn a_pack_has_the_tables_that_were_packed() {
    let tables = solved::<Game>(&["KvK", "KQvK"]);
    let packed = pack(&tables, 3);
    let read = TableSet::<Game>::from_pack(&packed).unwrap();
    for name in ["KvK", "KQvK"] {
        let class = Class::from_name(name).unwrap();
        let [read, solved] = [&read, &tables].map(|set| set.table(class).unwrap().to_file());
        assert_eq!(read, solved);
    }
    assert_eq!(pack(&read, 3), packed);
    for cut in [1, 3, 4, 100, packed.len() - 1] {
        assert!(
            TableSet::<Game>::from_pack(&packed[..cut]).is_err(),
            "{cut}"
        );
    }
    assert!(TableSet::<Position<Online>>::from_pack(&packed).is_err());
    assert!(TableSet::<Game>::from_pack(&[]).unwrap().is_empty());
}

#[test]
fn the_best_line_wins_in_as_many_turns_as_the_table_says() {
    let tables = solved::<Game>(&["KvK", "KQvK"]);
    let start: Game = "9/1/K6/7/3Q3/7/7/k6/1/9 w - - - - 1".parse().unwrap();
    let plies = tables.certain_value(&start).and_then(Value::plies).unwrap();
    let line = tables.best_line(&start);
    assert_eq!(line.len(), usize::from(plies));
    let mut position = start;
    for turn in line {
        assert!(!position.is_lost());
        position.play(turn);
    }
    assert!(position.is_lost());
}

#[test]
fn ten_damaged_files_are_refused() {
    let sound = bare_biys();
    assert!(Table::<Game>::from_file(sound.clone()).is_ok());
    let changed = |at: usize, by: u8| {
        let mut content = sound.clone();
        content[at] ^= by;
        content
    };
    // 1. Nothing at all. 2. Something else.
    assert!(matches!(fault(Vec::new()), Fault::Magic(_)));
    let error = fault(b"PK\x03\x04 an archive".to_vec()).to_string();
    assert!(error.contains("expected \"BatyrTbl\""), "{error}");
    // 3. A later version.
    assert_eq!(fault(changed(8, 3)), Fault::Version(2));
    // 4. Cut off in the head. 5. Cut off in a block.
    assert!(matches!(
        fault(sound[..HEAD - 9].to_vec()),
        Fault::TooShort { .. }
    ));
    let (found, expected) = (sound.len() - 1, sound.len());
    assert_eq!(
        fault(sound[..found].to_vec()),
        Fault::TooShort { found, expected }
    );
    // 6. A bit of the head. 7. A bit of a block.
    assert!(matches!(
        fault(changed(BEFORE_SUMMARY + 3, 16)),
        Fault::Head { .. }
    ));
    assert!(matches!(
        fault(changed(HEAD + 5, 1)),
        Fault::Block { block: 0, .. }
    ));
    // 8. More than a table.
    assert_eq!(fault([&sound[..], b"more"].concat()), Fault::TooLong(4));
    // 9. Another number of entries than the class has.
    let at = BEFORE_SUMMARY - 12;
    let error = fault(with_right_checksum(changed(at, 1)));
    assert!(matches!(error, Fault::Entries { .. }), "{error}");
    // 10. Blocks of no entries.
    let mut content = sound.clone();
    content[BEFORE_SUMMARY - 4..BEFORE_SUMMARY].fill(0);
    assert_eq!(fault(with_right_checksum(content)), Fault::BlockSize(0));
}

#[test]
fn files_of_other_games_and_classes_are_refused() {
    let sound = bare_biys();
    let error = Table::<Position<Online>>::from_file(sound.clone())
        .err()
        .unwrap();
    let expected = "a table of \"shatra-original\", expected one of \"shatra-online\"";
    assert_eq!(error.to_string(), expected);
    let mut content = sound.clone();
    content[28] = b'X';
    assert!(matches!(fault(content), Fault::Class(_)));

    let folder = tempfile::tempdir().unwrap();
    let tables = TableFolder::new(folder.path());
    let class = Class::<Game>::from_name("KQvK").unwrap();
    fs::create_dir(tables.of_game::<Game>()).unwrap();
    fs::write(tables.path_of(class), sound).unwrap();
    let error = tables.read(class).unwrap_err().to_string();
    assert!(
        error.ends_with("KQvK.table: a table of KvK, expected one of KQvK"),
        "{error}"
    );
    let (read, errors) = tables.read_all::<Game>(3);
    assert_eq!((read.tables().count(), errors.len()), (0, 1));
}

/// Whoever forges a file with the right checksums gets no value, but no panic either.
#[test]
fn a_block_that_is_no_deflate_has_no_values() {
    let sound = bare_biys();
    let mut content = sound[..HEAD].to_vec();
    let block = [0xff; 100];
    content[HEAD - 12..HEAD - 8].copy_from_slice(&100_u32.to_le_bytes());
    content[HEAD - 8..HEAD - 4].copy_from_slice(&checksum(&block));
    let content = [&with_right_checksum(content)[..], &block].concat();
    let table = Table::<Game>::from_file(content).unwrap();
    assert_eq!(table.value(100), None);
    let mut tables = TableSet::default();
    tables.add(table);
    let position: Game = "9/1/3K3/7/7/7/7/3k3/1/9 w".parse().unwrap();
    let error = tables.probe(&position).unwrap_err().to_string();
    assert_eq!(error, "the table of KvK is damaged");
}

/// Every byte is covered by a check, so no change of one goes unnoticed.
#[test]
fn a_change_of_any_byte_is_noticed() {
    let sound = bare_biys();
    for at in 0..sound.len() {
        let mut content = sound.clone();
        content[at] ^= 0x40;
        assert!(Table::<Game>::from_file(content).is_err(), "byte {at}");
    }
}

#[test]
fn a_table_that_is_needed_and_missing_is_named() {
    let class = Class::<Game>::from_name("KQvK").unwrap();
    let error = batyr::tables::solve(class, &TableSet::default(), &PROGRESS);
    let error = error.err().unwrap().to_string();
    assert_eq!(error, "there is no table of KvK");
}
