/// The nearest known name to a mistyped one.
public enum Suggestion {
  /// The best candidate within a third of the word's length in edits (at least one, at most three), else the only one
  /// that begins with the word, else nil.
  ///
  /// Ties go to the likelier slip, then to the longer common beginning, then to the earlier candidate.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(80))
    guard !typed.isEmpty else { return nil }
    let allowed = max(1, min(3, (typed.count + 1) / 3))
    var best: (name: String, order: [Int])?
    var begun: Set<String> = []
    for candidate in candidates {
      let name = Array(candidate.lowercased().unicodeScalars.prefix(80))
      if typed.count > 1, name.starts(with: typed) { begun.insert(candidate) }
      guard abs(name.count - typed.count) <= allowed else { continue }
      let edits = distance(typed, name)
      guard edits <= allowed, edits < max(typed.count, name.count) else { continue }
      let shared = zip(typed, name).prefix { $0 == $1 }.count
      let order = [edits, edits == 1 ? slip(typed, name) : 0, -shared]
      if let found = best, !order.lexicographicallyPrecedes(found.order) { continue }
      best = (candidate, order)
    }
    return best?.name ?? (begun.count == 1 ? begun.first : nil)
  }

  /// How unlikely the one edit between two words is: letters swapped or one left out come about in few ways, a
  /// doubled letter or a neighbouring key by a slip of the finger, any other letter in many.
  private static func slip(_ typed: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int {
    let place = zip(typed, name).prefix { $0 == $1 }.count
    if typed.count < name.count { return 0 }
    if typed.count > name.count { return place > 0 && typed[place] == typed[place - 1] ? 1 : 2 }
    guard place < typed.count else { return 0 }
    if place + 1 < typed.count, typed[place] == name[place + 1], typed[place + 1] == name[place] { return 0 }
    return areNeighbours(typed[place], name[place]) ? 1 : 2
  }

  /// Whether two letters are adjacent in a row of the keyboard.
  private static func areNeighbours(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
    ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890"].contains { row in
      let row = Array(row.unicodeScalars)
      guard let i = row.firstIndex(of: a), let j = row.firstIndex(of: b) else { return false }
      return abs(i - j) == 1
    }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
  ///
  /// Damerau–Levenshtein in its optimal string alignment form.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty { return b.count }
    if b.isEmpty { return a.count }
    var twoBack: [Int] = []
    var before = Array(0...b.count)
    for i in 1...a.count {
      var now = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let replace = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        now[j] = min(before[j] + 1, now[j - 1] + 1, replace)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          now[j] = min(now[j], twoBack[j - 2] + 1)
        }
      }
      twoBack = before
      before = now
    }
    return before[b.count]
  }
}
