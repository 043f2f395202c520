internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceExportCommand: Command {
  static let folder = Parameter<String>.required(
    "folder", allowed: "a folder that does not exist yet", help: "The new folder.", completion: .files)

  let signature = Signature(
    "workspace export", topic: .session, summary: "Write everything in the workspace as CSV files.",
    details: """
      Writes one file for each kind of record (with ids, revisions, authors and times), one for each saved table, and \
      changes.csv with every change. Any program that reads CSV can open them. Bytes, such as packed series, are \
      written as base64.
      """,
    parameters: [folder.any],
    exampleLines: """
      a saved table and the changes: load iris; save flowers; workspace export kept -> kept
      two tables: load iris; save flowers; load wine; save wines; workspace export all -> all
      a name with spaces: load iris; save flowers; workspace export "my data" -> my data
      a folder that already exists: workspace export datasets -> !file-exists
      """, traits: [.spelledOut], seeAlso: ["workspace backup"])

  private static let stamps = ["id", "revision", "created_at", "created_by", "changed_at", "changed_by"]

  /// Existing files are never replaced.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[WorkspaceExportCommand.folder]
    let span = call.span(of: WorkspaceExportCommand.folder)
    let store = try session.store()
    guard let exporter = session.registry.exporters["csv"] else {
      throw Diagnostic("missing-exporter", "the exporter 'csv' is not registered")
    }
    let services = session.services
    let folder = services.resolve(name)
    var written: [String] = []
    let cancellation = session.cancellation
    func write(_ file: String, _ table: @escaping @Sendable () throws(Diagnostic) -> Table) throws(Diagnostic) {
      let bytes = try cancellation.detached { () throws(Diagnostic) in try exporter.write(try table()) }
      try services.files.writePrivate(
        bytes, to: FilePath.join(folder, file), shown: FilePath.join(name, file), mode: .new)
      written.append(file)
    }
    do throws(Diagnostic) {
      // A workspace that cannot be opened must not leave an empty folder.
      let saved = try store.datasets()
      try services.files.makeFolder(folder, shown: name)
      for kind in try store.kinds() {
        try write(kind.name + ".csv") { () throws(Diagnostic) in try Self.table(of: kind, in: store) }
      }
      for entry in saved {
        if let saved = try store.dataset(entry.name) { try write("table-" + entry.name + ".csv") { saved.table } }
      }
      try write("changes.csv") { () throws(Diagnostic) in
        try Self.table(of: try store.changes(kind: nil, record: nil, limit: .max))
      }
    } catch {
      throw error.at(span)
    }
    return [.text("wrote \(written.count.counted("file")) to '\(SafeText.escape(name))'")]
  }

  /// The records of a kind, with bytes as base64.
  private static func table(of kind: RecordKind, in store: any RecordStore) throws(Diagnostic) -> Table {
    let packed = kind.fields.filter { $0.kind == .bytes }.map(\.name)
    let plain = stamps + kind.fields.map(\.name).filter { !packed.contains($0) }
    guard !packed.isEmpty else { return try store.table(RecordQuery(kind.name), fields: plain) }
    let records = try store.records(RecordQuery(kind.name))
    let known = Dictionary(records.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    var table = try store.table(RecordQuery(kind.name), fields: plain)
    guard case .text(let ids)? = table["id"]?.values else { return table }
    for name in packed {
      let texts = ids.map { id in id.flatMap { known[$0]?.fields[name]?.fileText } }
      table = try table.setting(Column(name, .text(texts)))
    }
    return table
  }

  private static func table(of changes: [Change]) throws(Diagnostic) -> Table {
    let before = changes.map { change in
      JSONValue.object(
        change.before.inCodePointOrder(by: \.key).map { ($0.key, .string($0.value.fileText)) }
      ).text
    }
    return try Table([
      Column("set", .text(changes.map(\.set.text))), Column("at", .datetime(changes.map(\.at))),
      Column("by", .text(changes.map(\.by))), Column("command", .text(changes.map(\.command))),
      Column("kind", .text(changes.map(\.kind))), Column("record", .text(changes.map(\.record.text))),
      Column("revision", .integer(changes.map(\.revision))),
      Column("action", .text(changes.map(\.action.rawValue))), Column("before", .text(before)),
    ])
  }
}
