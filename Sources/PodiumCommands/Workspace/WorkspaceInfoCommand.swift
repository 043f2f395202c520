internal import PodiumCore
internal import PodiumPlugin

struct WorkspaceInfoCommand: Command {
  let signature = Signature(
    "workspace info", topic: .session, summary: "Show where the workspace is and what it contains.",
    details: """
      The workspace is a single SQLite file. It holds records of plugins, saved tables and models, and the folds of \
      long evaluations that were interrupted, which resume=yes reuses (at most 64 MiB; workspace remove results \
      deletes them). Whatever a command writes is on disk before its output appears, and survives a crash or power \
      failure. --workspace FILE uses another file; --workspace :memory: saves nothing.
      """,
    exampleLines: """
      the workspace of this session: workspace info -> saved_tables
      with a saved table: load iris; save flowers; workspace info -> saved_tables
      output written to a file: workspace info to info.md -> info.md
      no argument is allowed: workspace info all -> !unexpected-argument
      """, traits: [.local, .readsOnly], seeAlso: ["workspace check", "workspace backup", "workspace changes", "save"])

  /// Opens nothing for writing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let info = try session.store().info()
    var record = RecordOutput("workspace")
    record.add("file", .text(info.path ?? "in memory"), volatile: info.path != nil)
    record.add("bytes", .integer(info.bytes), volatile: true)
    record.add("writable", .boolean(info.isWritable))
    record.add("version", .integer(info.version))
    record.add("saved_tables", .integer(info.datasets))
    record.add("saved_models", .integer(info.models))
    record.add("results", .integer(info.results))
    record.add("results_bytes", .integer(info.resultBytes))
    record.add("changes", .integer(info.changes))
    for (kind, count) in info.records.inCodePointOrder(by: \.key) {
      record.add(kind, .integer(count))
    }
    return [.record(record)]
  }
}
