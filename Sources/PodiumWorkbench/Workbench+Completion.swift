package import PodiumConsole
package import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender
internal import Synchronization

extension Workbench {
  /// The completions at the cursor; an empty list if the session has none, so that readline does not offer files.
  package func complete(_ line: String, at cursor: Int) -> CompletionList? {
    session.complete(line, at: cursor) ?? CompletionList(from: cursor, [])
  }

  /// What the user must be asked before an entry can run.
  package func inquire(_ text: String) -> Inquiry? {
    Guide(text, in: session.snapshot).map(inquiry)
  }

  private func inquiry(_ guide: Guide) -> Inquiry {
    let question = guide.question
    let standard = question.standard.map { " [" + SafeText.escape($0) + "]" } ?? ""
    return Inquiry(
      introduction: SafeText.escape(question.help) + "\n",
      prompt: "  " + SafeText.escape(question.name) + standard + "> ",
      complete: { answer, cursor in guide.completions(of: answer, at: cursor) ?? CompletionList(from: cursor, []) },
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
