internal import PodiumAssembly
internal import PodiumConsole
internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

extension Workbench {
  /// Runs the startup file; an error in it prints a warning, and the prompt still starts.
  package func runStartupFile() {
    guard !noStartupFile, let path = Environment.startupFile else { return }
    let snapshot = session.snapshot
    guard snapshot.services.files.kind(of: path) != .none else { return }
    let renderer = screen.errorRenderer(snapshot.state.settings)
    do throws(Diagnostic) {
      let text = PastedText.withoutMark(try snapshot.services.files.text(of: path, shown: path))
      session.execute(text, from: .init(path), keepGoing: true) { event in
        guard case .report(let report) = event, let error = report.error else { return }
        Terminal.write("warning: in the startup file:\n" + renderer.render(error, input: report.input), to: .error)
      }
    } catch {
      Terminal.write("warning: " + renderer.render(error, input: ""), to: .error)
    }
  }
}
