import Glibc

/// A planted bug, by which a run shows that it can find one: it stands behind what the parser made of the input.
///
/// Its word is compared letter by letter in branches of their own: blind inputs would need thousands of millions of
/// tries, a fuzzer that sees coverage gets on by one letter at a time.
enum Plant {
  private static let isPlanted = getenv("PODIUM_FUZZ_PLANT") != nil
  private static let word: [UInt8] = Array("bug!".utf8)

  /// Traps when a parsed text begins with the planted word and the bug was asked for.
  static func check(_ text: String) {
    guard isPlanted else { return }
    var letters = text.utf8.makeIterator()
    guard first(letters.next()), second(letters.next()), third(letters.next()), fourth(letters.next()) else { return }
    let beyond = word.count
    FuzzText.tell("the planted bug: " + String(word[beyond]))
  }

  @inline(never) private static func first(_ letter: UInt8?) -> Bool { letter == 0x62 }
  @inline(never) private static func second(_ letter: UInt8?) -> Bool { letter == 0x75 }
  @inline(never) private static func third(_ letter: UInt8?) -> Bool { letter == 0x67 }
  @inline(never) private static func fourth(_ letter: UInt8?) -> Bool { letter == 0x21 }
}
