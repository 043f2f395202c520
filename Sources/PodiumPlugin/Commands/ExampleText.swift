extension [Example] {
  /// Examples as text, one a line: `caption: line; line -> what it prints`, or `-> !code` of the error it fails with.
  ///
  /// The last line is the example, and those before it come first. Nothing after `->` is any output, and `-> …` an example that
  /// is shown and never run.
  public static func read(_ text: String) -> [Example] {
    text.split(separator: "\n").map { row in
      let row = row.hasSuffix(" ->") ? row + " " : row
      guard let colon = row.firstRange(of: ": "), let arrow = row.ranges(of: " -> ").last else {
        preconditionFailure("an example has no caption or no answer: \(row)")
      }
      let (caption, typed) = (String(row[..<colon.lowerBound]), row[colon.upperBound..<arrow.lowerBound])
      let end = row[arrow.upperBound...]
      if end == "…" { return Example(shown: String(typed), caption) }
      var lines = typed.split(separator: "; ").map(String.init)
      let line = lines.removeLast()
      return end.first == "!"
        ? Example(line, after: lines, caption, fails: String(end.dropFirst()))
        : Example(line, after: lines, caption, prints: String(end))
    }
  }
}
