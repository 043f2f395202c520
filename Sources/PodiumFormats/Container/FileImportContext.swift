public import PodiumCore
public import PodiumPlugin

/// One file or folder of a file access, as importers see it.
public struct FileImportContext: ImportContext {
  /// What the user typed.
  public let name: String
  /// Whether it is a folder.
  public let isFolder: Bool
  /// The names of its files.
  public let files: [String]
  /// The interrupt flag.
  public let cancellation: Cancellation
  private let path: String
  private let access: any FileAccess
  private var threads = Parallel.processors
  private var network: NetworkAccess

  /// Examines a path; for a folder it lists the files.
  public init(_ path: String, access: any FileAccess, cancellation: Cancellation) throws(Diagnostic) {
    self.path = path
    self.access = access
    self.cancellation = cancellation
    network = .closed(cancellation)
    name = path.split(separator: "/").last.map(String.init) ?? path
    isFolder = access.kind(of: path) == .folder
    files = isFolder ? try access.list(path, shown: name) : [name]
  }

  /// The same files, read on at most this many threads.
  public func using(threads: Int) -> any ImportContext {
    var context = self
    context.threads = max(1, threads)
    return context
  }

  /// The bytes of a file in the folder, or of the one file; gzip is decompressed, whatever the importer.
  public func bytes(of file: String) throws(Diagnostic) -> [UInt8] {
    // An importer may only name listed files, so it cannot leave the folder.
    guard files.contains(file) else {
      throw Diagnostic("unknown-file", "there is no file '\(file)' in '\(name)'")
    }
    let shown = isFolder ? name + "/" + file : name
    let bytes = try access.read(isFolder ? path + "/" + file : path, shown: shown)
    return try Gzip.unpacked(bytes, name: shown, cancellation: cancellation)
  }

  /// Its path; nil for files that are not on this machine.
  public func localPath(of file: String) -> String? {
    guard files.contains(file) else { return nil }
    let whole = isFolder ? path + "/" + file : path
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

  /// The cells of a file by the readers of this target.
  public func cells(of file: String) throws(Diagnostic) -> [[String]] {
    let bytes = try bytes(of: file)
    return try CellRows.read(bytes, name: isFolder ? name + "/" + file : name, cancellation: cancellation)
  }

  /// The tables of a page by the reader of this target.
  public func webTables(in page: [UInt8], named name: String) throws(Diagnostic) -> [WebTable] {
    try HTMLReader.tables(page, name: name, cancellation: cancellation)
  }

  /// A file read as a table of delimited text.
  public func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable {
    let shown = isFolder ? name + "/" + file : name
    let bytes = try bytes(of: file)
    try ForeignContent.refuse(bytes, name: shown, as: "delimited text")
    var read = try CSVOptions(options)
    read.threads = threads
    let loaded = try CSVReader.read(bytes, name: shown, options: read, cancellation: cancellation)
    return DelimitedTable(loaded.table, report: loaded.report.imported)
  }
}
