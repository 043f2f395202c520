internal import CSQLite
internal import PodiumCore

/// Tables in memory as virtual tables of SQLite: it asks for rows and cells, and nothing is copied.
///
/// A class: SQLite holds a pointer to it while the connection is open. It is used by one thread.
final class TableModule {
  let tables: [SharedTable]

  init(_ tables: [SharedTable]) { self.tables = tables }

  /// A virtual table of SQLite with the table it shows; SQLite's part must be first.
  struct Opened {
    var base = sqlite3_vtab()
    var table: Unmanaged<SharedTable>
  }

  /// A place in it.
  struct Cursor {
    var base = sqlite3_vtab_cursor()
    /// The position among the rows that are shown, or in the list of an index.
    var place = 0
    var count = 0
    /// The rows that an index found; nil for all.
    var found: Unmanaged<FoundRows>?
  }

  /// Makes the tables known to a connection under the module name `podium`.
  func register(on handle: OpaquePointer) -> Int32 {
    // SQLite keeps the pointer, as long as the connection is open.
    let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    kept.initialize(to: TableModule.functions())
    self.kept = kept
    return sqlite3_create_module_v2(handle, "podium", kept, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  private var kept: UnsafeMutablePointer<sqlite3_module>?

  deinit { kept?.deallocate() }

  private static func opened(_ table: UnsafeMutablePointer<sqlite3_vtab>) -> UnsafeMutablePointer<Opened> {
    UnsafeMutableRawPointer(table).assumingMemoryBound(to: Opened.self)
  }

  private static func cursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> UnsafeMutablePointer<Cursor> {
    UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self)
  }

  private static func functions() -> sqlite3_module {
    var module = sqlite3_module()
    module.xCreate = { handle, data, count, arguments, made, _ in
      TableModule.connect(handle, data, count, arguments, made)
    }
    module.xConnect = { handle, data, count, arguments, made, _ in
      TableModule.connect(handle, data, count, arguments, made)
    }
    module.xBestIndex = { TableModule.plan($0, $1) }
    module.xDisconnect = { TableModule.close($0) }
    module.xDestroy = { TableModule.close($0) }
    module.xOpen = { _, made in TableModule.open(made) }
    module.xClose = { TableModule.close(cursor: $0) }
    module.xFilter = { cursor, index, _, count, values in TableModule.start(cursor, index, count, values) }
    module.xNext = { cursor in
      guard let cursor else { return SQLITE_ERROR }
      TableModule.cursor(cursor).pointee.place += 1
      return SQLITE_OK
    }
    module.xEof = { cursor in
      guard let cursor else { return 1 }
      let own = TableModule.cursor(cursor)
      return own.pointee.place >= own.pointee.count ? 1 : 0
    }
    module.xColumn = { TableModule.column($0, $1, $2) }
    module.xRowid = { cursor, row in
      guard let cursor, let row else { return SQLITE_ERROR }
      row.pointee = Int64(TableModule.cursor(cursor).pointee.place)
      return SQLITE_OK
    }
    return module
  }

  /// `CREATE VIRTUAL TABLE … USING podium(NUMBER)`.
  private static func connect(
    _ handle: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ count: Int32,
    _ arguments: UnsafePointer<UnsafePointer<CChar>?>?,
    _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let data, count > 3, let text = arguments?[3], let number = Int(String(cString: text)) else {
      return SQLITE_ERROR
    }
    let module = Unmanaged<TableModule>.fromOpaque(data).takeUnretainedValue()
    guard module.tables.indices.contains(number) else { return SQLITE_ERROR }
    let table = module.tables[number]
    let code = sqlite3_declare_vtab(handle, table.declaration)
    guard code == SQLITE_OK else { return code }
    let own = UnsafeMutablePointer<Opened>.allocate(capacity: 1)
    own.initialize(to: Opened(table: Unmanaged.passUnretained(table)))
    made?.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  private static func close(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
    if let table { opened(table).deallocate() }
    return SQLITE_OK
  }

  private static func open(_ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?) -> Int32 {
    let own = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
    own.initialize(to: Cursor())
    made?.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }

  private static func close(cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    guard let cursor else { return SQLITE_OK }
    self.cursor(cursor).pointee.found?.release()
    self.cursor(cursor).deallocate()
    return SQLITE_OK
  }

  /// Offers an index for an equality with a value of another table, so that a join does not compare each pair of rows.
  private static func plan(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?, _ info: UnsafeMutablePointer<sqlite3_index_info>?
  ) -> Int32 {
    guard let table, let info else { return SQLITE_ERROR }
    let rows = Double(opened(table).pointee.table.takeUnretainedValue().count)
    info.pointee.estimatedCost = rows
    info.pointee.estimatedRows = Int64(rows)
    for place in 0..<Int(info.pointee.nConstraint) {
      let constraint = info.pointee.aConstraint[place]
      guard constraint.usable != 0, constraint.iColumn >= 0,
        Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
      else { continue }
      var constant: OpaquePointer?
      // A constant is compared once for each row: an index would take longer to make.
      if sqlite3_vtab_rhs_value(info, Int32(place), &constant) == SQLITE_OK { continue }
      // Other collations call more texts equal than an index finds.
      if let collation = sqlite3_vtab_collation(info, Int32(place)), String(cString: collation) != "BINARY" { continue }
      info.pointee.idxNum = constraint.iColumn + 1
      info.pointee.aConstraintUsage[place].argvIndex = 1
      info.pointee.estimatedCost = 10
      info.pointee.estimatedRows = 10
      break
    }
    return SQLITE_OK
  }

  private static func start(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ index: Int32, _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let cursor, let base = cursor.pointee.pVtab else { return SQLITE_ERROR }
    let own = self.cursor(cursor)
    let table = opened(base).pointee.table.takeUnretainedValue()
    own.pointee.found?.release()
    own.pointee.found = nil
    own.pointee.place = 0
    own.pointee.count = table.count
    if index > 0, count == 1, let value = values?[0] {
      let found = FoundRows(table.places(equalTo: value, column: Int(index) - 1))
      own.pointee.count = found.places.count
      own.pointee.found = Unmanaged.passRetained(found)
    }
    return SQLITE_OK
  }

  private static func column(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ number: Int32
  ) -> Int32 {
    guard let cursor, let base = cursor.pointee.pVtab else { return SQLITE_ERROR }
    let own = self.cursor(cursor).pointee
    let place = own.found.map { Int($0.takeUnretainedValue().places[own.place]) } ?? own.place
    opened(base).pointee.table._withUnsafeGuaranteedRef { $0.give(place, column: Int(number), to: context) }
    return SQLITE_OK
  }
}

/// The places that an index found. A class: a cursor holds a pointer to it.
final class FoundRows {
  let places: ArraySlice<Int32>

  init(_ places: ArraySlice<Int32>) { self.places = places.isEmpty ? [] : ArraySlice(Array(places)) }
}
