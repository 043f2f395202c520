import Glibc
import PodiumCore

/// A planted bug that shows that a run can find bugs; it comes after the parser.
///
/// A certain word, which is in the dictionary of such a run, must be in a parsed text. So the input must be valid
/// enough to be parsed, with the word in the right place.
enum Plant {
  private static let isPlanted = getenv("PODIUM_FUZZ_PLANT") != nil

  /// Traps if the planted word is in a parsed text and the plant is switched on.
  static func check(_ texts: [String]) {
    guard isPlanted, texts.contains(where: { $0.contains("bugs") }) else { return }
    FuzzText.tell("the planted bug: " + texts[texts.count])
  }

  /// Checks the names of a table and its first row.
  static func check(_ table: Table) {
    guard isPlanted else { return }
    check(table.names + table.columns.filter { $0.count > 0 }.map { $0[0].fileText })
  }
}
