public import PodiumCore
public import PodiumPlugin

/// One file or folder of a file access, as importers see it.
public struct FileImportContext: ImportContext {
  /// What the user typed.
  public private(set) var name: String
  /// Whether it is a folder.
  public let isFolder: Bool
  /// The names of its files.
  public let files: [String]
  /// The interrupt flag.
  public let cancellation: Cancellation
  /// What reading the one file may take; in a folder each file has its own.
  public private(set) var budget: ReadBudget
  private let path: String
  private let access: any FileAccess
  private var threads = Parallel.processors
  private var network: NetworkAccess
  private var zones: (@Sendable (String) throws(Diagnostic) -> ZoneRules)?

  /// Examines a path; for a folder it lists the files.
  public init(_ path: String, access: any FileAccess, cancellation: Cancellation) throws(Diagnostic) {
    self.path = path
    self.access = access
    self.cancellation = cancellation
    network = .closed(cancellation)
    name = FilePath(path).name
    budget = ReadBudget(name)
    isFolder = access.kind(of: path) == .folder
    files = isFolder ? try access.list(path, shown: name) : [name]
  }

  /// The same files under another name in messages; nothing must have been read yet.
  public func named(_ shown: String) -> any ImportContext {
    var context = self
    (context.name, context.budget) = (shown, ReadBudget(shown))
    return context
  }

  /// The same files, read on at most this many threads.
  public func using(threads: Int) -> any ImportContext {
    var context = self
    context.threads = max(1, threads)
    return context
  }

  /// The bytes of a file in the folder, or of the one file; gzip is decompressed, whatever the importer.
  public func bytes(of file: String) throws(Diagnostic) -> [UInt8] {
    try bytes(of: file, budget(of: file))
  }

  private func bytes(of file: String, _ budget: ReadBudget) throws(Diagnostic) -> [UInt8] {
    let place = try place(of: file)
    let bytes = try access.read(place, shown: shown(file))
    budget.opened(bytes.count)
    return try Gzip.unpacked(bytes, name: shown(file), cancellation: cancellation, budget: budget)
  }

  /// The first bytes of a file; of gzip no more is unpacked than that takes.
  public func start(of file: String, count: Int) throws(Diagnostic) -> [UInt8] {
    let place = try place(of: file)
    let count = max(0, count)
    // Enough of a packed file for its header and so much content.
    let bytes = try access.start(of: place, count: max(count, 1 << 16), shown: shown(file))
    return try Gzip.start(bytes, count: count, name: shown(file))
  }

  /// A file in the same folder, which a name with a path would leave.
  public func companion(_ name: String) throws(Diagnostic) -> [UInt8]? {
    guard !isFolder, !FilePath(name).hasFolder else { return nil }
    let place = FilePath(path).parent?.joined(name).text ?? name
    return access.kind(of: place) == .file ? try access.read(place, shown: name) : nil
  }

  /// The path of a listed file: an importer may name no other, so it cannot leave the folder.
  private func place(of file: String) throws(Diagnostic) -> String {
    guard files.contains(where: { FilePath.isSame($0, file) }) else {
      throw Diagnostic("unknown-file", "there is no file '\(file)' in '\(name)'")
    }
    return isFolder ? FilePath.join(path, file) : path
  }

  private func shown(_ file: String) -> String { isFolder ? FilePath.join(name, file) : name }

  private func budget(of file: String) -> ReadBudget { isFolder ? ReadBudget(shown(file)) : budget }

  /// Its path; nil for files that are not on this machine.
  public func localPath(of file: String) -> String? {
    guard files.contains(where: { FilePath.isSame($0, file) }) else { return nil }
    let whole = isFolder ? FilePath.join(path, file) : path
    return access.localPath(of: whole)
  }

  /// A column of typed cells, by the rules of this target's README.
  public func column(_ cells: CellColumn) -> ReadColumn { TypedColumn(cells).read(cells) }

  /// The content of an address, if the session allows its importers to use the network.
  public func fetch(_ url: String) throws(Diagnostic) -> FetchedResource { try network.fetch(url) }

  /// The same files with a session's network access.
  public func connected(to network: NetworkAccess) -> any ImportContext {
    var copy = self
    copy.network = network
    return copy
  }

  /// The rules of a zone, where a session gave its zones.
  public func zone(_ name: String) throws(Diagnostic) -> ZoneRules {
    guard let zones else { throw .noZones }
    return try zones(name)
  }

  /// The same files with a session's zones.
  public func using(zones: (@Sendable (String) throws(Diagnostic) -> ZoneRules)?) -> any ImportContext {
    var copy = self
    copy.zones = zones
    return copy
  }

  /// The cells of a file by the readers of this target.
  public func cells(of file: String) throws(Diagnostic) -> [[String]] {
    let budget = budget(of: file)
    let bytes = try bytes(of: file, budget)
    return try CellRows.read(bytes, name: shown(file), cancellation: cancellation, budget: budget)
  }

  /// The sheets of a file by the readers of this target.
  public func sheets(of file: String) throws(Diagnostic) -> [CellSheet] {
    let budget = budget(of: file)
    let bytes = try bytes(of: file, budget)
    return try CellRows.sheets(bytes, name: shown(file), cancellation: cancellation, budget: budget)
  }

  /// The tables of a page by the reader of this target.
  public func webTables(in page: [UInt8], named name: String) throws(Diagnostic) -> [WebTable] {
    try HTMLReader.tables(page, name: name, cancellation: cancellation)
  }

  /// A file read as a table of delimited text.
  public func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable {
    let shown = shown(file)
    var read = options
    read.threads = threads
    let start = try start(of: file, count: DecodedText.startBytes)
    try ForeignContent.refuse(start, name: shown, as: "delimited text")
    try DecodedText.refuse(start: start, name: shown, as: read.encoding)
    let budget = budget(of: file)
    let bytes = try bytes(of: file, budget)
    let loaded = try CSVReader.read(
      bytes, name: shown, options: read, cancellation: cancellation, budget: budget)
    return DelimitedTable(loaded.table, report: loaded.report.imported)
  }
}

extension Services {
  /// Services over some files, of which importers read too.
  public init(
    over files: any FileAccess, folder: String, datasetFolders: [String] = [],
    clock: @escaping @Sendable () -> Double, version: String = "0"
  ) {
    self.init(
      files: files, folder: folder, datasetFolders: datasetFolders, importContext: Services.opening(files),
      clock: clock,
      version: version)
  }

  /// Reads and writes other files from now on, also for importers.
  public mutating func use(_ files: any FileAccess) {
    self.files = files
    importContext = Services.opening(files)
  }

  private static func opening(
    _ files: any FileAccess
  ) -> @Sendable (String, Cancellation) throws(Diagnostic) -> any ImportContext {
    { (path, cancellation) throws(Diagnostic) in
      try FileImportContext(path, access: files, cancellation: cancellation)
    }
  }
}
