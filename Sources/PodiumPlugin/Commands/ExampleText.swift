extension [Example] {
  /// Examples as text, one a line: `caption: line; line -> what it prints`, or `-> !code` of the error it fails with.
  ///
  /// The last line is the example, and those before it come first.
  public static func read(_ text: String) -> [Example] {
    text.split(separator: "\n").map { row in
      guard let colon = row.firstRange(of: ": "), let arrow = row.ranges(of: " -> ").last else {
        preconditionFailure("an example has no caption or no answer: \(row)")
      }
      var lines = row[colon.upperBound..<arrow.lowerBound].split(separator: "; ").map(String.init)
      let (caption, line, end) = (String(row[..<colon.lowerBound]), lines.removeLast(), row[arrow.upperBound...])
      return end.first == "!"
        ? Example(line, after: lines, caption, fails: String(end.dropFirst()))
        : Example(line, after: lines, caption, prints: String(end))
    }
  }
}
