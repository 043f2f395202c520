internal import PodiumCore

/// Text of other tools, taken apart.
enum FamiliarText {
  /// What other tools call the table that they work on.
  static let tables: Set = ["df", "data", "dat", "dt", "tbl", "T", ".", "_"]

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

  /// The brackets and the quote that a place in a text is within.
  private struct Nesting {
    var depth = 0
    private var quote: Character?

    /// Passes a letter; whether it is a bracket, a quote or within quotes.
    mutating func pass(_ letter: Character) -> Bool {
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if "([{".contains(letter) {
        depth += 1
      } else if ")]}".contains(letter) {
        depth -= 1
      } else {
        return false
      }
      return true
    }
  }

  /// The parts between separators that are not within parentheses, brackets or quotes.
  static func parts(_ text: Substring, at separator: String) -> [Substring] {
    var (parts, nesting) = ([Substring](), Nesting())
    var (start, place) = (text.startIndex, text.startIndex)
    while place < text.endIndex {
      if !nesting.pass(text[place]), nesting.depth == 0, text[place...].hasPrefix(separator) {
        parts.append(text[start..<place])
        place = text.index(place, offsetBy: separator.count)
        start = place
      } else {
        place = text.index(after: place)
      }
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
    ("<>", "!="), ("~=", "!="), ("!", "not "), ("~", "not "), ("%%", "%"), ("==", "=="), ("<=", "<="), (">=", ">="),
  ]

  /// An expression in podium's language: `df$y > 2 & df["x"] < 3` is `y > 2 and x < 3`; nil if it names another column, or a
  /// function without a counterpart.
  static func expression(_ typed: Substring, in table: Table) -> String? {
    let text = trimmed(typed)
    var (out, place) = ("", text.startIndex)
    while place < text.endIndex {
      let rest = text[place...]
      if rest.first == "\"" || rest.first == "'" || rest.first == "`" {
        guard let end = rest.dropFirst().firstIndex(of: text[place]) else { return nil }
        let inside = String(rest.dropFirst()[..<end])
        if text[place] == "`", table[inside] == nil { return nil }
        out += text[place] == "`" ? CommandText.column(inside) : CommandText.quoted(inside)
        place = text.index(after: end)
      } else if let (list, end) = list(rest, after: out, in: table) {
        guard let list else { return nil }
        (out, place) = (list, end)
      } else if let (operand, end) = operand(rest, in: table) {
        guard let operand else { return nil }
        out += operand
        place = end
      } else if let (sign, own) = operators.first(where: { rest.hasPrefix($0.0) }) {
        if own.first == " ", out.last == " " { out.removeLast() }
        out += own
        place = text.index(place, offsetBy: sign.count)
        if own.last == " ", place < text.endIndex, text[place] == " " { place = text.index(after: place) }
      } else {
        if text[place] == "=" { out.append("=") }
        if text[place] != ":" { out.append(text[place]) }
        place = text.index(after: place)
      }
    }
    out = comparedWithMissing(out)
    // What a function became needs no parentheses of its own.
    if out.first == "(", closing(out[...]) == out.index(before: out.endIndex) {
      out = String(out.dropFirst().dropLast())
    }
    return out
  }

  /// `x in ("a", "b")`, `x %in% c("a", "b")` as a whole, where they begin at the operator and `out` ends in the column.
  private static func list(
    _ text: Substring, after out: String, in table: Table
  ) -> (text: String?, end: String.Index)? {
    guard out.last == " ", let sign = ["%in%", "in ", "in(", "IN ", "IN("].first(where: { text.hasPrefix($0) }) else {
      return nil
    }
    var rest = text.dropFirst(sign.last == "(" ? 2 : sign.count).drop { $0 == " " }
    if rest.hasPrefix("c(") { rest = rest.dropFirst() }
    guard let first = rest.first, first == "(" || first == "[", let end = closing(rest) else { return nil }
    let items = parts(rest[..<end].dropFirst(), at: ",").compactMap { expression($0, in: table) }
    let left = trimmed(out[...])
    let operand = last(of: left)
    guard !operand.isEmpty, !items.isEmpty else { return (nil, text.endIndex) }
    return (
      "\(left.dropLast(operand.count))among(\(operand), \(items.joined(separator: ", ")))", rest.index(after: end)
    )
  }

  /// The last operand of a text.
  private static func last(of text: Substring) -> Substring {
    text.suffix(text.reversed().prefix { !" (,".contains($0) }.count)
  }

  /// `x == missing()` as `missing(x)`; in Stata a missing value is greater than any number.
  private static func comparedWithMissing(_ text: String) -> String {
    var text = text
    for (sign, own) in [("==", "missing("), ("!=", "not missing("), (">=", "missing("), ("<", "not missing(")] {
      for form in [sign + " missing()", sign + "missing()"] {
        while let place = text.firstRange(of: form) {
          let left = trimmed(text[..<place.lowerBound])
          let operand = last(of: left)
          guard !operand.isEmpty else { return text }
          text = "\(left.dropLast(operand.count))\(own)\(operand))\(text[place.upperBound...])"
        }
      }
    }
    return text
  }

  /// Where the bracket that a text begins with is closed; nil where it is not.
  static func closing(_ text: Substring) -> String.Index? {
    var nesting = Nesting()
    for place in text.indices where nesting.pass(text[place]) && nesting.depth == 0 && ")]}".contains(text[place]) {
      return place
    }
    return nil
  }

  private static let words = [
    "and": "and", "or": "or", "not": "not", "true": "true", "false": "false", "na": "missing()", "nan": "missing()",
    "null": "missing()", "none": "missing()", "nil": "missing()", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=",
    "lt": "<", "le": "<=", "_n": "cumsum(1)",
  ]

  /// The column, number, word or call that a text begins with, without the table before it: `y`, `df$y`, `df.y.mean()`, `df["y"]`,
  /// `log10(y)`, `y[_n-1]`; its text is nil where podium has no such thing. Nil where the text begins with something else.
  private static func operand(_ text: Substring, in table: Table) -> (text: String?, end: String.Index)? {
    if text.first == "." {
      let next = text.dropFirst().first
      return next.map { $0.isNumber } ?? false ? nil : ("missing()", text.index(after: text.startIndex))
    }
    let first = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let letter = first.first else { return nil }
    if letter.isNumber { return (String(first), first.endIndex) }
    let (after, isColumn) = (text[first.endIndex...], table[String(first)] != nil)
    if after.first == "$" || (after.first == "." && !isColumn && tables.contains(String(first))) {
      return operand(after.dropFirst(), in: table)
    }
    if after.first == "[", let end = closing(after) {
      let inside = after[..<end].dropFirst()
      if isColumn {
        // y[_n-1]
        let steps = inside.filter { $0 != " " }.dropFirst(2)
        guard inside.hasPrefix("_n"), let step = Int(steps), step != 0, step.magnitude < 1_000_000 else {
          return (nil, text.endIndex)
        }
        let name = CommandText.column(String(first))
        return (
          "\(step < 0 ? "lag" : "lead")(\(name)\(step.magnitude == 1 ? "" : ", \(step.magnitude)"))",
          after.index(after: end)
        )
      }
      guard let name = names(inside).first, let column = table[String(name)] else { return (nil, text.endIndex) }
      return methods(of: CommandText.column(column.name), text[after.index(after: end)...], in: table)
    }
    let dotted = text.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    let called = isColumn && dotted.count > first.count ? first : dotted
    if text[called.endIndex...].first == "(", let end = closing(text[called.endIndex...]) {
      let inside = text[called.endIndex..<end].dropFirst()
      guard let value = self.call(called.lowercased(), inside, on: nil, in: table) else { return (nil, text.endIndex) }
      return methods(of: value, text[text.index(after: end)...], in: table)
    }
    if let column = table[String(first)] { return methods(of: CommandText.column(column.name), after, in: table) }
    // np.nan
    if let last = dotted.split(separator: ".").last, last.count < dotted.count, let word = words[last.lowercased()] {
      return (word, dotted.endIndex)
    }
    return (first == "_N" ? "n()" : words[first.lowercased()], first.endIndex)
  }

  /// A value with the methods that follow it: `.str.upper()`, `.dt.year`, `.rolling(3).mean()`.
  private static func methods(
    of value: String, _ text: Substring, in table: Table
  ) -> (text: String?, end: String.Index) {
    var (value, rest, window) = (value, text, String?.none)
    while rest.first == ".", let letter = rest.dropFirst().first, letter.isLetter {
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[name.endIndex...]
      if ["str", "dt"].contains(name) { continue }
      var inside: Substring = ""
      if rest.first == "(" {
        guard let end = closing(rest) else { return (nil, text.endIndex) }
        inside = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
      }
      if name == "alias" { continue }
      if name == "rolling" {
        window = String(trimmed(parts(inside, at: ",")[0]))
        continue
      }
      let called = window == nil ? name.lowercased() : "rolling_" + name.lowercased()
      guard let made = call(called, window.map { $0[...] } ?? inside, on: value, in: table) else {
        return (nil, text.endIndex)
      }
      (value, window) = (made, nil)
    }
    return (value, rest.startIndex)
  }

  /// A call, of a method of a value where there is one.
  private static func call(_ name: String, _ inside: Substring, on value: String?, in table: Table) -> String? {
    let given = trimmed(inside).isEmpty ? [] : parts(inside, at: ",").map(trimmed)
    let short =
      ["is.na", "is.null", "is.nan", "as.numeric"].contains(name)
      ? name : name.split(separator: ".").last.map(String.init) ?? name
    if short == "col", let column = given.first.flatMap({ table[String(bare($0))] }) {
      return CommandText.column(column.name)
    }
    if short == "case_when" { return cases(given, in: table) }
    // rowMeans(df[, c("a", "b")])
    if ["rowmeans", "rowsums"].contains(short), let first = given.first, let open = first.firstIndex(of: "["),
      first.last == "]"
    {
      let columns = names(parts(first[first.index(after: open)...].dropLast(), at: ",").last ?? "")
      let found = columns.compactMap { table[String($0)].map { CommandText.column($0.name) } }
      return found.isEmpty || found.count < columns.count ? nil : FamiliarFunction.call(short, found)
    }
    if short == "count", given == ["*"] { return "n()" }
    var arguments = value.map { [$0] } ?? []
    for argument in given {
      // na.rm = TRUE
      if let equals = argument.firstIndex(of: "="),
        trimmed(argument[..<equals]).allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }),
        argument[argument.index(after: equals)...].first != "="
      {
        if ["n", "k", "periods", "window", "lag"].contains(trimmed(argument[..<equals])),
          let own = expression(argument[argument.index(after: equals)...], in: table)
        {
          arguments.append(own)
        }
        continue
      }
      let isList = argument.hasPrefix("c(") || argument.first == "[" || argument.first == "("
      let items =
        isList && ["isin", "is_in"].contains(short)
        ? parts(argument.drop { $0 == "c" }.dropFirst().dropLast(), at: ",") : [argument]
      for item in items {
        guard let own = expression(item, in: table) else { return nil }
        arguments.append(own)
      }
    }
    if short == "i", arguments.count == 1 { return "(\(arguments[0]))" }
    return FamiliarFunction.call(short, arguments)
  }

  /// `case_when(x > 2 ~ "a", TRUE ~ "b")`
  private static func cases(_ given: [Substring], in table: Table) -> String? {
    var made = ""
    for part in given.reversed() {
      if part.hasPrefix(".default"), let equals = part.firstIndex(of: "=") {
        guard let value = expression(part[part.index(after: equals)...], in: table) else { return nil }
        made = value
        continue
      }
      let sides = parts(part, at: "~")
      guard sides.count == 2, let value = expression(sides[1], in: table) else { return nil }
      if ["TRUE", "T", "true"].contains(trimmed(sides[0])) {
        made = value
      } else {
        guard let condition = expression(sides[0], in: table) else { return nil }
        made = "choose(\(condition), \(value)\(made.isEmpty ? "" : ", " + made))"
      }
    }
    return made.isEmpty ? nil : made
  }
}
