import Glibc
import PodiumCore

/// A planted bug, by which a run shows that it can find one: it stands behind what the parser made of the input.
///
/// It waits for four bytes at the beginning of a parsed text. Blind inputs would need thousands of millions of tries; a
/// fuzzer finds them by what it sees of the program's branches and comparisons, and not at all where it sees nothing.
enum Plant {
  private static let isPlanted = getenv("PODIUM_FUZZ_PLANT") != nil

  /// Traps when a parsed text begins with the planted word and the bug was asked for.
  static func check(_ text: String) {
    guard isPlanted else { return }
    let bytes = Array(text.utf8.prefix(4))
    guard bytes.count == 4 else { return }
    let word = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // "bugs"
    if word == 0x6275_6773 { FuzzText.tell("the planted bug: \(bytes[bytes.count])") }
  }

  /// Looks at the names of a table and at its first row.
  static func check(_ table: Table) {
    guard isPlanted else { return }
    for column in table.columns {
      check(column.name)
      if column.count > 0 { check(column[0].fileText) }
    }
  }
}
