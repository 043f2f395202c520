internal import PodiumCore
internal import PodiumPlugin

/// A command about one run, which is named by the beginning of its name.
struct RunCommand: Command {
  let signature: Signature
  private let work: @Sendable (_ list: RunList, _ run: RunFolder, _ session: Session) throws(Diagnostic) -> [Output]

  private static let name = Parameter<String>.required(
    "run", allowed: "a run, or the beginning of its name", help: "The run; 'jobs' lists them.")

  init(
    _ name: String, _ summary: String, _ second: Example, _ traits: Signature.Traits = [], seeAlso: [String],
    _ work: @escaping @Sendable (RunList, RunFolder, Session) throws(Diagnostic) -> [Output]
  ) {
    let line = "\(name) 3f2a"
    signature = Signature(
      name, topic: .learning, summary: summary, parameters: [RunCommand.name.any],
      examples: [
        Example(shown: line, "the run whose name begins so"), second,
        Example(shown: "jobs; \(line)", "find the name first"),
        Example(line, "a run that is not there", fails: "unknown-run"),
      ], traits: traits, seeAlso: seeAlso)
    self.work = work
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (list, span) = (try RunList(session), call.span(of: RunCommand.name))
    let run = try list.run(named: call[RunCommand.name], span: span)
    do throws(Diagnostic) { return try work(list, run, session) } catch { throw error.at(span) }
  }
}
