internal import PodiumCore
internal import PodiumPlugin

/// Reads ARFF, the attribute-relation files of Weka: dense and sparse rows, nominal, numeric, string and date columns.
///
/// The declaration of an attribute is its type; a cell that does not fit it is an error, not a missing value. Cells are
/// separated by commas. Nominal values keep their declared order; `% ordered` after the declaration, which podium
/// writes and other programs ignore, makes that order meaningful; `% zone NAME` names the clock of moments, which are in UTC.
struct ARFFReader {
  let name: String
  let cancellation: Cancellation
  private let zone: (String) -> Zone?
  private var columns: [ARFFColumn] = []
  private var comments: [String] = []
  private var names: Set<String> = []
  private var relation = ""
  private var isData = false
  private var rowCount = 0
  private var filled = 0
  private var omitted = 0
  private var weights: [Double] = []
  private var lineOfRow: [UInt32] = []
  private let budget: ReadBudget
  /// The bytes of a row, of the long texts so far, and of what was counted.
  private var (rowBytes, textBytes, counted) = (8, 0, 0)

  private init(name: String, cancellation: Cancellation, budget: ReadBudget, zone: @escaping (String) -> Zone?) {
    (self.budget, self.zone) = (budget, zone)
    self.name = name
    self.cancellation = cancellation
  }

  /// Reads a whole file.
  ///
  /// `zone` gives that of a name. Throws `malformed-arff` with line and attribute, `relational-arff`, `not-text`, `too-large`, `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget? = nil,
    zone: @escaping (String) -> Zone? = { Zone(offset: $0) }
  ) throws(Diagnostic) -> ReadTable {
    let decoded = try DecodedText.decode(bytes, name: name)
    var reader = ARFFReader(
      name: name, cancellation: cancellation,
      budget: budget ?? ReadBudget(name, opened: bytes.count), zone: zone)
    try reader.read(decoded.bytes.span, from: decoded.start)
    var read = try reader.table()
    if let bad = decoded.firstBadByte {
      read.notes.insert("byte \(bad) is not utf-8; the file was read as \(decoded.encoding.rawValue)", at: 0)
    }
    return read
  }

  private mutating func read(_ text: Span<UInt8>, from start: Int) throws(Diagnostic) {
    var i = start
    var line = 1
    var tokens = ARFFLine()
    while i < text.count {
      let end = text.lineEnd(from: i)
      if line & 0x3FF == 0 { try cancellation.check() }
      do throws(ARFFFault) {
        try tokens.split(text, i..<end, keepsBlanks: isData, budget: budget)
        if !tokens.tokens.isEmpty {
          if isData { try dataLine(tokens, line) } else { try headerLine(tokens) }
        }
        // What a declaration holds is kept.
        if isData, tokens.counted > 0 { budget.free(tokens.counted) }
      } catch {
        throw fault(error, line)
      }
      if line & 0xFF == 0 { try checkSize(line) }
      try count()
      i = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      line += 1
    }
    guard isData else { throw fault(ARFFFault("the file has no @data section"), max(1, line - 1)) }
    try checkSize(line - 1)
    try count(atEnd: true)
  }

  /// Counts what the rows take, some at a time.
  private mutating func count(atEnd isEnd: Bool = false) throws(Diagnostic) {
    let bytes = rowCount * rowBytes + textBytes
    guard bytes - counted > 1 << 20 || isEnd else { return }
    try budget.use(max(0, bytes - counted))
    counted = max(bytes, counted)
  }

  private func fault(_ fault: ARFFFault, _ line: Int) -> Diagnostic {
    if let stop = fault.stop { return stop.inFile(name, line: line) }
    return Diagnostic(
      fault.what.hasSuffix("is relational") ? "relational-arff" : "malformed-arff", fault.what,
      help: fault.what.hasSuffix("is relational")
        ? "write each inner table to a separate file"
        : "correct the line: separate cells by commas, and quote values with spaces or punctuation"
    ).inFile(name, line: line)
  }

  private func checkSize(_ line: Int) throws(Diagnostic) {
    let cells = rowCount.multipliedReportingOverflow(by: columns.count)
    if cells.overflow || (cells.partialValue > TypedCells.freeCells && cells.partialValue / 16 > filled) {
      throw Diagnostic(
        "too-large",
        "the sparse rows expand to \(rowCount) × \(columns.count) cells, of which only \(filled) are given",
        help: "keep only some of the columns"
      ).inFile(name, line: line)
    }
  }

  // MARK: Header

  private mutating func headerLine(_ line: ARFFLine) throws(ARFFFault) {
    guard let first = line.tokens.first, first.mark == nil, !first.isQuoted else {
      throw ARFFFault("a header line must begin with @relation, @attribute or @data")
    }
    switch first.text.lowercased() {
    case "@relation": relation = line.tokens.dropFirst().first?.text ?? ""
    case "@attribute": try attribute(line)
    case "@data":
      guard !columns.isEmpty else { throw ARFFFault("@data comes before any @attribute") }
      isData = true
      rowBytes += columns.reduce(0) { $0 + $1.cellBytes }
    default:
      throw ARFFFault("\(first.text.quotedInNotice) cannot begin a header line; use @relation, @attribute or @data")
    }
  }

  private mutating func attribute(_ line: ARFFLine) throws(ARFFFault) {
    let tokens = line.tokens
    guard tokens.count >= 2, tokens[1].mark == nil else { throw ARFFFault("@attribute has no name") }
    let name = tokens[1].text
    let shown = "attribute \(name.quotedInNotice)"
    guard tokens.count >= 3 else { throw ARFFFault("\(shown) has no type") }
    guard names.insert(name).inserted else { throw ARFFFault("\(shown) is declared twice") }
    guard columns.count < ReadLimits().columns else {
      throw ARFFFault("there are more than \(ReadLimits().columns) attributes")
    }
    let kind: ARFFAttribute.Kind
    if tokens[2].mark == 0x7B {
      kind = .nominal(try nominal(tokens[3...], shown), isOrdered: line.comment == "ordered")
    } else {
      switch tokens[2].text.lowercased() {
      case "numeric", "real": kind = .numeric
      case "integer": kind = .integer
      case "string": kind = .string
      case "relational": throw ARFFFault("\(shown) is relational")
      case "date":
        let typed = tokens.count > 3 ? tokens[3].text : DatePattern.standard
        guard let pattern = DatePattern(typed) else {
          throw ARFFFault(
            "\(shown) has the date format \(typed.quotedInNotice), which does not give the date in digits")
        }
        kind = .date(pattern)
      default:
        throw ARFFFault(
          "\(shown) has the unknown type \(tokens[2].text.quotedInNotice); known: numeric, integer, real, string, date, {…}"
        )
      }
      let most = if case .date = kind { 4 } else { 3 }
      guard tokens.count <= most else { throw ARFFFault("\(shown) has something after its type") }
    }
    columns.append(ARFFColumn(ARFFAttribute(name: name, kind: kind)))
    comments.append(line.comment)
  }

  private func nominal(_ tokens: ArraySlice<ARFFLine.Token>, _ shown: String) throws(ARFFFault) -> [String] {
    var levels: [String] = []
    var seen: Set<String> = []
    var isValue = true
    for (offset, token) in tokens.enumerated() {
      switch token.mark {
      case 0x7D:
        guard offset == tokens.count - 1 else { throw ARFFFault("\(shown) has something after its values") }
        return levels
      case 0x2C:
        guard !isValue else { throw ARFFFault("\(shown) has an empty value") }
        isValue = true
      case nil:
        guard isValue else { throw ARFFFault("\(shown) has no comma before \(token.text.quotedInNotice)") }
        guard seen.insert(token.text).inserted else {
          throw ARFFFault("\(shown) has the value \(token.text.quotedInNotice) twice")
        }
        levels.append(token.text)
        isValue = false
      default: throw ARFFFault("\(shown) has a brace among its values")
      }
    }
    throw ARFFFault("\(shown) has values without a closing brace")
  }

  // MARK: Data

  private mutating func dataLine(_ line: ARFFLine, _ number: Int) throws(ARFFFault) {
    var tokens = line.tokens
    // A weight is in braces at the end of the row.
    var weight: Double?
    if tokens.count > 4, tokens[tokens.count - 1].mark == 0x7D, tokens[tokens.count - 3].mark == 0x7B,
      tokens[tokens.count - 4].mark == 0x2C
    {
      let text = tokens[tokens.count - 2].text
      switch NumberCell.read(text) {
      case .integer(let whole): weight = Double(whole)
      case .real(let real): weight = real
      case .word, .other: throw ARFFFault("the weight \(text.quotedInNotice) is not a number")
      }
      tokens.removeLast(4)
    }
    if tokens.first?.mark == 0x7B { try sparse(tokens) } else { try dense(tokens) }
    rowCount += 1
    lineOfRow.append(UInt32(clamping: number))
    if let weight {
      weights += Array(repeating: 1, count: rowCount - 1 - weights.count) + [weight]
    }
  }

  private mutating func dense(_ tokens: [ARFFLine.Token]) throws(ARFFFault) {
    var place = 0
    var isValue = true
    for token in tokens {
      if token.mark == 0x2C {
        guard !isValue else { throw empty(place) }
        isValue = true
        continue
      }
      guard token.mark == nil else { throw ARFFFault("a row that does not begin with a brace contains one") }
      guard isValue else {
        throw ARFFFault("attribute \(shown(place - 1)): \(token.text.quotedInNotice) follows the cell")
      }
      guard place < columns.count else {
        throw ARFFFault(
          "the row has more cells than there are attributes; the last attribute is \(shown(place - 1))")
      }
      try append(token, place)
      place += 1
      isValue = false
    }
    if isValue { throw empty(place) }
    guard place == columns.count else {
      throw ARFFFault("the row ends after \(place.counted("cell")): attribute \(shown(place)) has no cell")
    }
  }

  private func empty(_ place: Int) -> ARFFFault {
    ARFFFault("attribute \(shown(place)): the cell is empty; write ? for a missing value")
  }

  private func shown(_ place: Int) -> String {
    place >= 0 && place < columns.count ? columns[place].attribute.name.quotedInNotice : "\(place + 1)"
  }

  private mutating func append(_ token: ARFFLine.Token, _ place: Int) throws(ARFFFault) {
    do throws(ARFFFault) { try columns[place].append(token) } catch {
      throw ARFFFault("attribute \(shown(place)): \(error.what)")
    }
    filled += 1
    if token.text.utf8.count > 15, case .string = columns[place].attribute.kind {
      textBytes += token.text.utf8.count + 32
    }
  }

  /// A row of indices and values, indices from 0 and increasing.
  private mutating func sparse(_ tokens: [ARFFLine.Token]) throws(ARFFFault) {
    guard tokens.last?.mark == 0x7D else { throw ARFFFault("the sparse row has no closing brace") }
    var next = 0
    var rest = tokens.dropFirst().dropLast()
    while !rest.isEmpty {
      let pair = rest.prefix { $0.mark != 0x2C }
      rest = rest.dropFirst(pair.count)
      if rest.first != nil {
        rest = rest.dropFirst()
        if rest.isEmpty { throw ARFFFault("the sparse row ends with a comma") }
      }
      let (index, value) = try split(Array(pair))
      guard let place = Int(index), place >= next, place < columns.count else {
        throw ARFFFault(
          "the sparse row has the index \(index.quotedInNotice) where one from \(next) to \(columns.count - 1) is required"
        )
      }
      for omittedPlace in next..<place where !columns[omittedPlace].appendOmitted() { omitted += 1 }
      try append(value, place)
      next = place + 1
    }
    for place in next..<columns.count where !columns[place].appendOmitted() { omitted += 1 }
  }

  /// The index and the value of a sparse cell, separated by spaces.
  private func split(_ tokens: [ARFFLine.Token]) throws(ARFFFault) -> (String, ARFFLine.Token) {
    guard tokens.count == 2, tokens[0].mark == nil, tokens[1].mark == nil, !tokens[0].isQuoted else {
      throw ARFFFault("a sparse cell is an index, a space and a value")
    }
    return (tokens[0].text, tokens[1])
  }

  // MARK: Result

  private func table() throws(Diagnostic) -> ReadTable {
    var made: [Column] = []
    var notes: [String] = []
    for (column, comment) in zip(columns, comments) {
      var read = column.column(column.attribute.name, comment: comment)
      let name = String(comment.dropFirst(ARFFWriter.zoneMark.count))
      if read.type == .datetime, comment.hasPrefix(ARFFWriter.zoneMark), Zone.isName(name) {
        let zone = zone(name)
        if zone == nil { notes.append(.unknownZone(name, of: read.name)) }
        read = Column(read.name, read.values, scale: zone.map(NumberScale.zone))
      }
      made.append(read)
    }
    if rowCount == 0 { notes.append("the file has attributes but no rows") }
    if omitted > 0 {
      notes.append("\(omitted.counted("cell")) omitted from sparse rows became missing: texts and dates have no zero")
    }
    if !weights.isEmpty {
      let names = made.map(\.name)
      let name = names.contains("weight") ? CSVHeader.distinct(names + ["weight"]).names.last ?? "weight" : "weight"
      let all = weights + Array(repeating: 1, count: rowCount - weights.count)
      made.append(Column(name, .number(all), role: .ignored))
      notes.append("the row weights became column \(name.quotedInNotice), which no learner uses")
    }
    var facts: [ImportReport.Fact] = []
    if !relation.isEmpty { facts.append(.init("relation", .text(relation))) }
    return ReadTable(
      table: try Table(made, rowCount: rowCount), facts: facts,
      columns: made.enumerated().map { place, column in
        ImportReport.Column(
          name: column.name, type: column.type, missing: column.missingCount,
          offsets: place < columns.count && columns[place].attribute.hasOffsets
            ? ImportReport.Offsets(count: rowCount - column.missingCount) : nil)
      }, notes: notes)
  }
}
