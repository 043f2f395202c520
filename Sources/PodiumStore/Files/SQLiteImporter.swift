public import PodiumCore
public import PodiumPlugin

/// `load FILE.sqlite`: a table, a view or a query of an SQLite database.
public struct SQLiteImporter: Importer {
  /// The key `table=`.
  public static let table = Parameter<String?>.text(
    "table", help: "Table or view to read; by default the only one.")
  /// The key `query=`.
  public static let query = Parameter<String?>.text(
    "query", help: "A SELECT over the tables of the file, as in query=\"select * from trips where km > 5\".")
  /// The key `types=`.
  public static let types = Parameter<[String: ColumnType]>.columnTypes(
    "types", help: "Column types to use instead of inferred ones, as in types=bib:text,time:number.")

  public let key = "sqlite"
  public let summary = "A table, view or query of an SQLite database."
  public let extensions = ["sqlite", "sqlite3", "db", "db3"]
  public let parameters = [table.any, query.any, types.any]

  public init() {}

  /// Whether the file begins like a database.
  public func recognises(_ context: any ImportContext) -> Bool {
    guard !context.isFolder, let file = context.files.first else { return false }
    do throws(Diagnostic) {
      return try context.start(of: file, count: 64).starts(with: ForeignDatabase.magic)
    } catch {
      return false
    }
  }

  /// Reads the file; nothing is written to it or its folder, and nothing in it is run except to compute values.
  ///
  /// Throws `several-tables`, `unknown-table`, `no-table`, `bad-query`, `not-allowed`, `not-a-database`,
  /// `damaged-file`, `file-busy`, `unfinished-write`, `unreadable-file`, `no-columns` and `too-large`.
  public func load(_ context: any ImportContext, options: ImportOptions) throws(Diagnostic) -> ImportedTable {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    if options[SQLiteImporter.table] != nil, options[SQLiteImporter.query] != nil {
      throw Diagnostic(
        "conflicting-keys", "'table' and 'query' cannot be combined", span: options.span(of: SQLiteImporter.table),
        help: "leave one of them out; a query names its own tables")
    }
    let database = try SQLiteImporter.open(file, context)
    var reader = SQLiteReader(database, context: context, types: options[SQLiteImporter.types])
    return try options.placing(["unknown-column"], under: SQLiteImporter.types) { () throws(Diagnostic) in
      if let query = options[SQLiteImporter.query] {
        return try options.placing(
          ["bad-query", "not-allowed", "no-columns", "too-large"], under: SQLiteImporter.query
        ) {
          () throws(Diagnostic) in
          try reader.read(query: query)
        }
      }
      let relation = try options.placing(["unknown-table"], under: SQLiteImporter.table) { () throws(Diagnostic) in
        try reader.choose(options[SQLiteImporter.table])
      }
      return try reader.read(relation)
    }
  }

  /// The file in place, otherwise its bytes: compressed and fetched files have no path.
  private static func open(_ file: String, _ context: any ImportContext) throws(Diagnostic) -> ForeignDatabase {
    if let path = context.localPath(of: file) {
      context.budget.opened(WorkspaceFile.size(path), isInMemory: false)
      do throws(Diagnostic) {
        return try ForeignDatabase.open(path: path, name: context.name, cancellation: context.cancellation)
      } catch {
        guard error.code == "not-a-database" else { throw error }
        let bytes = try context.bytes(of: file)
        guard bytes.starts(with: ForeignDatabase.magic) else { throw error }
        return try ForeignDatabase.open(bytes, name: context.name, cancellation: context.cancellation)
      }
    }
    return try ForeignDatabase.open(
      try context.bytes(of: file), name: context.name, cancellation: context.cancellation)
  }
}
