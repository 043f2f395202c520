internal import PodiumCore
public import PodiumPlugin

/// Writes new outputs to a notebook.
public enum NotebookUpdate {
  /// Writes the outputs of the cells that differ, figures with other strokes, and the hashes of accepted data; a notebook with a failed cell is
  /// left as it is.
  public static func apply(to report: inout NotebookReport, with disk: any FileAccess) {
    let differing = report.checks.filter {
      ([.different, .cut].contains($0.outcome) || $0.isRedrawn) && $0.recording != nil
    }
    // A version applies to the whole notebook, so it is written only if all of it was run.
    let plugins = report.isPartial ? [] : report.plugins
    guard report.error == nil, !differing.isEmpty || !plugins.isEmpty || !report.data.isEmpty,
      !report.checks.contains(where: { [.failed, .refused, .timeout, .crash].contains($0.outcome) })
    else { return }
    do throws(Diagnostic) {
      // A link could make us overwrite a file elsewhere.
      guard !disk.isLink(report.file) else {
        throw Diagnostic(
          "unwritable-file", "'\(report.file)' is a link, and --update does not follow links",
          help: "name the notebook itself")
      }
      var notebook = try Notebook(try disk.text(of: report.file, shown: report.file), file: report.file)
      let data = report.data.filter { notebook.frontMatter.data[$0.key] != $0.value }
      guard !differing.isEmpty || !plugins.isEmpty || !data.isEmpty else { return }
      notebook.frontMatter = notebook.frontMatter.with(data: data)
      try CellFigures.write(
        differing.flatMap(\.figures), beside: report.file, shown: report.file, with: disk)
      for plugin in plugins { notebook.frontMatter.set(plugin: plugin.name, version: plugin.loaded) }
      let changed = differing.filter { [.different, .cut].contains($0.outcome) }
      notebook.record(Dictionary(changed.map { ($0.cell, $0.recording ?? "") }) { $1 })
      try disk.write(Array(notebook.text.utf8), to: report.file, shown: report.file, mode: .replace)
      report.updated = differing.count
      report.updatedPlugins = plugins.count
      report.updatedData = data.count
    } catch {
      report.error = error
    }
  }
}
