internal import PodiumCore

/// Sentences that podium worded differently before, so that notebooks recorded then are compared by their values.
enum Rewording {
  /// The old and the new wording; `*` is any text within the line, and stays.
  private static let sentences: [(old: String, new: String)] = [
    ("; filter off shows all", "; 'filter off' shows all rows"),
    (
      "* to * rows of *; the current table is now *, use * goes back",
      "* became * with *. The current table is now '*'; 'use *' returns to the old one"
    ),
    (
      "* to * row of *; the current table is now *, use * goes back",
      "* became * with *. The current table is now '*'; 'use *' returns to the old one"
    ),
    (
      "* to * rows*; the current table is now *, use * goes back",
      "* became **. The current table is now '*'; 'use *' returns to the old one"
    ),
    (
      "* to * row*; the current table is now *, use * goes back",
      "* became **. The current table is now '*'; 'use *' returns to the old one"
    ),
    ("saved *; model load * loads it again", "saved *; 'model load *' loads it again"),
    ("saved *; load * loads it again", "saved *; 'load *' loads it again"),
    ("note: * has now the role *", "note: * now has the role '*'"),
    ("note: holds in all *", "note: true in all *"), ("true in all 1 row", "true in the only row"),
    (" of 1 rows correct", " of 1 row correct"), ("true in all 1 group", "true in the only group"),
    ("has 1 distinct values, each of which is a class", "has 1 distinct value, which is a class"),
    ("1 feature of numbers give at most", "1 feature of numbers gives at most"),
    ("; recipe shows the steps", "; 'recipe' shows the steps"),
    ("help LEARNER explains its hyperparameters", "'help LEARNER' explains its hyperparameters"),
    ("columns lists all columns", "'columns' lists all columns"),
    ("workspace changes * shows more", "'workspace changes *' shows more"),
    ("undo brings them back", "'undo' brings them back"), ("undo brings it back", "'undo' brings it back"),
    ("undo restores it", "'undo' restores it"),
    (", features drop=* leaves it out", ", 'features drop=*' leaves it out"),
    ("; features drop=* leaves it out", "; 'features drop=*' leaves it out"),
    ("; set decimal=comma or decimal=point", "; add decimal=comma or decimal=point to load"),
    ("; show them with set format=vertical or 'to FILE'", "; 'set format=vertical' or 'to FILE' shows all"),
    (
      "* is a time without a day",
      "* is a time without a day; 'type COLUMN time' or 'type COLUMN duration' reads it"
    ),
    ("note: read years of two digits in * as *", "note: *: read years of two digits as *"),
    (
      "stays numbers: only 1 of its values have labels, * have none;",
      "stays numbers: it has labels for 1 value and none for *;"
    ),
    (
      "stays numbers: only * of its values have labels, * have none;",
      "stays numbers: it has labels for * values and none for *;"
    ),
    ("1 of * rows pass the filter *", "1 of * rows passes the filter *"), ("from * (1 rows)", "from * (1 row)"),
    ("1 of * columns have missing values", "1 of * columns has missing values"),
    (": 1 of * rows equal a training row", ": 1 of * rows equals a training row"),
    ("stays *: 1 of * cells are numbers, but", "stays *: 1 of * cells is a number, but"),
    ("undo only reverts changes", "'undo' only reverts changes"),
    ("help: use * switches to it", "help: 'use *' switches to it"),
    ("help: describe and count show which", "help: 'describe' and 'count' show which"),
    ("help: distinct in the other table", "help: 'distinct' in the other table"),
    ("cv gives the * of all rows together", "'cv' gives the * of all rows together"),
    ("note: * has no column *, *", "note: * has no columns *, *"),
    ("'*' is already datetime", "'*' stays datetime and shows another clock"),
    ("; its moments counted as UTC*", "; its moments stay the same"),
    ("surf spot NAME edit", "surf spot edit NAME"), ("surf session * edit start=", "surf session edit * start="),
    ("surf spot * edit model=", "surf spot edit * model="), ("surf spot * edit tide=", "surf spot edit * tide="),
    ("surf spot * edit forecast=", "surf spot edit * forecast="),
  ]

  /// How lines begin that outputs have since then, and older notebooks lack.
  private static let added = ["95 % interval of the mean ", ".632+ estimate of ", "Fisher's exact test"]

  /// The new output without such lines, where the recorded one has none.
  static func withoutAdded(_ fresh: [String], recorded: [String]) -> [String] {
    added.reduce(fresh) { lines, start in
      recorded.contains { $0.hasPrefix(start) } ? lines : lines.filter { !$0.hasPrefix(start) }
    }
  }

  /// For each old wording its longest part: a line without any of them is as today, which most lines are.
  private static let marks = sentences.map { sentence in
    TextSearch(sentence.old.split(separator: "*").max { $0.utf8.count < $1.utf8.count }.map(String.init) ?? "")
  }

  /// A recorded line in today's words; where digits that were not recorded decide, as in one of the new lines.
  static func today(_ line: String, like fresh: Set<String> = []) -> String {
    let lines = withPValue(line)
    if let first = lines.first { return lines.first(where: fresh.contains) ?? first }
    let bytes = Array(line.utf8)
    guard marks.contains(where: { $0.first(in: bytes.span) != nil }) else { return line }
    return sentences.reduce(line) { line, sentence in replaced(line, sentence.old, sentence.new) ?? line }
  }

  /// A line with a p value of four significant digits, in the form of today: `p 0.01235` may have been 0.0123 or 0.0124.
  private static func withPValue(_ line: String) -> [String] {
    let isField = line.hasPrefix("p  ")
    guard let mark = isField ? line.firstRange(of: "p ") : line.firstRange(of: ", p ") ?? line.firstRange(of: ": p ")
    else { return [] }
    let rest = line[mark.upperBound...].drop { isField && $0 == " " }
    let digits = rest.prefix { $0 != "," && $0 != ";" && $0 != " " }
    guard let p = Double(digits), (0...1).contains(p), !isField || digits.count == rest.count else { return [] }
    let form = isField ? PValue.cell : PValue.phrase
    let start = isField ? line[..<rest.startIndex] : line[..<mark.upperBound].dropLast(2)
    return [p, p * (1 - 5e-5), p * (1 + 5e-5)].map {
      String(start) + form($0) + String(rest[digits.endIndex...])
    }
  }

  /// The line with the first place of a wording replaced; nil where it has none.
  private static func replaced(_ line: String, _ old: String, _ new: String) -> String? {
    let parts = old.split(separator: "*", omittingEmptySubsequences: false)
    var (rest, kept, start) = (line[...], [Substring](), line.startIndex)
    for (place, part) in parts.enumerated() {
      guard let found = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else { return nil }
      if place == 0 { start = found.lowerBound } else { kept.append(rest[..<found.lowerBound]) }
      rest = rest[found.upperBound...]
    }
    if parts.last?.isEmpty == true {
      kept[kept.count - 1] = rest
      rest = rest[rest.endIndex...]
    }
    var out = String(line[..<start])
    for (place, part) in new.split(separator: "*", omittingEmptySubsequences: false).enumerated() {
      if place > 0, place <= kept.count { out += kept[place - 1] }
      out += part
    }
    return out + rest
  }
}
