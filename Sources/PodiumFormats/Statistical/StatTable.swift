internal import PodiumCore
internal import PodiumPlugin

/// How to read a file of Stata, SPSS or SAS; what is nil is detected.
struct StatOptions {
  /// Whether values that have labels become categories.
  var usesLabels: Bool?
  /// The encoding of texts by the name that iconv knows.
  var encoding: String?
  /// More texts and numbers for missing values.
  var missing: [String] = []
  var types: [String: ColumnType] = [:]
  /// Which table of the file; nil for its only one.
  var table: String?
  /// The catalogue with the labels of a file of SAS.
  var catalogue: (name: String, bytes: [UInt8])?
}

/// Makes a table of the columns of a file of Stata, SPSS or SAS.
struct StatTable {
  private var file: StatFile
  private let options: StatOptions
  private var notices = NoticeList()

  /// The table, with what was decided.
  ///
  /// Throws `unknown-column` for a declared type of a column that is not there, and what reading throws.
  static func read(
    _ bytes: [UInt8], name: String, options: StatOptions, budget: ReadBudget, cancellation: Cancellation
  ) throws(Diagnostic) -> ReadTable {
    guard let kind = StatKind(start: Array(bytes.prefix(600))) else {
      try ForeignContent.refuse(bytes, name: name, as: "a file of Stata, SPSS or SAS")
      throw Diagnostic(
        "damaged-file", "'\(name)' does not begin like a file of Stata, SPSS or SAS",
        help: "check what kind of file it is")
    }
    func file(_ bytes: [UInt8]) throws(Diagnostic) -> StatFile {
      try StatInput.read(
        bytes, name: name, kind: kind, encoding: options.encoding, budget: budget, cancellation: cancellation)
    }
    guard kind == .transport else {
      guard options.table == nil else {
        throw Diagnostic(
          "unknown-table", "a file of \(kind.name) has one table", help: "leave out table=")
      }
      var table = StatTable(file: try file(bytes), options: options)
      if kind == .sas { try table.label(budget, cancellation) }
      return try table.read(budget, cancellation)
    }
    let transport = TransportFile(bytes, name: name)
    let member = try transport.choose(options.table)
    let read = try file(member.map(transport.bytes(of:)) ?? bytes)
    if let member { try transport.checkEnd(of: member, columns: read.variables.count) }
    var table = StatTable(file: read, options: options)
    if let note = transport.note { table.notices.append(note) }
    var made = try table.read(budget, cancellation)
    if transport.members.count > 1, let member { made.facts.append(.init("table", .text(member.name))) }
    return made
  }

  private init(file: StatFile, options: StatOptions) { (self.file, self.options) = (file, options) }

  /// Takes the labels of the catalogue, which belong to formats: names that end in a letter, in any case, before their widths.
  private mutating func label(_ budget: ReadBudget, _ cancellation: Cancellation) throws(Diagnostic) {
    guard let catalogue = options.catalogue else {
      let own = file.variables.filter { file.kind.isForeign(format: $0.format) }.map(\.format)
      if let first = own.first {
        notices.append(
          "\(own.count.counted("column")) \(own.count == 1 ? "has its labels" : "have their labels") in a catalogue (.sas7bcat), "
            + "first the format \(first.quotedInNotice); catalog=FILE names one in the same folder")
      }
      return
    }
    guard SASHeader.isCatalogue(catalogue.bytes) else {
      throw Diagnostic(
        "damaged-file", "'\(catalogue.name)' does not begin like a catalogue of SAS",
        help: "check what kind of file it is")
    }
    try budget.use(catalogue.bytes.count)
    let read = try StatInput.read(
      catalogue.bytes, name: catalogue.name, kind: .catalogue, encoding: options.encoding, budget: budget,
      cancellation: cancellation)
    for (list, labels) in read.labels { file.labels[StatKind.word(list)] = labels }
    for place in file.variables.indices { file.variables[place].labels = StatKind.word(file.variables[place].format) }
  }

  private mutating func read(_ budget: ReadBudget, _ cancellation: Cancellation) throws(Diagnostic) -> ReadTable {
    let distinct = CSVHeader.distinct(file.variables.map(\.name))
    for type in options.types.keys.sorted() where !distinct.names.contains(type) {
      throw Diagnostic.unknown("column", type, among: distinct.names)
    }
    var (columns, reports): ([Column], [ImportReport.Column]) = ([], [])
    for (place, variable) in file.variables.enumerated() {
      try cancellation.check()
      // The finished column beside what was read of it.
      try budget.use(rows: file.rowCount, columns: 1, cell: MemoryLayout<Value>.stride)
      let read = column(variable, named: distinct.names[place])
      columns.append(read.column)
      reports.append(read.report)
      for note in read.notes { notices.append(note) }
    }
    var facts = [ImportReport.Fact("format", .text("\(file.kind.name) \(file.version)"))]
    if file.kind == .sas, let catalogue = options.catalogue { facts.append(.init("labels", .text(catalogue.name))) }
    if !file.label.isEmpty { facts.append(.init("label", .text(file.label))) }
    return ReadTable(
      table: try Table(columns, rowCount: file.rowCount), facts: facts, columns: reports,
      notes: notices.finished + described())
  }

  /// The sentences that the file has for its columns, the first ten of them.
  private func described() -> [String] {
    let known = file.variables.filter { !$0.label.isEmpty && $0.label != $0.name }
    guard !known.isEmpty else { return [] }
    let shown = known.prefix(10).map { "\($0.name.quotedInNotice) is \($0.label.quotedInNotice)" }
    return [
      "the file describes \(known.count.counted("column")): " + shown.joined(separator: ", ")
        + (known.count > 10 ? ", …" : "")
    ]
  }

  // MARK: Columns

  private func column(_ variable: StatFile.Variable, named name: String) -> ReadColumn {
    var notes: [String] = []
    if let sentence = missingCodes(variable) { notes.append(sentence) }
    var made = variable.isText ? texts(variable, name) : numbers(variable, name)
    made.notes = (notes + made.notes).map { "column \(name.quotedInNotice): \($0)" }
    return made
  }

  /// How many cells hold each code for a missing value.
  private func missingCodes(_ variable: StatFile.Variable) -> String? {
    guard !variable.codes.isEmpty else { return nil }
    let names = names(of: variable)
    let sum = variable.codes.values.reduce(0, +)
    let parts = variable.codes.ordered { StatTable.shown($0.key) < StatTable.shown($1.key) }.prefix(8).map {
      code, count in
      StatTable.shown(code) + (names[code].map { " (\($0))" } ?? "") + " \(count)"
    }
    return "\(sum.counted("cell")) became missing, by the codes of the file: " + parts.joined(separator: ", ")
      + (variable.codes.count > 8 ? ", …" : "")
  }

  private static func shown(_ code: StatFile.Code) -> String {
    switch code {
    case .number(let number): Value.number(number).fileText
    case .text(let text): text.quotedInNotice
    case .letter(let letter): "." + String(UnicodeScalar(letter)).lowercased()
    }
  }

  /// The labels of a column's values; of labels that repeat, each but the first with its code.
  private func names(of variable: StatFile.Variable) -> [StatFile.Code: String] {
    var (names, taken): ([StatFile.Code: String], Set<String>) = ([:], [])
    for (code, label) in file.labels[variable.labels] ?? [] where names[code] == nil {
      let isNew = taken.insert(label).inserted
      names[code] = isNew ? label : "\(label) (\(StatTable.shown(code)))"
    }
    return names
  }

  /// The labels that repeat another one, so that they have their codes after them.
  private func repeated(_ variable: StatFile.Variable, _ names: [StatFile.Code: String]) -> [String] {
    var met: Set<StatFile.Code> = []
    let changed = (file.labels[variable.labels] ?? []).filter {
      met.insert($0.code).inserted && names[$0.code] ?? $0.label != $0.label && !StatTable.isLetter($0.code)
    }
    guard let first = changed.first else { return [] }
    return [
      "\(changed.count.counted("label")) that \(changed.count == 1 ? "repeats" : "repeat") another got "
        + "\(changed.count == 1 ? "its code" : "their codes"), first \((names[first.code] ?? "").quotedInNotice)"
    ]
  }

  private static func isLetter(_ code: StatFile.Code) -> Bool { if case .letter = code { true } else { false } }

  private func texts(_ variable: StatFile.Variable, _ name: String) -> ReadColumn {
    let missing = Set(options.missing)
    let names = options.usesLabels == false ? [:] : names(of: variable)
    let cells = variable.texts.map { text -> Value in
      guard let text, !missing.contains(text) else { return .missing }
      return .text(names[.text(text)] ?? text)
    }
    var column = read(CellColumn(name, cells, declared: options.types[name]))
    column.notes += repeated(variable, names)
    return column
  }

  /// A column by the rules for cells with types.
  private func read(_ cells: CellColumn) -> ReadColumn {
    let typed = TypedColumn(cells)
    var column = typed.read(cells)
    // The name of the column comes before them with those of the file.
    column.notes = typed.notices
    return column
  }

  private func numbers(_ variable: StatFile.Variable, _ name: String) -> ReadColumn {
    let missing = Set(options.missing.compactMap { Double(decimal: $0) })
    let values = missing.isEmpty ? variable.numbers : variable.numbers.map { missing.contains($0) ? .nan : $0 }
    let declared = options.types[name]
    var notes: [String] = []
    var result: ColumnValues?
    var outside: [Int] = []
    var scale: NumberScale?
    switch file.kind.clock(of: variable.format) {
    case .other(let notice)?: notes.append(notice)
    case .scaled(let named, let each)?:
      let seconds = each == 1 ? values : values.map { $0 / each }
      let isWithinDay = seconds.allSatisfy { $0.isNaN || (0..<Circle.day.period).contains($0) }
      (result, scale) = (.number(seconds), isWithinDay ? named : .duration)
    case let clock?:
      if let (moments, rows) = clock.values(values) { (result, outside) = (moments, rows) }
    case nil: break
    }
    if result == nil, options.usesLabels != false, !(declared?.isNumeric ?? false) {
      result = labelled(values, variable, &notes)
    }
    let plain = result ?? plain(values, variable)
    if let declared, declared != plain.type {
      let column = Column(name, plain)
      var read = read(CellColumn(name, (0..<column.count).map { column[$0] }, declared: declared))
      read.notes = notes + read.notes
      return read
    }
    let column = Column(name, plain, scale: scale)
    let report = ImportReport.Column(
      name: name, type: column.type, missing: column.missingCount, mismatchCount: outside.count,
      mismatches: outside.prefix(5).map { .init(line: $0 + 1, text: Value.number(values[$0]).fileText) })
    return ReadColumn(column, report: report, notes: notes)
  }

  /// The values by their labels, if each has one; nil for numbers of which only some have.
  private func labelled(
    _ values: [Double], _ variable: StatFile.Variable, _ notes: inout [String]
  ) -> ColumnValues? {
    let names = names(of: variable)
    var known: [Double: String] = [:]
    for case (.number(let number), let label) in names where !variable.isMissing(number) {
      known[number == 0 ? 0 : number] = label
    }
    guard !known.isEmpty else { return nil }
    let bare = Set(values.lazy.filter { !$0.isNaN && known[$0] == nil })
    if !bare.isEmpty {
      guard options.usesLabels == true else {
        notes.append(
          "stays numbers: it has labels for \(known.count.counted("value")) and none for \(bare.count); labels=yes makes it words"
        )
        return nil
      }
      for number in bare { known[number] = Value.number(number).fileText }
    }
    let codes = known.keys.sorted()
    notes += repeated(variable, names)
    if codes == [0, 1], known[0] == "false", known[1] == "true" {
      return .boolean(values.map { $0.isNaN ? nil : $0 == 1 })
    }
    let places = Dictionary(uniqueKeysWithValues: zip(codes, codes.indices.map { Int32(clamping: $0) }))
    let categories = Categorical(
      levels: codes.map { known[$0] ?? "" }, codes: values.map { $0.isNaN ? -1 : places[$0] ?? -1 })
    return variable.isOrdinal ? .ordered(categories) : .category(categories)
  }

  /// Whole numbers where the column has no others and its type or format says so.
  private func plain(_ values: [Double], _ variable: StatFile.Variable) -> ColumnValues {
    guard variable.isWhole || StatTable.showsNoDecimals(variable.format, file.kind),
      values.allSatisfy({ $0.isNaN || ($0 == $0.rounded() && abs($0) <= 9_007_199_254_740_992) })
    else { return .number(values) }
    return .integer(values.map { $0.isNaN ? ColumnValues.missingInteger : Int($0) })
  }

  /// Whether a format shows whole numbers: `F8.0` or `F8` in SPSS, `%12.0f` in Stata.
  private static func showsNoDecimals(_ format: String, _ kind: StatKind) -> Bool {
    switch kind {
    case .stata: format.hasSuffix(".0f") || format.hasSuffix(".0fc")
    case .spss, .portable:
      format.first == "F" && (format.hasSuffix(".0") || !format.contains("."))
    case .sas, .transport, .catalogue: false
    }
  }
}
