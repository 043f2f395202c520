internal import PodiumCore
internal import PodiumPlugin

/// `ski session`: shows one test session; commands of three words act on one.
struct SkiSessionCommand: Command {
  static let name = Parameter<String?>.text(
    "session", positional: true, help: "Session: its number, or last; by default all are listed.",
    completion: .sessions(["last"]))
  static let at = Parameter<String?>.text(
    "at", help: "Time of the test, as in 2026-01-24T08:30+01:00; a new session has the current time by default.")
  static let mix = Parameter<[String]?>.list(
    "mix", help: "Other types of snow with their percentages, as in mix=Machine-made:30.", completion: .terms(.snow))
  static let normalise = Parameter<Bool>.flag(
    "normalise", default: false, help: "Scale the snow percentages to sum to 100.")
  static let number = Parameter<String?>.text("number", help: "Number of the new session; default: the next one.")

  let signature = Signature(
    "ski session", topic: .plugins, summary: "Show a test session with the pairs in order of rank.",
    details: """
      'last' is the session that was last added or changed at this prompt, otherwise the newest. A session with \
      results can only be archived, not deleted.
      """, parameters: [name.any],
    exampleLines: """
      one session: ski import ski-thesis; ski session 1 -> 001
      the newest session: ski import ski-thesis; ski session last -> session
      the session just added: ski session new Bruksvallarna air=-5; ski session last -> Bruksvallarna
      an unknown session: ski import ski-thesis; ski session 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski sessions", "ski session new", "ski session edit", "ski add", "ski rank"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[Self.name] else { return try SkiSessionsCommand().run(call, in: &session) }
    return try SkiSessionScreen(workspace).show(try workspace.session(name, at: call.span(of: Self.name)))
  }
}
