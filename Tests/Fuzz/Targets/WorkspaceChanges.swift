import PodiumPlugin

@testable import PodiumCore
@testable import PodiumStore

/// What an input changes in the workspace, past all that podium checks when it writes.
///
/// After `B`, it lists bytes to overwrite: the place in three bytes, then the new byte. After `U`, it lists cells to
/// overwrite, each up to a byte 255: the numbers of the table, the row and the column in one byte each, then the type of
/// the value (`t` text, `i` whole number, `r` number, `b` bytes, `n` NULL, `-` if the row is removed) and the value
/// as text. After `S` it does the same, and all checksums and hashes are made again, which leads to the code after them:
/// whoever writes a file by hand can write its checksums too. After a lower-case letter the workspace is only read.
struct WorkspaceChanges {
  private let mode: UInt8
  /// Whether the workspace is written too.
  let isWritten: Bool
  private let rest: ArraySlice<UInt8>

  /// Nil if the input begins with none of these letters.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, [0x42, 0x53, 0x55].contains(first & 0xDF) else { return nil }
    (mode, isWritten, rest) = (first & 0xDF, first & 0x20 == 0, bytes.dropFirst())
  }

  /// Whether the checksums stay those of the unchanged workspace.
  var leavesChecksums: Bool { mode != 0x53 }

  /// Writes the changed workspace; returns the number of changes that a checksum should reveal.
  func write() -> Int? {
    var file = WorkspaceSample.bytes
    var places: Set<Int> = []
    if mode == 0x42 {
      var rest = Array(rest)[...]
      while rest.count >= 4 {
        let head = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
        let place = (Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) % file.count
        if file[place] != head[3] { places.insert(place) }
        file[place] = head[3]
      }
    }
    guard WorkspaceSample.write(file) else { return nil }
    guard mode != 0x42 else { return places.count }
    do throws(Diagnostic) { return try changeCells() } catch {
      FuzzCheck.that(false, "cells can be changed: " + error.message)
      return nil
    }
  }

  /// A table of the workspace.
  private struct Place {
    let name: String
    let key: String
    let columns: [String]
    /// Whether its rows have checksums.
    let isSummed: Bool
  }

  private static let summed = ["podium_sets", "podium_changes", "podium_blobs", "podium_results"]
  /// The columns that are not part of the checksum of their row: when a result was kept, and the order of the changes,
  /// which a damaged byte cannot alter, since the pages keep rows in the order of their numbers.
  private static let unsummed = ["podium_results": "at", "podium_changes": "number"]

  private static let places: [Place] = {
    FuzzCheck.that(WorkspaceSample.write(WorkspaceSample.bytes), "the sample can be written")
    do throws(Diagnostic) {
      let connection = try Connection(WorkspaceSample.file, patience: 5)
      defer { connection.close() }
      var places: [Place] = []
      for name in try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", [],
        { (row) throws(Diagnostic) in row.text(0) ?? "" })
      {
        let columns = try connection.rows("SELECT name, pk FROM pragma_table_info(?)", [.text(name)]) {
          (row) throws(Diagnostic) in (name: row.text(0) ?? "", key: row.integer(1) ?? 0)
        }
        places.append(
          Place(
            name: name, key: columns.filter { $0.key > 0 }.map { SQLValue.quoted($0.name) }.joined(separator: ", "),
            columns: columns.map(\.name), isSummed: name.contains(".") || summed.contains(name)))
      }
      return places
    } catch {
      FuzzCheck.that(false, "the sample has tables: " + error.message)
      return []
    }
  }()

  private func changeCells() throws(Diagnostic) -> Int {
    let places = WorkspaceChanges.places
    guard WorkspaceSample.write(WorkspaceSample.bytes) else { return 0 }
    let connection = try Connection(WorkspaceSample.file, patience: 5)
    defer { connection.close() }
    for setting in [
      "journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = OFF", "ignore_check_constraints = ON",
    ] {
      _ = try connection.text("PRAGMA " + setting)
    }
    try connection.run("BEGIN")
    var count = 0
    var isCovered = true
    for change in rest.split(separator: 255).prefix(20) where change.count >= 4 {
      let change = Array(change)
      let place = places[Int(change[0]) % places.count]
      let column = place.columns[Int(change[2]) % place.columns.count]
      let rows =
        "(\(place.key)) IN (SELECT \(place.key) FROM \(SQLValue.quoted(place.name)) ORDER BY \(place.key) "
        + "LIMIT 1 OFFSET \(change[1]))"
      let text = String(decoding: change[4...], as: UTF8.self)
      let value: SQLValue
      switch change[3] {
      case 0x74: value = .text(text)
      case 0x69: value = .integer(Int(text) ?? 0)
      case 0x72: value = .real(Double(text) ?? 0.5)
      case 0x62: value = .bytes(Array(change[4...]))
      case 0x6E: value = .null
      case 0x2D:
        try? connection.run("DELETE FROM \(SQLValue.quoted(place.name)) WHERE " + rows)
        if (try? connection.integer("SELECT changes()")) ?? 0 > 0 { isCovered = false }
        continue
      default: continue
      }
      // Some values do not fit the column, or its index.
      do throws(Diagnostic) {
        try connection.run(
          "UPDATE \(SQLValue.quoted(place.name)) SET \(SQLValue.quoted(column)) = ? WHERE " + rows, [value])
      } catch { continue }
      count += 1
      if !place.isSummed || Self.unsummed[place.name] == column { isCovered = false }
    }
    if !leavesChecksums { try Checksums(connection).renew() }
    try connection.run("COMMIT")
    return isCovered ? count : 0
  }
}

/// Makes the checksums of a workspace again.
private struct Checksums {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func renew() throws(Diagnostic) {
    try renewBlobs()
    for table in [WorkspaceSample.place, WorkspaceSample.stay].map(KindTable.init) + [Layout.datasets, Layout.models] {
      let rows = try connection.rows("SELECT \(table.columns) FROM \(table.name)") { (row) throws(Diagnostic) in
        let values = table.kind.fields.enumerated().map {
          $1.kind.value(row, $0 + KindTable.head.count) ?? .missing
        }
        return StoredRecord(
          id: row.text(0) ?? "", revision: row.integer(1) ?? 0,
          created: .init(at: Moment(microseconds: row.integer(2) ?? 0), by: row.text(3) ?? ""),
          changed: .init(at: Moment(microseconds: row.integer(4) ?? 0), by: row.text(5) ?? ""), values: values)
      }
      for row in rows {
        try connection.run(
          "UPDATE \(table.name) SET checksum = ? WHERE id = ?", [.integer(table.checksum(row)), .text(row.id)])
      }
    }
    for (number, sum) in try connection.rows(
      "SELECT number, id, at, by, command FROM podium_sets", [],
      { (row) throws(Diagnostic) in
        (
          row.integer(0) ?? 0,
          ChangeLog.checksum(
            row.integer(0) ?? 0, row.text(1) ?? "", row.integer(2) ?? 0, row.text(3) ?? "", row.text(4) ?? "")
        )
      })
    {
      try connection.run("UPDATE podium_sets SET checksum = ? WHERE number = ?", [.integer(sum), .integer(number)])
    }
    for (number, sum) in try connection.rows(
      "SELECT number, set_number, kind, record, revision, action, before FROM podium_changes", [],
      { (row) throws(Diagnostic) in
        (
          row.integer(0) ?? 0,
          ChangeLog.checksum(
            row.integer(1) ?? 0, row.text(2) ?? "", row.text(3) ?? "", row.integer(4) ?? 0, row.integer(5) ?? 0,
            row.text(6))
        )
      })
    {
      try connection.run("UPDATE podium_changes SET checksum = ? WHERE number = ?", [.integer(sum), .integer(number)])
    }
    for (job, sum) in try connection.rows(
      "SELECT job, content FROM podium_results", [],
      { (row) throws(Diagnostic) in
        (row.text(0) ?? "", KeptResults.checksum(row.text(0) ?? "", row.text(1) ?? ""))
      })
    {
      try connection.run("UPDATE podium_results SET checksum = ? WHERE job = ?", [.integer(sum), .text(job)])
    }
  }

  /// Content has its hash for a name, which the records of saved tables and models contain.
  private func renewBlobs() throws(Diagnostic) {
    for (hash, bytes) in try connection.rows(
      "SELECT hash, bytes FROM podium_blobs WHERE part = 0", [],
      { (row) throws(Diagnostic) in
        (row.text(0) ?? "", row.bytes(1) ?? [])
      })
    {
      let renewed = SHA256.hex(bytes)
      guard renewed != hash else { continue }
      for (table, column) in [
        ("podium_blobs", "hash"), (Layout.datasets.name, "content"), (Layout.models.name, "content"),
      ] {
        try? connection.run("UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [.text(renewed), .text(hash)])
      }
    }
  }
}
