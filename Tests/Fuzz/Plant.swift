import Glibc
import PodiumCore

/// A planted bug, by which a run shows that it can find one: it acts on what the parser made of the input.
///
/// A word, which such a run has in its dictionary, must be in a parsed text: the input must hold it where the parser
/// makes a text of it, and be sound enough to be read at all.
enum Plant {
  private static let isPlanted = getenv("PODIUM_FUZZ_PLANT") != nil

  /// Traps when the planted word is in a parsed text and the bug was asked for.
  static func check(_ texts: [String]) {
    guard isPlanted, texts.contains(where: { $0.contains("bugs") }) else { return }
    FuzzText.tell("the planted bug: " + texts[texts.count])
  }

  /// Looks at the names of a table and at its first row.
  static func check(_ table: Table) {
    guard isPlanted else { return }
    check(table.names + table.columns.filter { $0.count > 0 }.map { $0[0].fileText })
  }
}
