import PodiumTestKit

/// What a guide shows of an output: all of it, line by line, but for two marks.
///
/// A line `…` stands for one or more lines that the guide leaves out; `‹~›` in a line stands for what changes from run
/// to run or from machine to machine.
struct GuideOutput {
  static let cut = "…"
  static let mask = "‹~›"

  /// The lines between the cuts; one part where nothing is cut.
  private let parts: [[String]]

  init(_ text: String) {
    parts = FencedPage.lines(text).split(separator: Self.cut, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Whether an output is the one that is shown.
  func matches(_ output: String) -> Bool {
    let lines = FencedPage.lines(output)
    guard parts.count > 1 else { return Self.match(parts[0], lines[...]) }
    var rest = lines[...]
    guard Self.match(parts[0], rest.prefix(parts[0].count)) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] {
      // At least one line is left out.
      guard let start = rest.indices.dropFirst().first(where: { Self.match(part, rest[$0...].prefix(part.count)) })
      else { return false }
      rest = rest[(start + part.count)...]
    }
    let last = parts[parts.count - 1]
    return rest.count > last.count && Self.match(last, rest.suffix(last.count))
  }

  /// What the guide shows of a new output: as many lines at its start, its end and between two cuts as before.
  func recorded(from output: String) -> String {
    let lines = FencedPage.lines(output)
    var shown = Self.masked(Array(lines.prefix(parts[0].count)), by: parts[0])
    if parts.count == 1 {
      shown += lines.dropFirst(shown.count)
    } else {
      var rest = lines.dropFirst(parts[0].count)
      for part in parts[1..<(parts.count - 1)] {
        // A part is found again by the first word of its first line.
        let word = part.first?.split(separator: " ").first
        guard let start = rest.indices.dropFirst().first(where: { rest[$0].split(separator: " ").first == word }) else {
          return lines.reduce(into: "") { $0 += $1 + "\n" }
        }
        shown += [Self.cut] + Self.masked(Array(rest[start...].prefix(part.count)), by: part)
        rest = rest[start...].dropFirst(part.count)
      }
      let last = parts[parts.count - 1]
      if rest.count > last.count { shown.append(Self.cut) }
      shown += Self.masked(Array(rest.suffix(last.count)), by: last)
    }
    return shown.reduce(into: "") { $0 += $1 + "\n" }
  }

  private static func masked(_ lines: [String], by patterns: [String]) -> [String] {
    lines.enumerated().map { place, line in
      place < patterns.count && match(patterns[place], line) ? patterns[place] : line
    }
  }

  private static func match(_ patterns: [String], _ lines: ArraySlice<String>) -> Bool {
    patterns.count == lines.count && zip(patterns, lines).allSatisfy { match($0, $1) }
  }

  private static func match(_ pattern: String, _ line: String) -> Bool {
    let fixed = pattern.split(separator: mask, omittingEmptySubsequences: false)
    guard fixed.count > 1 else { return pattern == line }
    guard let first = fixed.first, let last = fixed.last, line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for piece in fixed.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
