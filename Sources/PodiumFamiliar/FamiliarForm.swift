package import PodiumCore
package import PodiumPlugin

/// Ways of writing of other tools, and what they are in podium's language.
package enum FamiliarForm {
  /// The error with a command to type instead, if the text is in a form that people know from other tools and the command is
  /// one that can be typed.
  ///
  /// `parses` says of a command whether it can be typed.
  package static func advised(
    _ error: Diagnostic, _ text: String, _ session: Session, parses: (String) -> Bool
  ) -> Diagnostic {
    guard text.utf8.count <= 400,
      let help = translated(error, text, session, parses) ?? FamiliarForm.help(error, text, session.registry)
    else { return error }
    let lines = FamiliarText.parts(help.dropFirst(writing.count), at: "; ")
    if help.hasPrefix(writing), !lines.allSatisfy({ parses(String($0)) }) { return error }
    // A key that only looks like the one that was typed is not meant.
    var error = error.code == "unknown-key" ? error.offering(nil) : error
    error.help = help
    return error
  }

  private static let writing = "write: "

  /// The errors of podium's own verbs with their words in another order.
  private static let misplaced: Set = [
    "bad-value", "unexpected-argument", "unknown-column", "unknown-learner", "wrong-column-type", "bad-column-count",
    "unexpected-word", "missing-argument", "blank-around-equals", "unknown-result",
  ]

  /// Advice for a whole line of another tool.
  private static func translated(
    _ error: Diagnostic, _ text: String, _ session: Session, _ parses: (String) -> Bool
  ) -> String? {
    // A word that is spelt almost as a column is not in a wrong place.
    if misplaced.contains(error.code), let line = FamiliarOrder.line(text, session), line != text,
      line.hasPrefix("by ") || error.guess == nil
    {
      return writing + line
    }
    // filter substr(name, 1, 1) == "A"
    if ["unknown-function", "bad-number"].contains(error.code), text.hasPrefix("filter "),
      let line = FamiliarStatement(session)?.stepped("filter", [text.dropFirst("filter ".count)]), line != text
    {
      return writing + line
    }
    if let help = multiplied(error, text, session) { return help }
    return switch error.code {
    // regress y ~ x, robust; summarize y, detail
    case "unknown-column"
    where ["~", ",", "i.", "#", " -", "[_n"].contains { text.contains($0) } || text.lowercased().contains(" by "):
      FamiliarLine.advice(text, session, parses: parses)
    // regress y x if g == "a", robust
    case "unexpected-word":
      separated(text).map { writing + $0 }
        ?? (text.contains(",") ? FamiliarLine.advice(text, session, parses: parses) : nil)
    // regress y x, vce(cluster g); df["w"] = df["x"] + 1; count if y > 2; use t.dta, clear; head in 1/5
    case "unexpected-character", "missing-equals", "unknown-result", "missing-key", "blank-around-equals",
      "unknown-table",
      "missing-argument", "unexpected-list", "unexpected-argument", "bad-range", "missing-verb", "bad-number",
      "unknown-function", "wrong-function", "unclosed-bracket":
      FamiliarLine.advice(text, session, parses: parses)
    default: nil
    }
  }

  /// Advice for a product of columns in `regress`, and for several columns of `replace` and `summarize`.
  private static func multiplied(_ error: Diagnostic, _ text: String, _ session: Session) -> String? {
    guard let table = session.state.current?.table else { return nil }
    let words = text.split(separator: " ")
    // keep q1-q3
    if error.code == "unknown-column" {
      let ranges = words.map { word in
        let ends = word.split(separator: "-").map(String.init)
        return ends.count == 2 && ends.allSatisfy { table[$0] != nil } ? "\(ends[0]):\(ends[1])" : String(word)
      }
      let line = ranges.joined(separator: " ")
      if line != text, !zip(ranges, words).allSatisfy({ $0 == $1 }) { return writing + line }
    }
    // summarize m = mean(petal_*)
    if ["unexpected-character", "missing-equals"].contains(error.code), let verb = text.firstRange(of: "summarize "),
      let call = FamiliarText.call(text[verb.upperBound...].split(separator: "=").last ?? ""),
      call.arguments.count == 1,
      let names = table.columns(chosenBy: String(call.arguments[0])), (1...8).contains(names.count)
    {
      let made = names.map { "\(CommandText.column("\($0)_\(call.name)")) = \(call.name)(\(CommandText.column($0)))" }
      return writing + text[..<verb.upperBound] + made.joined(separator: ", ")
    }
    // rename y=w, and dplyr's rename w=y
    if error.code == "unknown-key", words.first == "rename" {
      let pairs = words.dropFirst().map { $0.split { "=,".contains($0) }.map(String.init) }
      guard pairs.allSatisfy({ $0.count == 2 }) else { return nil }
      let names = pairs.map { table[$0[0]] == nil ? [$0[1], $0[0]] : $0 }
      guard names.allSatisfy({ table[$0[0]] != nil }) else { return nil }
      return writing + "rename " + names.joined().map(CommandText.column).joined(separator: " ")
    }
    // regress y x*g
    if error.code == "unknown-column", words.first == "regress", words.count > 2,
      words.contains(where: { $0.contains("*") || $0.contains(":") })
    {
      let terms = words.dropFirst().map { $0.split { "*:".contains($0) }.map(String.init) }
      var columns: [String] = []
      for name in terms.joined() where !columns.contains(name) { columns.append(name) }
      guard columns.allSatisfy({ table[$0] != nil }) else { return nil }
      return FamiliarLine.regression(columns, terms.filter { $0.count > 1 }, in: table).map { writing + $0 }
    }
    // replace q* = 0 if missing(x)
    guard error.code == "missing-equals", words.first == "replace", words.count > 3, words[2] == "=",
      let names = table.columns(chosenBy: String(words[1])), (1...8).contains(names.count)
    else { return nil }
    let rest = words.dropFirst(2).joined(separator: " ")
    return writing + names.map { "replace \(CommandText.column($0)) \(rest)" }.joined(separator: "; ")
  }

  /// Advice for the last step of a pipe, and for a function with its package: `df |> add_count(g)`, `dplyr::slice_sample(df)`.
  package static func step(_ text: String) -> String? {
    ["%>%", "|>", "::"].lazy.compactMap { mark -> String? in
      let parts = FamiliarText.parts(text[...], at: mark)
      let name =
        parts.count < 2
        ? ""
        : FamiliarText.trimmed(parts[parts.count - 1]).prefix { $0.isLetter || $0 == "_" || $0 == "." || $0.isNumber }
      return FamiliarWord.help(String(name))
    }.first
  }

  /// Advice for the last method of a chain: `df["g"].map({"a": 1})`, `df["y"].fillna(0)`.
  private static func method(_ text: String) -> String? {
    let parts = FamiliarText.parts(text[...], at: ".")
    guard parts.count > 1, let call = parts.last.flatMap({ FamiliarText.call($0) }) else { return nil }
    return FamiliarWord.help(["map", "replace"].contains(call.name) ? "recode" : call.name)
  }

  private static func help(_ error: Diagnostic, _ text: String, _ registry: Registry) -> String? {
    // sql select a from t
    if text.prefix(11).lowercased() == "sql select " {
      return "put the query in quotes: sql \(CommandText.quoted(String(text.dropFirst(4))))"
    }
    // What follows takes words apart at spaces, and a quoted name may hold some.
    let hasQuotes = text.contains { "\"'`".contains($0) }
    switch error.code {
    case "missing-key": return step(text) ?? method(text)
    case "unknown-column":
      // filter x == NA
      if let place = place(of: error, in: text),
        ["na", "nan", "none", "null"].contains(word(at: place, text).lowercased())
      {
        return "missing(COLUMN) is true where a value is missing"
      }
      // sort x desc
      let words = text.split(separator: " ")
      guard words.first == "sort" else { return error.guess == nil ? pair(text) : nil }
      guard !hasQuotes else { return nil }
      let orders = words.dropFirst().filter { ["desc", "descending", "asc", "ascending"].contains($0) }
      let columns = words.dropFirst().filter { !orders.contains($0) && $0 != "by" }.joined(separator: ",")
      guard let order = orders.first, orders.count == 1, !columns.isEmpty else { return nil }
      return "write: sort " + (order.hasPrefix("desc") ? "desc=\(columns)" : columns)
    case "missing-colon":
      // by a b: count c
      guard let colon = text.firstIndex(of: ":"), let by = text.firstRange(of: "by "), !hasQuotes else { return nil }
      let names = text[by.upperBound..<colon].split { $0 == " " || $0 == "," }
      return names.count > 1 ? "write: by \(names.joined(separator: ","))\(text[colon...])" : nil
    case "missing-equals":
      // summarize n(), mean(x)
      guard let place = text.firstRange(of: "summarize ") else { return nil }
      let calls = text[place.upperBound...]
      guard let named = named(calls) else {
        return "as in: summarize mean = mean(\(word(before: calls.endIndex, in: calls) ?? "x"))"
      }
      return "write: \(text[..<place.upperBound])\(named)"
    case "unexpected-argument": return pair(text)
    case "bad-range":
      // filter species in ("a", "b")
      guard let list = text.firstRange(of: " in ("), let name = word(before: list.lowerBound, in: text[...]) else {
        return nil
      }
      return "write: \(text[..<list.lowerBound].dropLast(name.count))among(\(name), \(text[list.upperBound...])"
    case "unexpected-word": return operation(error, text)
    case "unexpected-character":
      guard let place = place(of: error, in: text) else { return nil }
      if text[place] == "!" { return "write: \(text[..<place])not \(text[text.index(after: place)...])" }
      if text[place] == "(" { return called(text, at: place, registry) }
      // exit, clear
      if text[place] == ",", case let verb = String(text[..<place]), !verb.contains(" ") {
        return registry.command(verb) == nil ? FamiliarWord.help(verb) : "write: " + verb
      }
      // =AVERAGE(A1:A10)
      if text[place] == ":", text.hasPrefix("=") {
        return "a table has columns and no cells: = mean(COLUMN), and = mean(COLUMN) in 1..10 for some rows"
      }
      return operation(error, text)
    case "unknown-key": return pictured(error, text)
    default: return nil
    }
  }

  /// Keys of other tools for pictures.
  private static let pictureKeys = [
    "xlab": "xtitle", "xlabel": "xtitle", "x_label": "xtitle", "ylab": "ytitle", "ylabel": "ytitle",
    "y_label": "ytitle", "main": "title", "colour": "color", "hue": "color", "col": "color", "fill": "color",
    "breaks": "bins", "nbins": "bins", "bin": "bins", "panel": "facet", "over": "x", "by": "x",
  ]

  /// `plot y by=g`, `plot hist y breaks=5`, `plot x y xlab="m"`
  private static func pictured(_ error: Diagnostic, _ text: String) -> String? {
    guard text.hasPrefix("plot "), let place = place(of: error, in: text),
      case let key = text[place...].prefix(while: { $0 != "=" }), var own = pictureKeys[key.lowercased()]
    else { return nil }
    let kind = text.split(separator: " ").dropFirst().first ?? ""
    if own == "x", ["hist", "scatter", "line"].contains(kind) { own = kind == "hist" ? "facet" : "color" }
    return "write: \(text[..<place])\(own)\(text[key.endIndex...])"
  }

  /// Calls with names: `mean = mean(x), n = n()`; nil where something is not a call.
  private static func named(_ calls: Substring) -> String? {
    let parts = FamiliarText.parts(calls, at: ",").flatMap { part in
      // mean(x) sd(x)
      let words = FamiliarText.parts(part, at: " ").filter { !$0.isEmpty }
      return words.allSatisfy { FamiliarText.call($0) != nil } ? words : [part]
    }
    var names: [String] = []
    for part in parts {
      guard let open = part.firstIndex(of: "("), part.last(where: { $0 != " " }) == ")" else { return nil }
      let name = part[..<open].drop { $0 == " " }
      // The names of two means differ by their columns.
      let argument = part[part.index(after: open)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      names.append(
        parts.count(where: { $0.drop { $0 == " " }.hasPrefix(name + "(") }) > 1 ? "\(name)_\(argument)" : String(name))
    }
    return zip(names, parts).map { "\($0) = \($1.drop { $0 == " " })" }.joined(separator: ", ")
  }

  /// `summarize m=mean(x) s=sd(x)`, whose parts need a comma between them, and `derive a=x, b=y`, which is two commands.
  private static func separated(_ text: String) -> String? {
    let verbs = ["summarize ", "derive ", "replace "]
    guard let verb = verbs.lazy.compactMap({ text.firstRange(of: $0) }).first else { return nil }
    let start = text[..<verb.upperBound]
    let words = FamiliarText.parts(text[verb.upperBound...], at: ",").flatMap { FamiliarText.parts($0, at: " ") }
      .filter { !$0.isEmpty }
    let places = words.indices.filter { place in
      let name = words[place].prefix { $0 != "=" }
      let mark = words[place] == name ? words.dropFirst(place + 1).first ?? "" : words[place].dropFirst(name.count)
      return FamiliarText.isName(name) && mark.hasPrefix("=") && !mark.hasPrefix("==")
    }
    guard places.count > 1, places.first == 0, !words.contains("if") else { return nil }
    let parts = zip(places, places.dropFirst() + [words.count]).map { words[$0..<$1].joined(separator: " ") }
    return start.hasSuffix("summarize ")
      ? start + parts.joined(separator: ", ") : parts.map { start + $0 }.joined(separator: "; ")
  }

  /// Advice for two words of another tool, the first of which is a verb of podium too: `pivot table`, `label variable`.
  private static func pair(_ text: String) -> String? {
    FamiliarWord.help(text.split(separator: " ").prefix(2).joined(separator: "_"))
  }

  /// Words of other languages between conditions.
  private static let operations = ["&": "and", "&&": "and", "and": "and", "||": "or", "or": "or"]

  /// Advice for what follows a condition, or a part of one.
  private static func operation(_ error: Diagnostic, _ text: String) -> String? {
    // filter x between 1 and 2
    if let between = text.firstRange(of: " between "), let name = word(before: between.lowerBound, in: text[...]),
      let and = text[between.upperBound...].firstRange(of: " and ")
    {
      let (low, high) = (text[between.upperBound..<and.lowerBound], text[and.upperBound...])
      return "write: \(text[..<between.lowerBound].dropLast(name.count))between(\(name), \(low), \(high))"
    }
    guard let place = place(of: error, in: text) else { return nil }
    let here = word(at: place, text)
    let (before, after) = (text[..<place], text[here.endIndex...])
    // filter x > 1 && y > 1
    if let meant = operations[here.lowercased()] { return "write: \(before)\(meant)\(after)" }
    guard before.last == " " else { return nil }
    // filter NOT x > 1
    if before.uppercased().hasSuffix(" NOT ") { return "write: \(before.dropLast(4))not \(here)\(after)" }
    guard let name = word(before: text.index(before: place), in: text[...]) else { return nil }
    let (start, rest) = (before.dropLast(name.count + 1), after.drop { $0 == " " })
    switch here.lowercased() {
    case "is":
      // filter x is not null
      let isNot = rest.lowercased().hasPrefix("not ")
      return ["na", "null", "missing"].contains((isNot ? rest.dropFirst(4).drop { $0 == " " } : rest).lowercased())
        ? "write: \(start)\(isNot ? "not " : "")missing(\(name))" : nil
    case "like": return "write contains(\(name), TEXT), starts(\(name), TEXT) or ends(\(name), TEXT)"
    case "not" where rest.hasPrefix("in ("): return "write: \(start)not among(\(name), \(rest.dropFirst(4))"
    case "not" where rest.hasPrefix("in("): return "write: \(start)not among(\(name), \(rest.dropFirst(3))"
    default: return nil
    }
  }

  /// Where the mistake is in the text.
  private static func place(of error: Diagnostic, in text: String) -> String.Index? {
    guard let span = error.span,
      let place = text.unicodeScalars.index(
        text.unicodeScalars.startIndex, offsetBy: span.start, limitedBy: text.unicodeScalars.endIndex)
    else { return nil }
    return place < text.endIndex ? place : nil
  }

  /// The word that begins at a place.
  private static func word(at place: String.Index, _ text: String) -> Substring { text[place...].prefix { $0 != " " } }

  /// Advice for a verb written as a call: `mean(x)`, `df.head()`, `quit()`.
  private static func called(_ text: String, at place: String.Index, _ registry: Registry) -> String? {
    let start = text[..<place].lastIndex { $0 == " " || $0 == ":" }.map { text.index(after: $0) } ?? text.startIndex
    let name = text[start..<place]
    if ExpressionAggregates.synopses.contains(where: { $0.name == name }) {
      return "write: \(text[..<start])summarize \(name) = \(text[start...])"
    }
    guard start == text.startIndex, let verb = name.split(separator: ".").last.map(String.init) else { return nil }
    if name.contains("."), let advice = FamiliarWord.help(String(name)) { return advice }
    let inside = text[place...].dropFirst().prefix { $0 != ")" }
    if registry.command(verb) != nil {
      // predict(m, df), source("a.podium"), head(5); what else is within parentheses is rarely what the verb takes.
      let words = FamiliarText.parts(inside, at: ",").map(FamiliarText.bare).filter {
        !$0.isEmpty && !FamiliarText.tables.contains(String($0))
      }
      let isWord =
        words.count < 2 && words.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "_./".contains($0) } }
      return isWord
        ? "write: " + ([verb] + words.map { CommandText.word(String($0)) }).joined(separator: " ")
        : "'help \(verb)' shows how to write it"
    }
    return FamiliarWord.help(verb)
  }

  private static func word(before end: String.Index, in text: Substring) -> Substring? {
    let start = text[..<end].lastIndex { $0 == " " || $0 == "(" }.map { text.index(after: $0) } ?? text.startIndex
    return start < end ? text[start..<end] : nil
  }
}
