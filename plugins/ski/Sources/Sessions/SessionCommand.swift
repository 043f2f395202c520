internal import PodiumCore
internal import PodiumPlugin

/// `ski session`: one test session; what is done with one is in verbs of three words.
struct SessionCommand: Command {
  static let name = Parameter<String?>.text(
    "session", positional: true, help: "The session: its number, or last.", completion: .sessions(["last"]))
  /// The third words of its verbs, which no session can be called.
  static let actionWords = RecordAction.words + ["new"]
  static let at = Parameter<String?>.text("at", help: "When, as in 2026-01-24T08:30+01:00; now when left out.")
  static let new = share("new", "new")
  static let old = share("old", "old")
  static let wet = share("wet", "wet")
  static let mix = Parameter<[String]?>.list(
    "mix", help: "Other types of snow with their shares, as in mix=Machine-made:30.", completion: .terms(.snow))
  static let normalise = Parameter<Bool>.flag("normalise", default: false, help: "Scale the shares of snow to 100.")
  static let number = Parameter<String?>.text(
    "number", help: "The number of a new session; the next one when left out.")
  static let waxer: FieldKey = {
    let parameter = Parameter<String?>.text("waxer", help: "The waxer who runs it.", completion: .waxers())
    return FieldKey("waxer", "waxer", parameter.any) { (call, workspace) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return text.isEmpty ? .missing : .text(try workspace.waxer(text, at: call.span(of: parameter)))
    }
  }()
  static let manual: FieldKey = {
    let parameter = Parameter<String?>.choice(
      "rank", ["manual", "calculated"], help: "Which rank counts: the one given by people or the one of the glides.")
    return FieldKey("rank", "using_manual_rank", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map { .boolean($0 == "manual") }
    }
  }()
  static let fields: [FieldKey] = [
    .number("air", "air_temperature_c", in: SessionChecks.air, unit: "°C", help: "The temperature of the air."),
    .number("snow", "snow_temperature_c", in: SessionChecks.snow, unit: "°C", help: "The temperature of the snow."),
    .number("humidity", "humidity_pct", in: SessionChecks.humidity, unit: "%", help: "The humidity of the air."),
    .number(
      "snow-humidity", "snow_humidity_pct", in: SessionChecks.humidity, unit: "%", help: "The humidity of the snow."),
    .word("type", "ski_type", .type, help: "The ski type that is tested."),
    .word("place", "place", .place, help: "Another place."),
    .number("latitude", "latitude", in: -90...90, unit: "°", help: "North."),
    .number("longitude", "longitude", in: -180...180, unit: "°", help: "East."),
    waxer, manual, .team, .comment,
  ]

  let signature = Signature(
    "ski session", topic: .plugins, summary: "Show a test session with the pairs in order of rank.",
    details: """
      'last' is the session that was made or changed last at this prompt, else the newest. A session with results is \
      archived, never deleted.
      """,
    parameters: [name.any],
    examples: [
      Example("ski session 1", after: ["ski import ski-thesis"], "one session", prints: "001"),
      Example("ski session last", after: ["ski import ski-thesis"], "the newest", prints: "session"),
      Example(
        "ski session last", after: ["ski session new Bruksvallarna air=-5"], "the one just made",
        prints: "Bruksvallarna"),
      Example("ski session 99", after: ["ski import ski-thesis"], "one nobody knows", fails: "unknown-session"),
    ], seeAlso: ["ski sessions", "ski session new", "ski session edit", "ski add", "ski rank"])

  private static func share(_ name: String, _ noun: String) -> Parameter<Double?> {
    .number(name, in: 0...100, unit: "%", help: "The share of \(noun) snow.")
  }

  /// Nothing is changed.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    guard let name = call[SessionCommand.name] else {
      throw Diagnostic(
        "missing-argument", "'ski session' needs a session", span: call.verbSpan, help: "ski sessions lists them")
    }
    return try SessionScreen(workspace).show(try workspace.session(name, at: call.span(of: SessionCommand.name)))
  }
}
