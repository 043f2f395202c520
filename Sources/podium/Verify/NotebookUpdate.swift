import PodiumCore
import PodiumFormats
import PodiumNotebook
import PodiumShell

/// Writing what cells give now into their notebook.
enum NotebookUpdate {
  /// Writes the outputs of the cells that differ; a notebook in which a cell failed stays as it is.
  static func apply(to report: inout NotebookReport) {
    let differing = report.checks.filter { $0.outcome == .different && $0.recording != nil }
    guard report.error == nil, !differing.isEmpty,
      !report.checks.contains(where: { [.failed, .refused, .timeout, .crash].contains($0.outcome) })
    else { return }
    do throws(Diagnostic) {
      let disk = DiskFiles()
      var notebook = try Notebook(try disk.text(of: report.file, shown: report.file), file: report.file)
      try CellFigures.write(
        differing.flatMap(\.figures), beside: report.file, shown: report.file, with: disk)
      notebook.record(Dictionary(differing.map { ($0.cell, $0.recording ?? "") }) { $1 })
      try disk.write(Array(notebook.text.utf8), to: report.file, shown: report.file, mode: .replace)
      report.updated = differing.count
    } catch {
      report.error = error
    }
  }
}
