internal import PodiumCore

/// Text of other tools, taken apart.
enum FamiliarText {
  /// What other tools call the table that they work on.
  static let tables: Set = ["df", "data", "dat", "dt", "tbl", ".", "_"]

  /// Without spaces, quotes and the colon of a symbol around it.
  static func bare(_ text: Substring) -> Substring {
    var text = trimmed(text)
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      text = text.dropFirst().dropLast()
    } else if text.first == ":" {
      text = text.dropFirst()
    }
    return text
  }

  /// Without spaces around it.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The parts between separators that are not within parentheses, brackets or quotes.
  static func parts(_ text: Substring, at separator: String) -> [Substring] {
    var (parts, depth, quote) = ([Substring](), 0, Character?.none)
    var (start, place) = (text.startIndex, text.startIndex)
    while place < text.endIndex {
      let letter = text[place]
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if "([{".contains(letter) {
        depth += 1
      } else if ")]}".contains(letter) {
        depth -= 1
      } else if depth == 0, text[place...].hasPrefix(separator) {
        parts.append(text[start..<place])
        place = text.index(place, offsetBy: separator.count)
        start = place
        continue
      }
      place = text.index(after: place)
    }
    return parts + [text[start...]]
  }

  /// A call: its name in lower case and its arguments; nil for other text.
  static func call(_ text: Substring) -> (name: String, arguments: [Substring])? {
    let text = trimmed(text)
    let name = text.prefix { $0.isLetter || $0.isNumber || "_.!".contains($0) }
    guard !name.isEmpty, text[name.endIndex...].first == "(", text.last == ")" else { return nil }
    let inside = text[text.index(after: name.endIndex)...].dropLast()
    return (name.lowercased(), trimmed(inside).isEmpty ? [] : parts(inside, at: ",").map(trimmed))
  }

  /// Whether a text is a name.
  static func isName(_ text: Substring) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Names in brackets, a vector or alone: `["a", "b"]`, `c(a, b)`, `"a"`.
  static func names(_ text: Substring) -> [Substring] {
    let text = trimmed(text)
    if text.first == "[" || text.first == "{", text.count > 1 {
      return parts(text.dropFirst().dropLast(), at: ",").flatMap { names($0) }
    }
    if let call = call(text), ["c", "desc", "-"].contains(call.name) { return call.arguments.flatMap { names($0) } }
    return text.isEmpty ? [] : [bare(text)]
  }

  private static let operators = [
    ("&&", " and "), ("||", " or "), ("%in%", " in "), ("&", " and "), ("|", " or "), ("**", "^"), ("!=", "!="),
    ("~=", "!="), ("!", "not "),
  ]

  /// An expression in podium's language: `df$y > 2 & df["x"] < 3` is `y > 2 and x < 3`; nil if it names another column.
  static func expression(_ typed: Substring, in table: Table) -> String? {
    let text = trimmed(typed)
    var (out, place) = ("", text.startIndex)
    while place < text.endIndex {
      let rest = text[place...]
      if rest.first == "\"" || rest.first == "'" {
        guard let end = rest.dropFirst().firstIndex(of: text[place]) else { return nil }
        out += CommandText.quoted(String(rest.dropFirst()[..<end]))
        place = text.index(after: end)
      } else if let word = name(rest) {
        place = word.rest
        out += word.text
        if word.isCall || ["and", "or", "not", "true", "false"].contains(word.text) { continue }
        guard let column = table[word.text] else { return nil }
        out.removeLast(word.text.count)
        out += CommandText.column(column.name)
      } else if let (sign, own) = operators.first(where: { rest.hasPrefix($0.0) }) {
        if own.first == " ", out.last == " " { out.removeLast() }
        out += own
        place = text.index(place, offsetBy: sign.count)
        if own.last == " ", place < text.endIndex, text[place] == " " { place = text.index(after: place) }
      } else {
        if text[place] != ":" { out.append(text[place]) }
        place = text.index(after: place)
      }
    }
    return out
  }

  /// The name at the start of a text, without the table before it: `y`, `df$y`, `df.y`, `df["y"]`, `mean(`.
  private static func name(_ text: Substring) -> (text: String, rest: String.Index, isCall: Bool)? {
    let first = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isName(first) else { return first.isEmpty ? nil : (String(first), first.endIndex, true) }
    let after = text[first.endIndex...]
    if after.first == "$" || (after.first == "." && tables.contains(String(first))) { return name(after.dropFirst()) }
    if after.first == "[", let end = after.firstIndex(of: "]") {
      return (String(bare(after[after.index(after: after.startIndex)..<end])), after.index(after: end), false)
    }
    return (String(first), first.endIndex, after.first == "(")
  }
}
