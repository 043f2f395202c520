internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// `POST /api/v1/commands` runs one command, `GET` lists those that the account may use.
struct CommandResource: Sendable {
  let runner: CommandRunner

  /// Runs a command: the object of `--format json` with the numbers of its changes.
  func post(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    try CommandResource.answer(try runner.run(try ServedCommand(json: visit.request.body), visit))
  }

  /// The answer to a command that ran; throws why it failed.
  static func answer(_ outcome: CommandRunner.Outcome) throws(Diagnostic) -> ServedAnswer {
    guard let report = outcome.report else { throw RequestBody.bad("the request has no command") }
    if let error = report.error { throw error }
    let line = JSONRenderer().render(report)
    let numbers = JSONValue.array(outcome.changes.map { .integer($0.number) }).text
    return ServedAnswer(
      200, "application/json", Array((line.dropLast() + ",\"changes\":" + numbers + "}\n").utf8),
      header: ServedAnswer.ofAccount)
  }

  /// What a request made that was done before: the numbers of its changes, and where its first record is.
  ///
  /// `tag` is that of the record that it changed; `isEmpty` says that the first answer had no body.
  static func again(_ answered: AnsweredRequest, location: String?, tag: String?, isEmpty: Bool) -> ServedAnswer {
    let members: [(String, JSONValue)] = [
      ("v", .integer(1)), ("status", .string("ok")), ("outputs", .array([])),
      ("changes", .array(answered.changes.map { .integer($0.number) })),
    ]
    let header =
      ServedAnswer.ofAccount + [.init("Idempotency-Replayed", "true")]
      + (location.map { [.init("Location", $0)] } ?? [])
      + (tag.map { [.init("ETag", $0)] } ?? [])
    if isEmpty { return ServedAnswer(204, header: header) }
    return ServedAnswer(location == nil ? 200 : 201, json: .object(members), header: header)
  }

  /// The commands that an account may use, with their parameters.
  func list(for account: Account) -> ServedAnswer {
    let offers = runner.rules.offers.filter { account.role >= $0.value.role }
      .inCodePointOrder(by: \.key)
    let items = offers.compactMap { verb, offer -> JSONValue? in
      guard let signature = runner.registry.command(verb)?.signature else { return nil }
      return .object([
        ("verb", .string(verb)), ("template", .string(offer.template)), ("summary", .string(signature.summary)),
        ("writes", .bool(!signature.has(.readsOnly))),
        ("parameters", .array(signature.parameters.map { CommandResource.json($0.description) })),
      ])
    }
    return ServedAnswer(json: .object([("items", .array(items))]), header: ServedAnswer.ofAccount)
  }

  private static func json(_ parameter: ParameterDescription) -> JSONValue {
    let form =
      switch parameter.form {
      case .key: "key"
      case .positional(many: false): "word"
      case .positional(many: true): "words"
      }
    return .object(
      [
        ("name", .string(parameter.name)), ("form", .string(form)), ("required", .bool(parameter.isRequired)),
        ("allowed", .string(parameter.allowed)), ("help", .string(parameter.help)),
      ] + (parameter.standard.map { [("default", .string($0))] } ?? []))
  }
}
