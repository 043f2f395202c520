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
  let kinds: [String]
  var rules: ServedRules { pages.runner.rules }

  init(_ pages: Pages, _ account: Account) {
    (self.pages, self.account) = (pages, account)
    kinds = pages.runner.rules.readableKinds(for: account).inCodePointOrder()
  }

  typealias Members = [(String, JSONValue)]

  var document: JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "podium", "version": "1",
        "description": "What account '\(account.name)' may use. Lists go on at the address in their next.",
      ], "servers": [["url": "/"]], "security": [["token": []], ["cookie": []]],
      "paths": .object(ownPaths + kinds.flatMap(paths)), "components": components,
    ]
  }

  // MARK: Paths

  private var ownPaths: Members {
    let offered = rules.offers.filter { account.role >= $0.value.role }.keys.inCodePointOrder()
    let run = operation(
      "Run one command", ok: "Report", OpenAPI.writing, parameters: [OpenAPI.onceKey], body: OpenAPI.command(offered),
      example: example(offered))
    let log = operation(
      "The log, the oldest change first", ok: "Changes", [],
      parameters: [
        OpenAPI.parameter("after", OpenAPI.integer(0...Int.max)),
        OpenAPI.parameter("limit", OpenAPI.integer(1...500)),
      ])
    let revert = operation(
      "Take back what you did yourself", ok: "Anything", OpenAPI.writing,
      parameters: [OpenAPI.path(OpenAPI.integer(1...Int.max)), OpenAPI.onceKey])
    let events = operation(
      "Changes as they happen: kind, record, revision and action of each", ok: nil, [404],
      parameters: [
        OpenAPI.parameter("kind", of: OpenAPI.choice(kinds), isRepeated: false), OpenAPI.header("Last-Event-ID"),
      ],
      content: ["text/event-stream": ["schema": ["type": "string"]]])
    return [
      ("/api/v1/me", ["get": operation("Who asks", ok: "Account", [])]),
      ("/api/v1/openapi.json", ["get": operation("This document", ok: "Anything", [])]),
      (
        "/api/v1/commands",
        ["get": operation("The commands that you may use", ok: "Anything", []), "post": run]
      ), ("/api/v1/changes", ["get": log]), ("/api/v1/changes/{id}/revert", ["post": revert]),
      ("/api/v1/events", ["get": events]),
    ]
  }

  private func paths(_ kind: String) -> Members {
    guard let thing = rules.things[kind] else { return [] }
    let resources = Resources(pages)
    let shape = ResourceShape(kind, account, rules)
    let all = operation(
      "List " + thing.plural, ok: nil, [304, 404],
      parameters: filters(kind, shape) + [OpenAPI.header("If-None-Match")], content: shown(kind + ".list"),
      header: ["ETag", "Link"])
    let single = operation(
      "One " + thing.noun, ok: nil, [304, 404],
      parameters: [OpenAPI.id, OpenAPI.chosen(shape), OpenAPI.format, OpenAPI.header("If-None-Match")],
      content: shown(kind), header: ["ETag"])
    var (list, one): (Members, Members) = ([("get", all)], [("get", single)])
    let methods = [false, true].flatMap { resources.methods(of: kind, isOne: $0, for: account) }
    func body(_ method: String, _ actions: String...) -> JSONValue? {
      let form = actions.lazy.compactMap { resources.form($0, of: kind) }.first
      return methods.contains(method) ? form.map { self.body($0, of: kind) } : nil
    }
    let change = [OpenAPI.id, OpenAPI.header("If-Match", isRequired: true), OpenAPI.onceKey]
    let refusals = OpenAPI.writing + [428]
    if let body = body("POST", "add", "new") {
      let make = operation(
        "Add " + thing.plural, ok: "Report", OpenAPI.writing + [201], parameters: [OpenAPI.onceKey], body: body)
      list.append(("post", make))
    }
    if let body = body("PATCH", "edit") {
      let edit = operation(
        "Change one of the " + thing.plural, ok: "Report", refusals, parameters: change, body: body, header: ["ETag"])
      one.append(("patch", edit))
    }
    if methods.contains("DELETE") {
      let remove = operation("Remove one of the " + thing.plural, ok: nil, refusals + [204], parameters: change)
      one.append(("delete", remove))
    }
    let address = Resources.address(of: kind)
    return [(address, .object(list)), (address + "/{id}", .object(one))]
  }

  private func shown(_ schema: String) -> JSONValue {
    let text: JSONValue = ["schema": ["type": "string"]]
    return [
      "application/json": ["schema": OpenAPI.reference("schemas", schema)], "text/html": text, "text/csv": text,
    ]
  }

  // MARK: Operations

  /// What any request may be answered with, and one that writes.
  private static let always = [400, 401, 403, 408, 414, 417, 421, 429, 431, 503]
  private static let writing = [404, 409, 412, 413, 415, 422, 507]
  /// The fields that tell more than the status.
  private static let headers: [(name: String, says: String, statuses: [Int])] = [
    ("ETag", "What is shown, for If-None-Match and If-Match.", [304, 412]),
    ("Link", "The next page of a list as CSV, with rel=next.", []),
    ("Location", "The address of the new record.", [201]),
    ("Idempotency-Replayed", "true for a request that was done before.", []),
    ("Retry-After", "The seconds to wait.", [429, 503]), ("WWW-Authenticate", "How to say who asks.", [401]),
    ("Allow", "The methods that are possible.", [405]),
  ]

  private func operation(
    _ summary: String, ok: String?, _ statuses: [Int], parameters: [JSONValue] = [], body: JSONValue? = nil,
    example: JSONValue? = nil, content: JSONValue? = nil, header: [String] = []
  ) -> JSONValue {
    var members: Members = [("summary", .string(summary))]
    if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
    if let body {
      let media: JSONValue = ["schema": body]
      let shown = example.map { media.with([("examples", ["plain": ["value": $0]])]) } ?? media
      members.append(("requestBody", ["required": true, "content": ["application/json": shown]]))
    }
    var answers: Members = []
    let isOnce = parameters.contains { $0["name"]?.string == "Idempotency-Key" }
    func answer(_ status: Int, _ text: String, _ content: JSONValue?) {
      let fields = (status == 304 ? [] : header) + (isOnce ? ["Idempotency-Replayed"] : [])
      let members: Members = [("description", .string(text))] + OpenAPI.fields(of: status, fields)
      answers.append(("\(status)", .object(members + (content.map { [("content", $0)] } ?? []))))
    }
    if let content = content ?? ok.map({ ["application/json": ["schema": OpenAPI.reference("schemas", $0)]] }) {
      for status in [200, 201] where status == 200 || statuses.contains(status) { answer(status, "done", content) }
    }
    if statuses.contains(204) { answer(204, "removed", nil) }
    if statuses.contains(304) { answer(304, "as you know it", nil) }
    for status in (OpenAPI.always + statuses).sorted() where status >= 400 {
      answers.append(("\(status)", OpenAPI.reference("responses", "\(status)")))
    }
    return .object(members + [("responses", .object(answers))])
  }

  /// The fields of the header that go with a status, and others.
  private static func fields(of status: Int, _ others: [String] = []) -> Members {
    let names = headers.filter { $0.statuses.contains(status) }.map(\.name) + others
    return names.isEmpty ? [] : [("headers", .object(names.map { ($0, reference("headers", $0)) }))]
  }

  private var components: JSONValue {
    let problem: JSONValue = ["application/problem+json": ["schema": OpenAPI.reference("schemas", "Problem")]]
    let responses = ServedAnswer.titles.ordered { $0.key < $1.key }.map { status, title -> (String, JSONValue) in
      let answer: JSONValue = ["description": .string(title), "content": problem]
      return ("\(status)", answer.with(OpenAPI.fields(of: status)))
    }
    let headers = OpenAPI.headers.map { name, says, _ -> (String, JSONValue) in
      (name, ["description": .string(says), "schema": ["type": "string"]])
    }
    return [
      "securitySchemes": [
        "token": ["type": "http", "scheme": "bearer"],
        "cookie": ["type": "apiKey", "in": "cookie", "name": .string(pages.settings.cookieName)],
      ], "headers": .object(headers), "responses": .object(responses),
      "schemas": .object(OpenAPI.ownSchemas + kinds.flatMap(schemas)),
    ]
  }
}
