import CSQLite
import Glibc
import PodiumFormats
import PodiumLearn
import PodiumPlugin
import PodiumStore

@testable import PodiumCore
@testable import PodiumOutside

/// Foreign databases.
struct FuzzSQLite: FuzzTarget {
  let name = "sqlite"

  func feed(_ bytes: [UInt8]) {
    guard case .success(let loaded) = OneFile.load(bytes, as: "t.sqlite", by: SQLiteImporter()) else { return }
    Plant.check(loaded.table)
  }
}

/// Workspaces: a whole file, or one that podium wrote and the input changes.
///
/// After `B`, the input is a list of bytes to overwrite: the place in three bytes and the new byte. Otherwise it is a list of
/// cells to overwrite: the numbers of the table, the column and the row, the length of the value, and the value.
struct FuzzWorkspace: FuzzTarget {
  let name = "workspace"

  private static let folder: String = {
    var pattern = Array("/tmp/podium-fuzz-XXXXXX".utf8CString)
    FuzzCheck.that(mkdtemp(&pattern) != nil, "a folder can be made")
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static var file: String { folder + "/w.sqlite" }

  /// The bytes of a workspace with tables and records.
  private static let written: [UInt8] = {
    do throws(Diagnostic) {
      let workspace = open()
      for name in ["first", "second"] {
        try workspace.save(Dataset(name: name, source: "t.csv", table: FuzzSample.table), replacing: false)
      }
      _ = try workspace.check()
    } catch {
      FuzzCheck.that(false, "a workspace can be written: " + error.message)
    }
    return contents()
  }()

  private static func open() -> Workspace {
    Workspace(
      file: file, author: "fuzz", migrations: FuzzSession.registry.migrations, clock: { Moment(microseconds: 0) })
  }

  private static func contents() -> [UInt8] {
    var bytes: [UInt8] = []
    guard let input = fopen(file, "r") else { return [] }
    defer { fclose(input) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, input), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  func prepare() {
    FuzzCheck.that(FuzzWorkspace.written.count > 4096, "the workspace was written")
    atexit {
      for name in ["", "-wal", "-shm", "-journal"] { unlink(FuzzWorkspace.file + name) }
      rmdir(FuzzWorkspace.folder)
    }
  }

  func feed(_ bytes: [UInt8]) {
    var file = FuzzWorkspace.written
    if bytes.starts(with: "SQLite".utf8) {
      file = bytes
    } else if bytes.first == 0x42 {
      for start in stride(from: 1, to: bytes.count - 3, by: 4) {
        let place = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        file[place % file.count] = bytes[start + 3]
      }
    }
    for name in ["-wal", "-shm", "-journal"] { unlink(FuzzWorkspace.file + name) }
    guard let output = fopen(FuzzWorkspace.file, "w") else { return }
    fwrite(file, 1, file.count, output)
    fclose(output)
    if file == FuzzWorkspace.written { ChangedCells.change(FuzzWorkspace.file, by: bytes) }
    let workspace = FuzzWorkspace.open()
    var texts: [String] = []
    attempt { () throws(Diagnostic) in texts += try workspace.check() }
    attempt { () throws(Diagnostic) in texts += try workspace.info().plugins.keys }
    attempt { () throws(Diagnostic) in
      for entry in try workspace.datasets().prefix(10) {
        texts.append(entry.name)
        attempt { () throws(Diagnostic) in
          guard let dataset = try workspace.dataset(entry.name) else { return }
          TablePromises.check(ImportedTable(dataset.table))
        }
      }
    }
    attempt { () throws(Diagnostic) in
      for entry in try workspace.models().prefix(10) { texts.append(entry.name) }
    }
    attempt { () throws(Diagnostic) in _ = try workspace.changes(kind: nil, record: nil, limit: 100) }
    Plant.check(texts)
  }

  private func attempt(_ read: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try read() } catch { TablePromises.check(error) }
  }
}

/// Overwrites cells of a database with SQLite alone, past all that podium checks when it writes.
private enum ChangedCells {
  static func change(_ file: String, by bytes: [UInt8]) {
    var made: OpaquePointer?
    guard sqlite3_open(file, &made) == SQLITE_OK, let handle = made else { return }
    defer { sqlite3_close(handle) }
    _ = texts(handle, "PRAGMA synchronous = off")
    let tables = texts(handle, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    guard !tables.isEmpty else { return }
    var rest = bytes[...]
    for _ in 0..<20 where rest.count > 4 {
      let head = Array(rest.prefix(4))
      let value = Array(rest.dropFirst(4).prefix(Int(head[3])))
      rest = rest.dropFirst(4 + value.count)
      let table = tables[Int(head[0]) % tables.count]
      let columns = texts(handle, "SELECT name FROM pragma_table_info('\(table)')")
      guard !columns.isEmpty else { continue }
      let column = columns[Int(head[1]) % columns.count]
      var statement: OpaquePointer?
      let sql = """
        UPDATE "\(table)" SET "\(column)" = iif(typeof("\(column)") = 'blob', ?1, CAST(?1 AS TEXT))
        WHERE "\(column)" IS (SELECT "\(column)" FROM "\(table)" LIMIT 1 OFFSET \(head[2] % 8))
        """
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { continue }
      value.withUnsafeBytes {
        sqlite3_bind_blob(statement, 1, $0.baseAddress, Int32(clamping: $0.count), nil)
        sqlite3_step(statement)
      }
      sqlite3_finalize(statement)
    }
  }

  private static func texts(_ handle: OpaquePointer, _ sql: String) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    defer { sqlite3_finalize(statement) }
    var found: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { found.append(String(cString: text)) }
    }
    return found
  }
}

/// Saved tables: the body of one, to which the header and the checksum are added.
struct FuzzArchive: FuzzTarget {
  let name = "archive"

  func feed(_ bytes: [UInt8]) {
    guard let version = bytes.first else { return }
    let body = Array("podium-t".utf8) + [1 + version % 3] + bytes.dropFirst()
    var sum = TableArchive.sum(body[...])
    var whole = body
    for _ in 0..<8 {
      whole.append(UInt8(truncatingIfNeeded: sum))
      sum >>= 8
    }
    do throws(Diagnostic) {
      let table = try TableArchive.table(whole)
      FuzzCheck.that(
        (try? TableArchive.table(TableArchive.bytes(of: table))) == table, "a saved table reads back after it is saved")
      TablePromises.check(ImportedTable(table))
      Plant.check(table)
    } catch {
      TablePromises.check(error)
    }
  }
}

/// Saved models: read, and applied to a table.
struct FuzzModel: FuzzTarget {
  let name = "model"

  func feed(_ bytes: [UInt8]) {
    let registry = FuzzSession.registry
    do throws(Diagnostic) {
      let model = try JSONJobCoder().value(bytes) {
        try FittedModel(from: $0, learners: registry.learners, transformers: registry.transformers)
      }
      defer { Plant.check([model.target] + (model.classes ?? []) + model.features) }
      let predicted = try model.predict(FuzzSample.table)
      FuzzCheck.that(predicted.rowCount == FuzzSample.table.rowCount, "each row gets a prediction")
    } catch {
      TablePromises.check(error)
    }
  }
}
