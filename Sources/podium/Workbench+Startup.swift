import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

extension Workbench {
  /// Runs the startup file; what is wrong in it warns and the prompt comes all the same.
  func runStartupFile() {
    guard !noStartupFile, let path = Environment.startupFile else { return }
    session.perform { session in
      guard session.services.files.kind(of: path) != .none else { return }
      let renderer = screen.errorRenderer(session.state.settings)
      // It is a file like any other: verbs are written out in it.
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
