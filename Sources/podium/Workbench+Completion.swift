import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

extension Workbench {
  /// The completions at the cursor; an empty list if the session has none, so that readline does not offer files.
  func complete(_ line: String, at cursor: Int) -> Completions? {
    Completions(session.complete(line, at: cursor), at: cursor)
  }

  /// What the user must be asked before an entry can run.
  func inquire(_ text: String) -> Inquiry? {
    Guide(text, in: session.snapshot).map(inquiry)
  }

  private func inquiry(_ guide: Guide) -> Inquiry {
    let question = guide.question
    let standard = question.standard.map { " [" + SafeText.escape($0) + "]" } ?? ""
    return Inquiry(
      introduction: SafeText.escape(question.help) + "\n",
      prompt: "  " + SafeText.escape(question.name) + standard + "> ",
      complete: { answer, cursor in Completions(guide.completions(of: answer, at: cursor), at: cursor) },
      answer: { [self] answer in
        var next = guide
        do throws(Diagnostic) {
          return try next.take(answer) ? .run(next.line) : .ask(inquiry(next))
        } catch {
          return .again(screen.errorRenderer(nil).render(error, input: ""))
        }
      })
  }
}

extension Completions {
  /// The session's list in the console's form; empty for nil.
  fileprivate init(_ list: CompletionList?, at cursor: Int) {
    let candidates = list?.candidates ?? []
    self.init(
      from: list?.start ?? cursor,
      candidates.map { Candidate($0.text, note: $0.note, isComplete: $0.isComplete) })
  }
}
