import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

extension Workbench {
  /// Runs the startup file; an error in it prints a warning, and the prompt still starts.
  func runStartupFile() {
    guard !noStartupFile, let path = Environment.startupFile else { return }
    session.perform { session in
      guard session.services.files.kind(of: path) != .none else { return }
      let renderer = screen.errorRenderer(session.state.settings)
      // As in any file, abbreviated commands are not allowed.
      session.isInteractive = false
      do throws(Diagnostic) {
        let text = try Workbench.text(of: path, shown: path, session)
        _ = session.run(text, file: path, keepGoing: true) { report in
          guard let error = report.error else { return }
          Terminal.write(
            "warning: in the startup file:\n" + renderer.render(error, input: report.input), to: .error)
        }
      } catch {
        Terminal.write("warning: " + renderer.render(error, input: ""), to: .error)
      }
      session.isInteractive = isInteractive
      session.exitStatus = nil
    }
  }
}
