internal import CSQLite
internal import PodiumCore

/// Tables in memory as virtual tables of SQLite: it asks for rows and cells, and nothing is copied.
///
/// A class: SQLite holds a pointer to it while the connection is open. It is used by one thread.
final class TableModule {
  private var tables: [SharedTable] = []
  let cancellation: Cancellation

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Keeps a table to show; gives its number.
  func add(_ table: SharedTable) -> Int {
    tables.append(table)
    return tables.count - 1
  }

  /// A virtual table of SQLite with the table it shows; SQLite's part must be first.
  struct Opened {
    var base = sqlite3_vtab()
    var table: Unmanaged<SharedTable>
    let module: Unmanaged<TableModule>
  }

  /// A place in it.
  struct Cursor {
    var base = sqlite3_vtab_cursor()
    /// The position among the rows that are shown, or in the list of an index.
    var place = 0
    var count = 0
    var table: Unmanaged<SharedTable>
    /// The groups that are shown in place of the rows.
    var groups: Unmanaged<GroupedTable>?
    /// The places that an index or a plan found, which belong to the cursor; nil for all in their order.
    var found: UnsafeMutablePointer<UInt32>?

    mutating func find(_ places: some Collection<UInt32>) {
      let found = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: max(1, places.count))
      _ = found.initialize(fromContentsOf: places)
      (self.found, count) = (found.baseAddress, places.count)
    }
  }

  /// Makes the tables known to a connection under the module name `podium`.
  func register(on handle: OpaquePointer) -> Int32 {
    // SQLite keeps the pointer, as long as the connection is open.
    let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    kept.initialize(to: TableModule.functions())
    self.kept = kept
    let code = sqlite3_create_module_v2(handle, "podium", kept, Unmanaged.passUnretained(self).toOpaque(), nil)
    guard code == SQLITE_OK else { return code }
    // Others read the library's own state, or make tables of a text.
    return podium_sqlite_keep_module(handle, "podium")
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
    module.xOpen = { TableModule.open($0, $1) }
    module.xClose = { TableModule.close(cursor: $0) }
    module.xFilter = { TableModule.start($0, $1, $2, $3, $4) }
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
      let own = TableModule.cursor(cursor)
      let at = own.pointee.place
      row.pointee = Int64(own.pointee.found.map { Int($0[at]) } ?? at)
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
    let code = sqlite3_declare_vtab(handle, table.declaration(and: table.groups?.names ?? []))
    guard code == SQLITE_OK else { return code }
    let own = UnsafeMutablePointer<Opened>.allocate(capacity: 1)
    own.initialize(to: Opened(table: Unmanaged.passUnretained(table), module: Unmanaged.passUnretained(module)))
    made?.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  private static func close(_ table: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
    if let table { opened(table).deallocate() }
    return SQLITE_OK
  }

  private static func open(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?,
    _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    guard let table else { return SQLITE_ERROR }
    let own = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
    let shared = opened(table).pointee.table
    own.initialize(to: Cursor(table: shared, groups: shared.takeUnretainedValue().groups.map(Unmanaged.passUnretained)))
    made?.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }

  private static func close(cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    guard let cursor else { return SQLITE_OK }
    self.cursor(cursor).pointee.found?.deallocate()
    self.cursor(cursor).deallocate()
    return SQLITE_OK
  }

  /// Offers an index for an equality with a value of another table, so that a join does not compare each pair of rows; else
  /// comparisons with constants and an order of the rows, which take one pass over a column here and a call for each cell there.
  private static func plan(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?, _ info: UnsafeMutablePointer<sqlite3_index_info>?
  ) -> Int32 {
    guard let table, let info else { return SQLITE_ERROR }
    let shared = opened(table).pointee.table.takeUnretainedValue()
    info.pointee.estimatedCost = Double(shared.count)
    info.pointee.estimatedRows = Int64(shared.count)
    var plan = TablePlan()
    for place in 0..<Int(info.pointee.nConstraint) {
      let constraint = info.pointee.aConstraint[place]
      let operation = Int32(constraint.op)
      guard constraint.usable != 0, constraint.iColumn >= 0, TablePlan.operations.contains(operation) else { continue }
      // Other collations call more texts equal than an index finds.
      if let collation = sqlite3_vtab_collation(info, Int32(place)), String(cString: collation) != "BINARY" { continue }
      var constant: OpaquePointer?
      if sqlite3_vtab_rhs_value(info, Int32(place), &constant) == SQLITE_OK {
        guard let constant, shared.canTest(Int(constraint.iColumn), operation, constant) else { continue }
        plan.tests.append(TablePlan.Test(column: Int(constraint.iColumn), operation: operation))
        info.pointee.aConstraintUsage[place].argvIndex = Int32(clamping: plan.tests.count)
        info.pointee.aConstraintUsage[place].omit = 1
      } else if operation == SQLITE_INDEX_CONSTRAINT_EQ, shared.groups == nil {
        for other in 0..<Int(info.pointee.nConstraint) {
          info.pointee.aConstraintUsage[other] = sqlite3_index_constraint_usage()
        }
        info.pointee.idxNum = constraint.iColumn + 1
        info.pointee.aConstraintUsage[place].argvIndex = 1
        info.pointee.estimatedCost = 10
        info.pointee.estimatedRows = 10
        return SQLITE_OK
      }
    }
    if shared.groups == nil { order(&plan, info, shared) }
    guard !plan.isEmpty else { return SQLITE_OK }
    info.pointee.idxStr = podium_sqlite_text(plan.text)
    guard info.pointee.idxStr != nil else { return SQLITE_NOMEM }
    info.pointee.needToFreeIdxStr = 1
    return SQLITE_OK
  }

  /// Takes over the order of the rows, where the table can give it.
  private static func order(
    _ plan: inout TablePlan, _ info: UnsafeMutablePointer<sqlite3_index_info>, _ table: SharedTable
  ) {
    let count = Int(info.pointee.nOrderBy)
    guard count > 0, count <= 8 else { return }
    let keys = (0..<count).map { info.pointee.aOrderBy[$0] }
    guard keys.allSatisfy({ table.canOrder(by: Int($0.iColumn)) }) else { return }
    plan.order = keys.map { TablePlan.Key(column: Int($0.iColumn), isDescending: $0.desc != 0) }
    info.pointee.orderByConsumed = 1
  }

  private static func start(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ index: Int32, _ text: UnsafePointer<CChar>?,
    _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard let cursor, let base = cursor.pointee.pVtab else { return SQLITE_ERROR }
    let own = self.cursor(cursor)
    let table = own.pointee.table.takeUnretainedValue()
    own.pointee.found?.deallocate()
    own.pointee.found = nil
    own.pointee.place = 0
    own.pointee.count = table.count
    var places: [UInt32]?
    if index > 0, count == 1, let value = values?[0] {
      own.pointee.find(table.places(equalTo: value, column: Int(index) - 1))
      return SQLITE_OK
    } else if let text {
      let plan = TablePlan(String(cString: text))
      let constants = (0..<Int(count)).compactMap { values?[$0] }
      guard constants.count == plan.tests.count else { return SQLITE_ERROR }
      let cancellation = opened(base).pointee.module.takeUnretainedValue().cancellation
      places = table.places(of: plan, constants, cancellation: cancellation)
      guard places != nil else { return SQLITE_INTERRUPT }
    }
    if let groups = table.groups {
      guard let count = groups.start(places) else { return SQLITE_INTERRUPT }
      own.pointee.count = count
    } else if let places {
      own.pointee.find(places)
    }
    return SQLITE_OK
  }

  private static func column(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ number: Int32
  ) -> Int32 {
    guard let cursor else { return SQLITE_ERROR }
    let own = self.cursor(cursor)
    let at = own.pointee.place
    if let groups = own.pointee.groups {
      groups._withUnsafeGuaranteedRef { $0.give(at, column: Int(number), to: context) }
      return SQLITE_OK
    }
    let place = own.pointee.found.map { Int($0[at]) } ?? at
    own.pointee.table._withUnsafeGuaranteedRef { $0.give(place, column: Int(number), to: context) }
    return SQLITE_OK
  }
}
