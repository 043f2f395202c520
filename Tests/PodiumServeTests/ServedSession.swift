import Foundation
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumServe
import PodiumTestKit
import Testing

/// One workspace in memory, of which accounts see their parts.
struct ServedSession {
  private var whole: Interpreter
  let rules: ServedRules
  private let base: any Store

  init(_ lines: String...) throws {
    whole = try Assembly.session(folder: "/", datasets: [])
    let moment = try #require(Moment(iso: "2026-01-24T09:00:00Z"))
    whole.services.now = { moment }
    rules = try ServedRules(whole.session.registry)
    base = try #require(whole.session.services.store)
    for line in lines { try does(line) }
  }

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
