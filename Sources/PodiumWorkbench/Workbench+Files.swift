internal import PodiumConsole
package import PodiumCore
package import PodiumEngine
internal import PodiumFiles
internal import PodiumNotebook
internal import PodiumPlugin
internal import PodiumRender

extension Workbench {
  /// Runs a notebook or a script file.
  package func runFile(_ file: String, _ options: FileOptions, _ cancellation: Cancellation) -> Int32 {
    do throws(Diagnostic) {
      let result =
        FilePath(file).ends(in: ".md")
        ? try runNotebook(file, options, cancellation)
        : session.execute(file: file, options, cancellation: cancellation, onEvent: shown(until: cancellation))
      if let failure = result.failure { throw failure }
      return Workbench.status(of: result)
    } catch {
      screen.write(screen.errorRenderer(session.snapshot.state.settings).render(error, input: ""), to: .error)
      return 2
    }
  }

  private func runNotebook(
    _ file: String, _ options: FileOptions, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ExecutionResult {
    let snapshot = session.snapshot
    let format = snapshot.state.settings.format
    let copy = Terminal.file(of: .output).flatMap { $0.ends(in: ".podium.md") ? $0 : nil }
    let asDocument = format == "markdown" || (format == nil && !Terminal.isTerminal(.output))
    let hasProse = format.flatMap { snapshot.registry.renderer($0)?.isForReading } ?? true
    // A document keeps the bytes of its notebook, but a terminal must not run control sequences in them.
    let isSeen = Terminal.isTerminal(.output)
    var pages: [String] = []
    func document(_ text: String) {
      let text = MaskedText(text).text
      // What is at the top follows from what the cells read.
      if isSeen { screen.write(SafeText.escapeLines(text), to: .output) } else { pages.append(text) }
    }
    var pictures: [CellFigures.Picture] = []
    func prose(_ text: String) {
      if asDocument {
        document(text)
      } else if hasProse {
        screen.write(SafeText.escapeLines(text), to: .output)
      }
    }
    var options = options
    options.declaresData = asDocument && !isSeen
    let outcome = session.execute(notebook: file, options, cancellation: cancellation) { event in
      switch event {
      case .starting: break
      case .skipped(let cell): prose(cell.text + cell.recorded)
      case .prose(let text): prose(text)
      case .cell(let cell, let reports, let failure):
        if asDocument {
          let text = cell.text.hasSuffix("\n") ? cell.text : cell.text + "\n"
          document(text + NotebookRun.recording(of: cell, reports: reports, file: copy?.name ?? file))
          pictures += CellFigures.pictures(of: cell, reports: reports, file: file)
        } else {
          for report in reports {
            if hasProse { screen.write(screen.prompted(report.input) + "\n", to: .output) }
            screen.show(
              report, errors: cell.options.expectsError ? .output : .error, until: cancellation)
          }
        }
        // The document has the error in a fence already; repeat it here for those who see only the exit status.
        if let failure, asDocument || reports.last?.error == nil {
          screen.write(
            screen.errorRenderer(reports.last?.settings).render(
              failure, input: reports.last?.input ?? MaskedText(cell.source).text),
            to: .error)
        }
      }
    }
    // The parameters and the data of this run belong to its results.
    guard options.declaresData, let ran = outcome.notebook else { return outcome.result }
    for page in [MaskedText(ran.frontMatter.text).text] + pages { screen.write(page, to: .output) }
    if let copy {
      try CellFigures.write(pictures, beside: copy.text, shown: copy.text, with: DiskFiles())
    } else if !pictures.isEmpty {
      screen.write(
        "podium: the copy shows \(pictures.count.counted("figure")), which only a file can have beside it: "
          + "'podium run \(CommandText.word(file)) > COPY.podium.md' writes both\n", to: .error)
    }
    return outcome.result
  }
}
