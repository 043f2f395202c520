internal import PodiumCore
internal import PodiumPlugin

/// How to read JSON as a table; what is nil is detected.
struct JSONOptions: Sendable {
  /// The path to the table: keys and indices separated by dots (`data.matches`).
  var rows: String?
  /// Whether every line is a separate value.
  var lines: Bool?
  /// Whether the first of several lists names the columns.
  var header: Bool?
  /// Whether texts that are numbers become numbers.
  var numbers = false
  var types: [String: ColumnType] = [:]
  var levels: [String: [String]] = [:]
  /// The zone of a name that a column has.
  var zone: @Sendable (String) -> Zone? = { Zone(offset: $0) }
}

/// Reads JSON and JSON Lines as a table; `JSONShape` documents which shapes are tables.
struct JSONTableReader {
  let name: String
  let options: JSONOptions
  let cancellation: Cancellation
  private let budget: ReadBudget
  private var cells: TypedCells
  private var notes: [String] = []
  private var nested = 0
  private var deep = 0
  private var unfit: (count: Int, first: String) = (0, "")
  /// The line of a position in the text, counted on from the last one requested.
  private var cursor = (place: 0, line: 1)

  /// Objects nested beyond this depth stay text, so that no column name has more parts.
  static let deepest = 16

  private init(name: String, options: JSONOptions, cancellation: Cancellation, budget: ReadBudget) {
    self.budget = budget
    cells = TypedCells(budget: budget)
    self.name = name
    self.options = options
    self.cancellation = cancellation
  }

  /// Reads a whole file.
  ///
  /// Throws `malformed-json` with line and byte, `not-tabular` for JSON that is not a table, `too-large`,
  /// `unknown-column` and `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, options: JSONOptions = JSONOptions(),
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) -> ReadTable {
    let decoded: DecodedText
    do throws(Diagnostic) { decoded = try DecodedText.decode(bytes, name: name) } catch {
      var malformed = error
      malformed.code = "malformed-json"
      throw malformed
    }
    if let bad = decoded.firstBadByte {
      let line = DecodedText.lineNumber(bytes.span, at: bad)
      throw Diagnostic(
        "malformed-json", "byte \(bad) is not UTF-8, which JSON must be", help: "save the file as UTF-8 again"
      ).inFile(name, line: line)
    }
    var reader = JSONTableReader(
      name: name, options: options, cancellation: cancellation,
      budget: budget ?? ReadBudget(name, opened: bytes.count))
    return try reader.read(decoded.bytes.span, from: decoded.start)
  }

  private mutating func read(_ text: Span<UInt8>, from start: Int) throws(Diagnostic) -> ReadTable {
    cursor.place = start
    var inference = TypedInference(types: options.types, levels: options.levels)
    inference.numbersOption = "numbers=yes"
    if options.lines != false, options.rows == nil, JSONTableReader.holdsOutputs(text, start) {
      try readOutputs(text, from: start, &inference)
    } else if options.lines == true, options.rows == nil {
      try readLines(text, from: start)
    } else {
      let tape = try JSONTape(
        text, from: start, to: text.count, line: 1, name: name, cancellation: cancellation,
        budget: budget)
      let rest = JSONLexer.behindBlanks(text, from: tape.place, to: text.count)
      if rest == text.count {
        try readWhole(tape, text, &inference)
      } else if options.lines == nil, options.rows == nil,
        JSONTableReader.isLine(text, start, tape.place, rest)
      {
        budget.free(tape.counted)
        try readLines(text, from: start)
      } else {
        throw JSONTape.malformed(
          text, from: start, at: rest, line: 1, name: name, "there is text after the end of the value")
      }
    }
    var read = try inference.table(cells, cancellation: cancellation)
    read.notes = notes + ownNotes() + read.notes
    return read
  }

  /// Whether each line is a table in the form of podium's outputs, which `.jsonl` files hold one per line.
  private static func holdsOutputs(_ text: Span<UInt8>, _ start: Int) -> Bool {
    let opening = Array("{\"kind\":\"table\",\"columns\":[{".utf8)
    var place = start
    repeat {
      guard text.count - place > opening.count, opening.indices.allSatisfy({ text[place + $0] == opening[$0] }) else {
        return false
      }
      place = behindBlanks(text, lineEnd(text, place))
    } while place < text.count
    return true
  }

  private static func lineEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != 0x0A { end += 1 }
    return end
  }

  /// Reads podium's tables, one a line, as one below the other; columns are found by name.
  private mutating func readOutputs(
    _ text: Span<UInt8>, from start: Int, _ inference: inout TypedInference
  ) throws(Diagnostic) {
    var place = start
    while place < text.count {
      let end = JSONTableReader.lineEnd(text, place)
      let tape = try JSONTape(
        text, from: place, to: end, line: lineNumber(text, at: place), name: name, cancellation: cancellation,
        budget: budget)
      let rest = JSONLexer.behindBlanks(text, from: tape.place, to: end)
      guard rest == end else {
        throw JSONTape.malformed(
          text, from: place, at: rest, line: lineNumber(text, at: place), name: name,
          "there is text after the end of the line's value")
      }
      try readWhole(tape, text, &inference)
      budget.free(tape.counted)
      place = JSONTableReader.behindBlanks(text, end)
    }
  }

  /// Whether a first value ends on its line and the next one begins on another.
  private static func isLine(_ text: Span<UInt8>, _ start: Int, _ end: Int, _ rest: Int) -> Bool {
    for i in behindBlanks(text, start)..<end where text[i] == 0x0A { return false }
    for i in end..<rest where text[i] == 0x0A { return true }
    return false
  }

  private static func behindBlanks(_ text: Span<UInt8>, _ start: Int) -> Int {
    JSONLexer.behindBlanks(text, from: start, to: text.count)
  }

  private func ownNotes() -> [String] {
    var own: [String] = []
    if cells.repeated > 0 {
      own.append(
        "\(cells.repeated.counted("key is", plural: "keys are")) repeated within a row; the last value counts")
    }
    if nested > 0 { own.append("kept \(nested.counted("list")) within rows as JSON text") }
    if deep > 0 {
      own.append("kept \(deep.counted("object")) nested deeper than \(JSONTableReader.deepest) levels as JSON text")
    }
    if unfit.count > 0 {
      own.append(
        "kept \(unfit.count.counted("number")) out of range as text, first \(unfit.first.quotedInNotice)")
    }
    return own
  }

  // MARK: JSON Lines

  private mutating func readLines(_ text: Span<UInt8>, from start: Int) throws(Diagnostic) {
    var lineStart = start
    var line = 1
    var names: [Int]?
    var isLists: Bool?
    while lineStart < text.count {
      if line & 0xFFF == 0 { try cancellation.check() }
      var lineEnd = lineStart
      while lineEnd < text.count, text[lineEnd] != 0x0A { lineEnd += 1 }
      let first = JSONLexer.behindBlanks(text, from: lineStart, to: lineEnd)
      if first < lineEnd {
        let tape = try JSONTape(
          text, from: lineStart, to: lineEnd, line: line, name: name, cancellation: cancellation,
          budget: budget)
        let rest = JSONLexer.behindBlanks(text, from: tape.place, to: lineEnd)
        if rest < lineEnd {
          throw JSONTape.malformed(
            text, from: lineStart, at: rest, line: line, name: name, "there is text after the end of the line's value")
        }
        let kind = tape.nodes[0].kind
        guard kind == .object || kind == .array, isLists != (kind == .object) else {
          throw Diagnostic(
            "not-tabular",
            "the line is \(JSONShape.word(kind)), but each row must be \(isLists == true ? "a list" : "an object")",
            help: "write one row of the table per line"
          ).inFile(name, line: line)
        }
        isLists = kind == .array
        if kind == .object {
          cells.beginRow(line: line)
          try fill(tape, 0, text, prefix: "", depth: 0)
        } else {
          try list(tape, 0, text, line: line, &names, isFirst: names == nil, hasMore: true)
        }
        try check()
        if tape.counted > 0 { budget.free(tape.counted) }
      }
      lineStart = lineEnd + 1
      line += 1
    }
    guard isLists != nil else {
      throw Diagnostic("malformed-json", "the file has no JSON value", help: "check the path, or export the data again")
        .inFile(name, line: 1)
    }
  }

  // MARK: One value

  private mutating func readWhole(
    _ tape: JSONTape, _ text: Span<UInt8>, _ inference: inout TypedInference
  ) throws(Diagnostic) {
    let found = try JSONShape.find(tape, text, path: options.rows, file: name)
    if let note = found.note { notes.append(note) }
    switch found.shape {
    case .rows(let array):
      for item in tape.items(of: array) {
        try beginRow(text, at: tape.nodes[item].start)
        try fill(tape, item, text, prefix: "", depth: 0)
      }
    case .keyed(let object):
      for (key, value) in tape.members(of: object) {
        try beginRow(text, at: tape.nodes[key].start)
        cells.set(.text(tape.string(key, in: text)), try cells.place(of: "key"))
        try fill(tape, value, text, prefix: "", depth: 0)
      }
    case .lists(let array, let given):
      var names: [Int]?
      if let given {
        var places: [Int] = []
        for name in CSVHeader.distinct(given).names { places.append(try cells.place(of: name)) }
        names = places
      }
      let items = tape.items(of: array)
      for (row, item) in items.enumerated() {
        let line = lineNumber(text, at: tape.nodes[item].start)
        try list(tape, item, text, line: line, &names, isFirst: row == 0 && given == nil, hasMore: items.count > 1)
      }
    case .columns(let members):
      let columns = members.map { tape.items(of: $0.array) }
      var places: [Int] = []
      for name in CSVHeader.distinct(members.map(\.name)).names { places.append(try cells.place(of: name)) }
      for row in 0..<(columns.first?.count ?? 0) {
        cells.beginRow(line: row + 1)
        if row & 0x3FF == 0 { try cells.check() }
        for (place, items) in zip(places, columns) { put(tape, items[row], text, place) }
      }
    case .typed(let columns, let array):
      var places: [Int] = []
      for column in columns {
        places.append(try cells.place(of: column.name))
        inference.types[column.name] = inference.types[column.name] ?? column.type
        if let levels = column.levels, options.levels[column.name] == nil {
          let known = inference.levels[column.name] ?? []
          inference.levels[column.name] = known + levels.filter { !known.contains($0) }
        }
        if let scale = column.scale { inference.scales[column.name] = scale }
        if let name = column.zone {
          inference.scales[column.name] = options.zone(name).map(NumberScale.zone)
          if inference.scales[column.name] == nil { notes.append(.unknownZone(name, of: column.name)) }
        }
        inference.origins[column.name] = column.origin.joined(with: nil)
      }
      for item in tape.items(of: array) {
        try beginRow(text, at: tape.nodes[item].start)
        for (place, value) in zip(places, tape.items(of: item)) { put(tape, value, text, place) }
      }
    }
  }

  private mutating func beginRow(_ text: Span<UInt8>, at place: Int) throws(Diagnostic) {
    cells.beginRow(line: lineNumber(text, at: place))
    try check()
  }

  private mutating func check() throws(Diagnostic) {
    guard cells.isCheckDue else { return }
    try cells.check()
    try cancellation.check()
  }

  private mutating func lineNumber(_ text: Span<UInt8>, at place: Int) -> Int {
    for i in cursor.place..<max(cursor.place, place) where text[i] == 0x0A { cursor.line += 1 }
    cursor.place = max(cursor.place, place)
    return cursor.line
  }

  // MARK: Rows

  /// Puts an object's values into the last row; those of nested objects under `name.name`.
  private mutating func fill(
    _ tape: JSONTape, _ object: Int, _ text: Span<UInt8>, prefix: String, depth: Int
  ) throws(Diagnostic) {
    for (key, value) in tape.members(of: object) {
      let name = prefix + tape.string(key, in: text)
      if tape.nodes[value].kind == .object, depth < JSONTableReader.deepest {
        try fill(tape, value, text, prefix: name + ".", depth: depth + 1)
      } else {
        put(tape, value, text, try cells.place(of: name))
      }
    }
  }

  /// Puts the items of a list into a row, or uses them as names.
  private mutating func list(
    _ tape: JSONTape, _ array: Int, _ text: Span<UInt8>, line: Int, _ names: inout [Int]?, isFirst: Bool, hasMore: Bool
  ) throws(Diagnostic) {
    let items = tape.items(of: array)
    if isFirst {
      let texts = items.compactMap {
        tape.nodes[$0].kind == .string || tape.nodes[$0].kind == .escaped ? tape.string($0, in: text) : nil
      }
      let looksLikeNames = hasMore && texts.count == items.count && Set(texts).count == texts.count
      names = []
      if options.header ?? looksLikeNames {
        let all = items.map { tape.compact($0, in: text) }
        for name in CSVHeader.distinct(all).names { names?.append(try cells.place(of: name)) }
        return
      }
      notes.append(
        "the first list is data, so the columns are named column_1, column_2, …; header=yes reads it as names")
    }
    cells.beginRow(line: line)
    try check()
    for (place, item) in items.enumerated() {
      if let names, place < names.count {
        put(tape, item, text, names[place])
      } else if !tape.isNull(item) {
        put(tape, item, text, try cells.place(of: "column_\(place + 1)"))
      }
    }
  }

  private mutating func put(_ tape: JSONTape, _ node: Int, _ text: Span<UInt8>, _ place: Int) {
    let (value, isUnfit) = tape.value(node, in: text)
    if tape.nodes[node].kind == .array { nested += 1 }
    if tape.nodes[node].kind == .object { deep += 1 }
    if isUnfit {
      unfit.count += 1
      if unfit.count == 1 { unfit.first = value.fileText }
    }
    if case .text(let typed) = value, tape.isText(node) {
      if options.numbers, let number = NumberCell.read(typed).value {
        cells.set(number, place)
        return
      }
    }
    cells.set(value, place)
  }
}
