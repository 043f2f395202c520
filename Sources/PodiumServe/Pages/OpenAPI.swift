internal import PodiumCore
internal import PodiumPlugin

extension Pages {
  /// What the service offers an account, as OpenAPI 3.1.
  func openAPI(for account: Account) -> ServedAnswer {
    ServedAnswer(json: OpenAPI(self, account).document, header: ServedAnswer.ofAccount)
  }
}

/// The addresses, parameters, bodies and answers of a service for one account, made from kinds, exposures and signatures.
struct OpenAPI {
  let pages: Pages
  let account: Account
  var rules: ServedRules { pages.runner.rules }

  init(_ pages: Pages, _ account: Account) { (self.pages, self.account) = (pages, account) }

  typealias Members = [(String, JSONValue)]

  var document: JSONValue {
    let kinds = rules.readableKinds(for: account).sorted(by: CodePointOrder.precedes)
    return .object([
      ("openapi", .string("3.1.0")),
      (
        "info",
        .object([
          ("title", .string("podium")), ("version", .string("1")),
          ("description", .string("What account '\(account.name)' may use. Lists go on at the address in their next.")),
        ])
      ), ("servers", .array([.object([("url", .string("/"))])])),
      ("security", .array([.object([("token", .array([]))]), .object([("cookie", .array([]))])])),
      ("paths", .object(ownPaths + kinds.flatMap(paths))), ("components", components(kinds)),
    ])
  }

  // MARK: Paths

  private var ownPaths: Members {
    let offered = rules.offers.filter { account.role >= $0.value.role }.keys.sorted(by: CodePointOrder.precedes)
    return [
      ("/api/v1/me", .object([("get", operation("Who asks", ok: "Account", []))])),
      ("/api/v1/openapi.json", .object([("get", operation("This document", ok: "Anything", []))])),
      (
        "/api/v1/commands",
        .object([
          ("get", operation("The commands that you may use", ok: "Anything", [])),
          (
            "post",
            operation(
              "Run one command", ok: "Report", OpenAPI.writing, parameters: [OpenAPI.onceKey],
              body: OpenAPI.command(offered), examples: example(offered))
          ),
        ])
      ),
      (
        "/api/v1/changes",
        .object([
          (
            "get",
            operation(
              "The log, the oldest change first", ok: "Changes", [],
              parameters: [
                OpenAPI.parameter("after", OpenAPI.integer(0...Int.max)),
                OpenAPI.parameter("limit", OpenAPI.integer(1...500)),
              ])
          )
        ])
      ),
      (
        "/api/v1/changes/{id}/revert",
        .object([
          (
            "post",
            operation(
              "Take back what you did yourself", ok: "Anything", OpenAPI.writing + [404],
              parameters: [OpenAPI.path(OpenAPI.integer(1...Int.max)), OpenAPI.onceKey])
          )
        ])
      ), ("/api/v1/events", .object([("get", events)])),
    ]
  }

  private var events: JSONValue {
    let kinds = rules.readableKinds(for: account).sorted(by: CodePointOrder.precedes)
    let schema: JSONValue = .object([
      ("type", .string("array")),
      ("items", .object([("type", .string("string")), ("enum", .array(kinds.map(JSONValue.string)))])),
    ])
    let parameter: JSONValue = .object([
      ("name", .string("kind")), ("in", .string("query")), ("style", .string("form")), ("explode", .bool(false)),
      ("schema", schema),
    ])
    return operation(
      "Changes as they happen: kind, record, revision and action of each", ok: nil, [404], parameters: [parameter],
      content: [("text/event-stream", .object([("schema", .object([("type", .string("string"))]))]))])
  }

  /// The addresses of a kind: its list, and one record.
  private func paths(_ kind: String) -> Members {
    guard let thing = rules.things[kind] else { return [] }
    let resources = Resources(pages)
    let shape = ResourceShape(kind, account, rules)
    var list: Members = [
      (
        "get",
        operation(
          "List " + thing.plural, ok: kind + ".list", [404], parameters: filters(kind, shape),
          content: shown(kind + ".list"))
      )
    ]
    var one: Members = [
      (
        "get",
        operation(
          "One " + thing.noun, ok: kind, [304, 404],
          parameters: [OpenAPI.id, OpenAPI.chosen(shape), OpenAPI.format, OpenAPI.header("If-None-Match")],
          content: shown(kind))
      )
    ]
    if resources.methods(of: kind, isOne: false, for: account).contains("POST"),
      let form = resources.form("add", of: kind) ?? resources.form("new", of: kind)
    {
      list.append(
        (
          "post",
          operation(
            "Make a " + thing.noun, ok: "Report", OpenAPI.writing + [201, 404], parameters: [OpenAPI.onceKey],
            body: OpenAPI.body(form))
        ))
    }
    for (method, action) in [("patch", "edit"), ("delete", "delete")]
    where resources.methods(of: kind, isOne: true, for: account).contains(method.uppercased()) {
      guard let form = resources.form(action, of: kind) else { continue }
      let isPatch = method == "patch"
      one.append(
        (
          method,
          operation(
            (isPatch ? "Change a " : "Remove a ") + thing.noun, ok: isPatch ? "Report" : nil,
            OpenAPI.writing + [404, 412, 428] + (isPatch ? [] : [204]),
            parameters: [OpenAPI.id, OpenAPI.header("If-Match", isRequired: true), OpenAPI.onceKey],
            body: isPatch ? OpenAPI.body(form) : nil)
        ))
    }
    let address = Resources.address(of: kind)
    return [(address, .object(list)), (address + "/{id}", .object(one))]
  }

  private func shown(_ schema: String) -> Members {
    [
      ("application/json", .object([("schema", OpenAPI.reference("schemas", schema))])),
      ("text/html", .object([("schema", .object([("type", .string("string"))]))])),
      ("text/csv", .object([("schema", .object([("type", .string("string"))]))])),
    ]
  }

  // MARK: Operations

  /// What any request may be answered with, and one that writes.
  private static let always = [400, 401, 403, 421, 429, 503]
  private static let writing = [409, 413, 415, 422, 507]

  private func operation(
    _ summary: String, ok: String?, _ statuses: [Int], parameters: [JSONValue] = [], body: JSONValue? = nil,
    examples: JSONValue? = nil, content: Members? = nil
  ) -> JSONValue {
    var members: Members = [("summary", .string(summary))]
    if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
    if let body {
      let media: Members = [("schema", body)] + (examples.map { [("examples", $0)] } ?? [])
      members.append(
        (
          "requestBody",
          .object([("required", .bool(true)), ("content", .object([("application/json", .object(media))]))])
        ))
    }
    var answers: Members = []
    if let content = content
      ?? ok.map({ [("application/json", .object([("schema", OpenAPI.reference("schemas", $0))]))] })
    {
      let answer: JSONValue = .object([("description", .string("done")), ("content", .object(content))])
      answers.append(("200", answer))
      if statuses.contains(201) { answers.append(("201", answer)) }
    }
    for status in [204, 304] where statuses.contains(status) {
      let said = status == 204 ? "removed" : "as you know it"
      answers.append(("\(status)", .object([("description", .string(said))])))
    }
    for status in (OpenAPI.always + statuses).sorted() where status >= 400 {
      answers.append(("\(status)", OpenAPI.reference("responses", "\(status)")))
    }
    return .object(members + [("responses", .object(answers))])
  }

  private func components(_ kinds: [String]) -> JSONValue {
    let problem: JSONValue = .object([
      ("application/problem+json", .object([("schema", OpenAPI.reference("schemas", "Problem"))]))
    ])
    let statuses = [400, 401, 403, 404, 409, 412, 413, 415, 421, 422, 428, 429, 503, 507]
    let responses = statuses.map { status in
      (
        "\(status)",
        JSONValue.object([
          ("description", .string(ServedAnswer.titles[status] ?? "error")), ("content", problem),
        ])
      )
    }
    let cookie: Members = [
      ("type", .string("apiKey")), ("in", .string("cookie")), ("name", .string(pages.settings.cookieName)),
    ]
    return .object([
      (
        "securitySchemes",
        .object([
          ("token", .object([("type", .string("http")), ("scheme", .string("bearer"))])), ("cookie", .object(cookie)),
        ])
      ), ("responses", .object(responses)),
      ("schemas", .object(OpenAPI.ownSchemas + kinds.flatMap { schemas($0) })),
    ])
  }
}
