internal import PodiumCore

/// What a cell printed beside what is recorded.
struct OutputComparison {
  /// A place where the two differ.
  struct Difference: Equatable, Sendable {
    /// The line of the recorded output, from 1.
    var line: Int
    /// The recorded line; nil where the fresh output has one more.
    var recorded: String?
    /// The fresh line; nil where it is not there.
    var fresh: String?
    /// The line of the fresh output, from 1; nil where it is not there.
    var freshLine: Int?
    /// The largest relative distance of the line's numbers, where nothing but numbers differs.
    var drift: Double?
  }

  private(set) var verdict = Verdict.same
  /// The largest relative distance of two numbers.
  private(set) var drift = 0.0
  private(set) var differences: [Difference] = []

  /// Compares two texts by a rule.
  init(recorded: String, fresh: String, rule: NumberRule) {
    let a = OutputComparison.lines(recorded)
    let b = OutputComparison.lines(fresh)
    if a.map(OutputComparison.masked) == b.map(OutputComparison.masked) { return }
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
      // Padding and line breaks may move with a number, never by themselves.
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

  /// A line without what its changing values were.
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

  /// The lines that differ, found by what both begin and end with and, between, by the longest common run of lines.
  private static func differences(_ a: [String], _ b: [String]) -> [Difference] {
    let x = a.map(masked)
    let y = b.map(masked)
    var steps: [Difference] = []
    // The padding of a whole column changes with one of its cells; only where nothing else did is it a difference.
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

  /// A line with one blank for each run of them.
  private static func collapsed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  /// The largest relative distance of two texts' numbers; nil where something else differs.
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
