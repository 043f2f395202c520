import Foundation
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumServe

/// One workspace in memory, of which accounts see their parts.
struct ServedSession {
  private var whole: Interpreter
  let rules: ServedRules
  let base: any Store
  /// The service over it, and what lets the accounts of the tests in.
  let service: Service
  let book: AccountBook
  let tokens: [String: String]
  let passwords: [String: String]

  init(_ lines: String..., publicPages: Set<String> = []) throws {
    whole = try Assembly.session(folder: "/", datasets: [])
    let moment = try #require(Moment(iso: "2026-01-24T09:00:00Z"))
    whole.services.now = { moment }
    // As the program has it: one clock.
    whole.services.store = Assembly.store(
      file: nil, author: "test", registry: whole.session.registry, clock: { moment })
    rules = try ServedRules(whole.session.registry, kinds: try whole.services.store?.kinds() ?? [])
    base = try #require(whole.session.services.store)
    var (accounts, tokens, passwords) = (Accounts(), [String: String](), [String: String]())
    for account in Self.accounts {
      passwords[account.name] = try accounts.add(account.name, account.role, scopes: account.scopes)
      tokens[account.name] = try accounts.addToken(to: account.name, label: "test", days: 1, at: moment).token
    }
    (self.tokens, self.passwords, book) = (tokens, passwords, AccountBook(accounts))
    var settings = ServiceSettings(now: { moment }, clock: { 0 })
    settings.hosts = ["podium.test"]
    settings.limits.rate = 0
    settings.publicPages = publicPages
    // As the program has it: no files, no network.
    var services = whole.services
    services.files = ClosedFiles()
    service = try Service(whole.session.registry, services, book, settings)
    for line in lines { try does(line) }
  }

  /// Who asks in the tests.
  static let accounts = [
    Account("karis", role: .reporter, scopes: ["ski.team": ["Sverige"]]),
    Account("ola", role: .reporter, scopes: ["ski.team": ["Norge"]]),
    Account("fan", role: .reader, scopes: ["ski.team": ["Sverige"]]), Account("root", role: .admin),
    Account("nobody", role: .reporter), Account("two", role: .reporter, scopes: ["ski.team": ["Norge", "Sverige"]]),
    Account("skif", role: .reporter, scopes: ["football.team": ["SKIF"]]),
  ]

  /// Sends a request as an account, by its token; JSON as a body.
  func send(
    _ method: String, _ target: String, as account: String?, _ body: String? = nil, header: [String: String] = [:]
  ) throws -> (answer: ServedAnswer, json: JSONValue) {
    var fields = ["host": "podium.test"]
    if let account { fields["authorization"] = "Bearer " + (tokens[account] ?? account) }
    if body != nil { fields["content-type"] = "application/json" }
    fields.merge(header) { _, given in given }
    let request = try #require(ServedRequest(method, target, header: fields, body: Array((body ?? "").utf8)))
    let answer = service.answer(request)
    let isJSON = answer["Content-Type"]?.contains("json") == true && !answer.body.isEmpty
    return (answer, isJSON ? try JSONReader.value(answer.body) : .null)
  }

  var services: Services { whole.services }
  var registry: Registry { whole.session.registry }

  /// Runs a line as whoever runs the service.
  mutating func does(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let report = Self.run(line, in: &whole)
    #expect(report.error == nil, "\(line): \(report.error?.message ?? "")", sourceLocation: sourceLocation)
  }

  func store(_ account: Account, readsAll: Bool = false, request: RequestKey? = nil) -> GuardedStore {
    GuardedStore(base, for: account, rules, readsAll: readsAll, request: request)
  }

  /// Runs a line as an account does.
  @discardableResult
  func run(_ line: String, as account: Account, readsAll: Bool = false) -> (outputs: [Output], error: Diagnostic?) {
    var session = Interpreter(registry: registry, services: whole.services)
    session.services.store = store(account, readsAll: readsAll)
    return Self.run(line, in: &session)
  }

  /// What an account reads in the output of a line.
  func text(_ line: String, as account: Account) -> String {
    let report = run(line, as: account)
    return report.outputs.map { registry.bundle(of: $0)["text/plain"].map { "\($0)" } ?? "" }.joined()
      + (report.error.map { $0.code + " " + $0.inOneLine } ?? "")
  }

  func count(_ kind: String, as account: Account) throws -> Int { try store(account).count(RecordQuery(kind)) }

  private static func run(
    _ line: String, in session: inout Interpreter
  ) -> (outputs: [Output], error: Diagnostic?) {
    var reports: [CommandReport] = []
    _ = session.run(line) { reports.append($0) }
    return (reports.flatMap(\.outputs), reports.compactMap(\.error).first)
  }
}
