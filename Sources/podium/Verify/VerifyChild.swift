import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import Synchronization

/// The process in which a notebook is verified: it writes a line of JSON for each event.
enum VerifyChild {
  /// Replays the notebook and tells what came of it; returns the exit status of a process that did its work.
  static func run(
    _ bench: Workbench, _ file: String, _ rule: NumberRule, _ choice: NotebookVerification.Choice,
    updatesData: Bool, _ cancellation: Cancellation
  ) -> Int32 {
    bench.session.withLock { session in
      session.cancellation = cancellation
      do throws(Diagnostic) {
        let notebook = try bench.open(file, in: &session, updatesData: updatesData, discardsWrites: true)
        if updatesData {
          let data = notebook.declaring(in: session.session).data.sorted { CodePointOrder.precedes($0.key, $1.key) }
          tell([("event", .string("data")), ("data", .object(data.map { ($0.key, .string($0.value)) }))])
        }
        session.parameters = notebook.frontMatter.parameters
        var verification = NotebookVerification(notebook, file: file)
        verification.rule = rule
        verification.choice = choice
        verification.checksData = false
        try verification.run(in: &session) { event in
          switch event {
          case .starting(let cell, let line, let seconds):
            tell([
              ("event", .string("starting")), ("cell", .integer(cell)), ("line", .integer(line)),
              ("seconds", seconds.map(JSONValue.number) ?? .null),
            ])
          case .plugin(let change): tell([("event", .string("plugin")), ("plugin", change.json)])
          case .ended(let check): tell([("event", .string("ended")), ("check", check.json(withRecording: true))])
          }
        }
        tell([("event", .string("done"))])
      } catch {
        tell([("event", .string("refused")), ("error", error.json)])
      }
      return 0
    }
  }

  private static func tell(_ members: [(String, JSONValue)]) {
    Terminal.write(JSONValue.object(members).text + "\n", to: .output)
  }
}
