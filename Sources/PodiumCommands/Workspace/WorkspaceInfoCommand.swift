internal import PodiumCore
internal import PodiumPlugin

/// `workspace info`: what the workspace is and holds.
struct WorkspaceInfoCommand: Command {
  let signature = Signature(
    "workspace info", topic: .session, summary: "Show where the workspace is and what it holds.",
    details: """
      The workspace is one SQLite file: plugins' records, saved tables and models, and the folds of long evaluations \
      that did not end, which resume=yes takes up (64 MiB at most; workspace remove results drops them). What \
      a command wrote is on disk before its output is shown, and survives a crash and a power cut. --workspace FILE \
      names another file, --workspace :memory: keeps nothing.
      """,
    examples: [
      Example("workspace info", "the workspace of this session", prints: "saved_tables"),
      Example("workspace info", after: ["load iris", "save flowers"], "with a saved table", prints: "saved_tables"),
      Example("workspace info to info.md", "into a file", prints: "info.md"),
      Example("workspace info all", "no argument is allowed", fails: "unexpected-argument"),
    ], seeAlso: ["workspace check", "workspace backup", "workspace changes", "save"])

  /// Nothing is opened for writing.
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
    for (kind, count) in info.records.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      record.add(kind, .integer(count))
    }
    return [.record(record)]
  }
}
