internal import PodiumCore

/// A new output compared with the recorded one.
struct OutputComparison {
  /// A place where the two differ.
  struct Difference: Equatable, Sendable {
    /// The line of the recorded output, from 1.
    var line: Int
    /// The recorded line; nil for an added one.
    var recorded: String?
    /// The new line; nil for a removed one.
    var fresh: String?
    /// The line of the new output, from 1; nil for a removed one.
    var freshLine: Int?
    /// The largest relative difference of the line's numbers, if only numbers differ.
    var drift: Double?
  }

  private(set) var verdict = Verdict.same
  /// The largest relative difference of two numbers.
  private(set) var drift = 0.0
  private(set) var differences: [Difference] = []

  /// Compares two texts by a rule.
  init(recorded: String, fresh: String, rule: NumberRule) {
    let now = OutputComparison.lines(fresh)
    // What is said the same today needs no other words.
    let same = Set(now)
    let a = OutputComparison.lines(recorded).map { same.contains($0) ? $0 : Rewording.today($0, like: same) }
    let b = Rewording.withoutAdded(now, recorded: a)
    // Older notebooks lack marks that newer outputs have.
    func isSame(_ pair: (String, String)) -> Bool {
      OutputComparison.masked(pair.0) == OutputComparison.masked(pair.1)
        || pair.0 == OutputComparison.unmarked(pair.1)
    }
    if a.count == b.count, zip(a, b).allSatisfy(isSame) { return }
    verdict = .different
    let old = OutputToken.all(in: a)
    let new = OutputToken.all(in: b)
    if old.count == new.count {
      var moved = false
      var isClose = true
      for (recorded, fresh) in zip(old, new) {
        guard recorded.isGlued == fresh.isGlued else {
          isClose = false
          break
        }
        if recorded.text == fresh.text { continue }
        guard let x = recorded.number, let y = fresh.number, rule.accepts(y, for: x), x != y else {
          isClose = false
          break
        }
        moved = true
        drift = max(drift, NumberRule.drift(y.value, from: x.value))
      }
      // Padding and line breaks may change with a number, but not without one.
      if isClose, moved { verdict = .close }
    }
    differences = OutputComparison.differences(a, b)
    if verdict == .different { drift = differences.compactMap(\.drift).max() ?? 0 }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = TextLines.split(text).map { line in
      var bytes = TextLines.bare(line).utf8[...]
      while let last = bytes.last, last == 0x20 || last == 0x09 || last == 0x0D { bytes = bytes.dropLast() }
      return String(Substring(bytes))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// A line without the marks around changing values.
  private static func unmarked(_ line: String) -> String {
    line.replacingBytes("‹", with: "").replacingBytes("›", with: "")
  }

  /// A line with its changing values masked.
  static func masked(_ line: String) -> String {
    guard line.unicodeScalars.contains("‹") else { return line }
    var out = String.UnicodeScalarView()
    var rest = Array(line.unicodeScalars)[...]
    while let start = rest.firstIndex(of: "‹"), let end = rest[start...].firstIndex(of: "›") {
      out.append(contentsOf: rest[..<start])
      out.append(contentsOf: "‹…›".unicodeScalars)
      rest = rest[(end + 1)...]
    }
    out.append(contentsOf: rest)
    return String(out)
  }

  /// The lines that differ, found from the common start and end and, between them, the longest common subsequence of
  /// lines.
  private static func differences(_ a: [String], _ b: [String]) -> [Difference] {
    let x = a.map(masked)
    let y = b.map(masked)
    var steps: [Difference] = []
    // One changed cell changes the padding of its whole column; padding is a difference only if nothing else changed.
    var pairs = LinePairs.of(x.map(collapsed), y.map(collapsed))
    if pairs.isEmpty { pairs = LinePairs.of(x, y) }
    for pair in pairs {
      switch (pair.old, pair.new) {
      case (let i?, let j?):
        steps.append(
          Difference(line: i + 1, recorded: a[i], fresh: b[j], freshLine: j + 1, drift: drift(x[i], y[j])))
      case (let i?, nil): steps.append(Difference(line: i + 1, recorded: a[i], fresh: nil))
      case (nil, let j?):
        steps.append(Difference(line: pair.before + 1, recorded: nil, fresh: b[j], freshLine: j + 1))
      case (nil, nil): break
      }
    }
    return steps
  }

  /// A line with every run of spaces reduced to one.
  private static func collapsed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  /// The largest relative difference of two texts' numbers; nil if something else differs.
  static func drift(_ a: String, _ b: String) -> Double? {
    let old = OutputToken.all(in: [a])
    let new = OutputToken.all(in: [b])
    guard old.count == new.count else { return nil }
    var largest = 0.0
    for (x, y) in zip(old, new) where x.text != y.text {
      guard let from = x.number, let to = y.number else { return nil }
      largest = max(largest, NumberRule.drift(to.value, from: from.value))
    }
    return largest
  }
}
