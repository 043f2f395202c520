public import PodiumCore

/// What an importer may read: one file or the files of one folder, with the core's parsers at hand.
public protocol ImportContext: Sendable {
  /// What the user typed, for messages.
  var name: String { get }
  /// Whether it is a folder.
  var isFolder: Bool { get }
  /// The files of the folder (names without a path, in code-point order), or the one file's name.
  var files: [String] { get }
  /// The flag that asks to stop.
  var cancellation: Cancellation { get }

  /// The bytes of a file of the folder, or of the one file.
  ///
  /// Throws `unknown-file`, `unreadable-file` and `too-large`.
  func bytes(of file: String) throws(Diagnostic) -> [UInt8]

  /// At most so many of the first bytes, unpacked as `bytes` does; of a large file no more is read.
  ///
  /// Throws what `bytes` throws. A packed file that is damaged later on gives its beginning.
  func start(of file: String, count: Int) throws(Diagnostic) -> [UInt8]

  /// How much memory reading may take; the copies of a context share it.
  var budget: ReadBudget { get }

  /// A file of the folder, or the one file, read as a table of delimited text.
  ///
  /// Throws what the reader finds wrong, with file and line.
  func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable

  /// The cells of a file of the folder, or of the one file, as texts, whatever its format: delimited text, the first
  /// sheet of a workbook, the largest table of a page.
  ///
  /// Row after row, blank ones too, each as wide as it is written; no row is taken for names. It is for files that
  /// hold labels, or several tables. Throws what the reader of the format finds wrong.
  func cells(of file: String) throws(Diagnostic) -> [[String]]

  /// All sheets of a file of the folder, or of the one file, as texts: delimited text is one, a workbook and a page have
  /// one for each sheet and table.
  ///
  /// A cell is what the sheet shows: a day without its midnight, `50%`, `017` where the format pads it, the name of an
  /// error. Throws what the reader of the format finds wrong.
  func sheets(of file: String) throws(Diagnostic) -> [CellSheet]

  /// The tables of an HTML page in their order, those within cells too; none where the page has no table.
  ///
  /// The bytes may come from anywhere, as from a script that writes a table. Throws `not-text`, `too-large`,
  /// `interrupted`, and `no-reader` in a context without a reader of pages.
  func webTables(in page: [UInt8], named name: String) throws(Diagnostic) -> [WebTable]

  /// The same files, called otherwise in messages: the address that one was fetched from.
  func named(_ shown: String) -> any ImportContext

  /// The same files, read on at most so many threads; what is read does not depend on it.
  func using(threads: Int) -> any ImportContext

  /// The bytes of a file in the folder of the one file, by its name: for a format that keeps a part in a file of its own.
  ///
  /// Nil where there is none. Throws what `bytes` throws.
  func companion(_ name: String) throws(Diagnostic) -> [UInt8]?

  /// The path of a file of the folder, or of the one file, on this machine: for a library that opens files by itself.
  ///
  /// Nil where only its bytes are available. The file may be packed; `bytes` unpacks it.
  func localPath(of file: String) -> String?

  /// One column of cells that bring types of their own; what does not fit its type becomes missing and is reported.
  func column(_ cells: CellColumn) -> ReadColumn

  /// What an http or https address names.
  ///
  /// Throws `network-closed` where the network is closed, and what the network and the server do wrong.
  func fetch(_ url: String) throws(Diagnostic) -> FetchedResource

  /// The same context with the network of a session.
  func connected(to network: NetworkAccess) -> any ImportContext

  /// The rules of a zone of the IANA database, for times in files without an offset.
  ///
  /// Throws `unknown-time-zone`, and `no-zones` without a database of zones.
  func zone(_ name: String) throws(Diagnostic) -> ZoneRules

  /// The same context with the zones of a session.
  func using(zones: (@Sendable (String) throws(Diagnostic) -> ZoneRules)?) -> any ImportContext
}

extension ImportContext {
  /// The one file that it names; throws `not-a-file` for a folder.
  public func oneFile() throws(Diagnostic) -> String {
    guard !isFolder, let file = files.first else {
      throw Diagnostic("not-a-file", "'\(name)' is a folder", help: "name a file in it")
    }
    return file
  }

  /// The beginning of all its bytes, unless it can read less.
  public func start(of file: String, count: Int) throws(Diagnostic) -> [UInt8] {
    Array(try bytes(of: file).prefix(max(0, count)))
  }

  /// A budget of its own for each question, unless it keeps one.
  public var budget: ReadBudget { ReadBudget(name) }

  /// A context has no other files, unless it says otherwise.
  public func companion(_ name: String) throws(Diagnostic) -> [UInt8]? { nil }

  /// A context has nothing but bytes, unless it says otherwise.
  public func localPath(of file: String) -> String? { nil }

  /// Without a reader of its own, the narrowest type that holds all cells.
  public func column(_ cells: CellColumn) -> ReadColumn {
    let column = Column(cells.name, values: cells.cells)
    return ReadColumn(
      column, report: ImportReport.Column(name: column.name, type: column.type, missing: column.missingCount))
  }

  /// Without a reader of its own, the cells of its table.
  public func cells(of file: String) throws(Diagnostic) -> [[String]] {
    let table = try table(of: file, options: DelimitedOptions(header: false, missing: [])).table
    return (0..<table.rowCount).map { row in table.columns.map { $0[row].isMissing ? "" : $0[row].fileText } }
  }

  /// A context without a reader of pages.
  public func webTables(in page: [UInt8], named name: String) throws(Diagnostic) -> [WebTable] {
    throw Diagnostic("no-reader", "'\(name)' is a page, which cannot be read here")
  }

  /// The value of a JSON file of the folder, or of the one file.
  ///
  /// Throws what `bytes` throws, and `malformed-json` with the line.
  public func json(of file: String) throws(Diagnostic) -> JSONValue {
    let bytes = try bytes(of: file)
    let budget = isFolder ? ReadBudget(file, opened: bytes.count) : self.budget
    // There are at most as many values as commas and brackets, and one more.
    let values = bytes.count { $0 == 0x2C || $0 == 0x5B || $0 == 0x7B } + 1
    try budget.use(rows: values, columns: 2, cell: MemoryLayout<JSONValue>.stride)
    return try JSONReader.value(bytes, file: isFolder ? FilePath.join(name, file) : name)
  }

  /// A context without zones.
  public func zone(_ name: String) throws(Diagnostic) -> ZoneRules {
    throw .noZones
  }

  /// The zone of a name or an offset that a file has for a column; nil where it is not known.
  public func zone(named name: String) -> Zone? {
    Zone(offset: name) ?? (try? zone(name)).map { Zone(name, rules: $0) }
  }

  /// A context that asks for no zone stays as it is.
  public func using(zones: (@Sendable (String) throws(Diagnostic) -> ZoneRules)?) -> any ImportContext { self }

  /// A context that reads on one thread, or on as many as it likes, stays as it is.
  public func using(threads: Int) -> any ImportContext { self }

  /// Its own name, unless it can be called otherwise.
  public func named(_ shown: String) -> any ImportContext { self }

  /// A context without a network.
  public func fetch(_ url: String) throws(Diagnostic) -> FetchedResource {
    try NetworkAccess.closed(cancellation).fetch(url)
  }

  /// A context that has no use for a network.
  public func connected(to network: NetworkAccess) -> any ImportContext { self }
}

/// A table of delimited text and what reading it decided and changed.
public struct DelimitedTable: Sendable {
  public var table: Table
  /// What was decided and changed.
  public var report: ImportReport

  /// Joins a table with its report.
  public init(_ table: Table, report: ImportReport) {
    self.table = table
    self.report = report
  }

  /// Joins a table with notes on it.
  public init(_ table: Table, notes: [String]) { self.init(table, report: ImportReport(notes: notes)) }

  /// All notes on reading it, one sentence each.
  public var notes: [String] { report.sentences }
}
