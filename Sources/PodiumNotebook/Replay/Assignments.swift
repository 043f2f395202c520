internal import PodiumCore

/// Lines `NAME=VALUE` that set parameters of a notebook, as papermill writes them for bash.
enum Assignments {
  /// The values of a text by name; nil if it has anything else, a name that is not among `declared`, or none at all.
  ///
  /// Throws `bad-value` for a value of more than one line.
  static func read(_ text: String, declared: some Collection<String>) throws(Diagnostic) -> [String: String]? {
    var rest = Array(text.unicodeScalars)[...]
    var values: [String: String] = [:]
    while true {
      skipBlanks(&rest)
      guard let first = rest.first else { return values.isEmpty ? nil : values }
      if first == "#" {
        rest = rest.drop { $0 != "\n" }
        continue
      }
      guard let equals = rest.firstIndex(of: "="), case let name = String(scalars: rest[..<equals]),
        declared.contains(name)
      else { return nil }
      rest = rest[(equals + 1)...]
      guard let value = value(&rest), rest.first.map({ $0.properties.isWhitespace }) ?? true else { return nil }
      // What follows on its line may only be a comment.
      while let next = rest.first, next != "\n", next.properties.isWhitespace { rest.removeFirst() }
      guard rest.isEmpty || rest.first == "\n" || rest.first == "#" else { return nil }
      guard !value.contains(where: \.isNewline) else {
        throw Diagnostic(
          "bad-value", "the value of parameter '\(name)' has more than one line", help: "write it on one line")
      }
      values[name] = value
    }
  }

  private static func skipBlanks(_ rest: inout ArraySlice<Unicode.Scalar>) {
    rest = rest.drop { $0.properties.isWhitespace }
  }

  /// A word of bash without its quotes, or a list in parentheses as podium writes lists; nil for what bash would expand.
  private static func value(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    guard rest.first == "(" else { return word(&rest) }
    rest.removeFirst()
    var items: [String] = []
    while true {
      skipBlanks(&rest)
      guard let first = rest.first else { return nil }
      if first == ")" {
        rest.removeFirst()
        return items.joined(separator: ",")
      }
      guard let item = word(&rest) else { return nil }
      items.append(item)
    }
  }

  private static func word(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
    var out = String.UnicodeScalarView()
    while let next = rest.first, !next.properties.isWhitespace, next != ")" {
      rest.removeFirst()
      switch next {
      case "'":
        guard let end = rest.firstIndex(of: "'") else { return nil }
        out.append(contentsOf: rest[..<end])
        rest = rest[(end + 1)...]
      case "\"":
        while let inner = rest.popFirst(), inner != "\"" {
          if inner == "\\", let escaped = rest.first, "\\\"$`".unicodeScalars.contains(escaped) {
            out.append(escaped)
            rest.removeFirst()
          } else {
            out.append(inner)
          }
          if rest.isEmpty { return nil }
        }
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        out.append(escaped)
      case "$", "`", "|", "&", ";", "<", ">", "(": return nil
      default: out.append(next)
      }
    }
    return String(out)
  }
}
