import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

/// Tests that run commands with files in memory and a workspace of their own.
protocol CommandSuite {}

extension CommandSuite {
  /// A session in the folder /here, whose files are these.
  func session(_ files: [String: String] = [:]) throws(Diagnostic) -> Interpreter {
    try session(files: MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/here/" + $0.key, $0.value) })))
  }

  func session(files memory: MemoryFiles) throws(Diagnostic) -> Interpreter {
    var session = try Assembly.session(folder: "/here", datasets: [])
    session.services.use(memory)
    return session
  }

  /// Runs lines and returns the last report; all lines but the last must succeed.
  func report(_ lines: String..., in session: inout Interpreter) throws -> CommandReport {
    var reports: [CommandReport] = []
    for line in lines { _ = session.run(line) { reports.append($0) } }
    #expect(reports.dropLast().allSatisfy { $0.status == .ok }, "\(reports.compactMap(\.error?.message))")
    return try #require(reports.last)
  }

  /// The fields of the record that a report begins with; `error` for a report without one.
  func record(_ report: CommandReport) -> [String: String] {
    guard case .record(let record)? = report.outputs.first else {
      return ["error": report.error?.message ?? "no record"]
    }
    return Dictionary(
      uniqueKeysWithValues: record.fields.map { ($0.name, $0.values.map(\.fileText).joined(separator: " ")) })
  }

  /// The notes and warnings of a report.
  func said(_ report: CommandReport) -> [String] {
    report.outputs.compactMap { output in
      switch output {
      case .note(let note), .warning(let note): note.text
      default: nil
      }
    }
  }

  /// The first table of a report, a line for each row.
  func table(_ report: CommandReport) throws -> [String] { try rows(output(report).table) }

  /// The first table of a report.
  func output(_ report: CommandReport) throws -> TableOutput {
    for output in report.outputs { if case .table(let table) = output { return table } }
    throw Diagnostic("no-table", report.error?.message ?? "no table")
  }

  /// The rows of a table, or of some of its columns, as text.
  func rows(_ table: Table, _ columns: String...) -> [String] {
    let shown = columns.isEmpty ? table.columns : columns.compactMap { table[$0] }
    return (0..<table.rowCount).map { row in
      shown.map { $0[row].isMissing ? "-" : $0[row].fileText }.joined(separator: "|")
    }
  }
}
