internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import Synchronization

/// Runs commands as accounts, each in a session of its own without files, shell, network and prefixes.
struct CommandRunner: Sendable {
  let rules: ServedRules
  let registry: Registry
  /// What commands may use beside the store: the clock and the zones, no files.
  var services: Services
  /// A session in which nothing has run; each command works on a copy, which costs less than another one.
  private let fresh: Interpreter
  private let lines = ReadLines()

  init(rules: ServedRules, registry: Registry, services: Services) {
    (self.rules, self.registry, self.services) = (rules, registry, services)
    fresh = Interpreter(registry: registry, services: services)
  }

  struct Outcome {
    /// Its report; nil for a line without a command.
    let report: CommandReport?
    let changes: [Change]
  }

  /// The verb of a line and what offers it to an account.
  ///
  /// Throws `bad-request` for what is not one plain command, and `forbidden` in the same words for a verb that is not offered
  /// and for one that there is not.
  func offer(_ command: ServedCommand, to account: Account) throws(Diagnostic) -> (verb: String, offer: Offer) {
    let request = try plain(command)
    guard let verb = request.signature?.name, let offer = rules.offers[verb], account.role >= offer.role else {
      throw CommandRunner.notOffered
    }
    return (verb, offer)
  }

  func readsOnly(_ verb: String) -> Bool { registry.command(verb)?.signature.has(.readsOnly) == true }

  /// Runs a command that is offered to whoever asks.
  func run(_ command: ServedCommand, _ visit: Visit) throws(Diagnostic) -> Outcome {
    let (verb, offer) = try offer(command, to: visit.reader)
    let line = filled(command, verb, offer, for: visit.reader)
    let outcome = run(line.command, visit, readsAll: offer.readsAll, isReadOnly: readsOnly(verb))
    // What is out of the account's scope is refused in other words, which do not say that a key would help.
    if outcome.report?.error != nil, let missing = line.missing { throw missing }
    return outcome
  }

  /// Runs the command of a page, which need not be offered and changes nothing.
  func show(_ command: ServedCommand, _ visit: Visit) -> Outcome {
    let verb = try? offer(command, to: visit.reader)
    return run(command, visit, readsAll: verb?.offer.readsAll ?? false, isReadOnly: true)
  }

  private func run(_ command: ServedCommand, _ visit: Visit, readsAll: Bool, isReadOnly: Bool) -> Outcome {
    let store = GuardedStore(
      visit.store, for: visit.reader, rules, readsAll: readsAll, isReadOnly: isReadOnly, request: visit.key,
      expected: visit.expected)
    var session = fresh
    session.services = services
    session.services.store = store
    session.cancellation = visit.cancellation
    var last: CommandReport?
    _ = session.run(command.line, as: lines[command.line]) { last = advised($0, for: visit.reader) }
    return Outcome(report: last, changes: last?.error == nil ? store.committed : [])
  }

  /// The line with the keys that are filled in for an account, and what to say where one cannot be and the line fails.
  private func filled(
    _ command: ServedCommand, _ verb: String, _ offer: Offer, for account: Account
  ) -> (command: ServedCommand, missing: Diagnostic?) {
    guard !offer.fills.isEmpty, let request = try? plain(command) else { return (command, nil) }
    let given = Set(request.arguments.compactMap { $0.key?.text })
    var line = command.line
    var missing: Diagnostic?
    for (key, fill) in offer.fills.inCodePointOrder(by: \.key) where !given.contains(key) {
      switch fill {
      case .account: line += " " + key + "=" + CommandText.word(account.name)
      case .scope where account.role == .admin: break
      case .scope:
        let values = (offer.scope.flatMap { account.scopes[$0] } ?? []).inCodePointOrder()
        if values.count == 1 {
          line += " " + key + "=" + CommandText.word(values[0])
        } else if values.isEmpty {
          missing = Diagnostic(
            "forbidden", "account '\(account.name)' has no \(key)", help: "ask who runs the service to give it one")
        } else {
          missing = Diagnostic(
            "missing-argument", "account '\(account.name)' has several \(key)s, so name one",
            help: "add " + values.map { key + "=" + CommandText.word($0) }.joined(separator: " or "))
        }
      }
    }
    return (ServedCommand(line), missing)
  }

  /// The request of a line that is one plain command: no prefix, no shell, nothing that writes or pipes its output.
  private func plain(_ command: ServedCommand) throws(Diagnostic) -> CommandRequest {
    if let known = lines[command.line] { return known }
    let pieces = Script(command.line).pieces
    guard pieces.count == 1, command.line.utf8.count <= CommandRunner.longest else {
      throw RequestBody.bad("a request has one command of at most \(CommandRunner.longest >> 10) KB")
    }
    let request: CommandRequest
    do throws(Diagnostic) {
      request = try fresh.request(for: pieces[0].text)
    } catch {
      throw error.code == "unknown-command" ? CommandRunner.notOffered : error.renamed("bad-request")
    }
    let prefixes = request.statement.prefixes
    guard prefixes.by.isEmpty, !prefixes.isQuiet, !prefixes.isTimed, !prefixes.isTried,
      let syntax = request.syntax, syntax.sink == nil, syntax.command == nil, syntax.name == nil
    else { throw CommandRunner.notOffered }
    lines[command.line] = request
    return request
  }

  private static let longest = 64 << 10
  private static let notOffered = Diagnostic(
    "forbidden", "this command is not offered here", help: "GET /api/v1/commands lists what you may use")
}

/// Lines that were read, each once, by their bytes: what they are depends on the verbs alone.
///
/// A class, because all requests share it.
private final class ReadLines: Sendable {
  private let known = Mutex<[[UInt8]: CommandRequest]>([:])
  /// How many are kept, and the most bytes of one.
  private static let (most, longest) = (256, 1024)

  subscript(line: String) -> CommandRequest? {
    get { known.withLock { $0[Array(line.utf8)] } }
    set {
      guard line.utf8.count <= ReadLines.longest else { return }
      known.withLock { known in
        if known.count >= ReadLines.most { known = [:] }
        known[Array(line.utf8)] = newValue
      }
    }
  }
}

/// The revision that a record must have when a command changes it.
public struct ExpectedRevision: Sendable {
  let kind: String
  let record: RecordID
  let revision: Int
}

/// Advice of commands, which is written for a prompt where every verb can be typed.
extension CommandRunner {
  /// A report without the advice to use a verb that an account is not offered, in the help of an error and below tables.
  func advised(_ report: CommandReport, for account: Account) -> CommandReport {
    var report = report
    if let help = report.error?.help, namesOthers(help, account) { report.error?.help = nil }
    report.outputs = report.outputs.map { output in
      guard case .table(var table) = output else { return output }
      // Below a table are facts of it, each in a line, and advice.
      table.footer.removeAll { namesOthers($0, account) }
      return .table(table)
    }
    return report
  }

  /// Whether a text names a verb of several words that an account is not offered.
  private func namesOthers(_ text: String, _ account: Account) -> Bool {
    let words = text.split { " :;,()'\"".contains($0) }.map(String.init)
    return words.indices.contains { place in
      guard registry.isHead(words[place]) else { return false }
      let verb = (2...4).reversed().lazy.map { words[place...].prefix($0).joined(separator: " ") }
        .first { registry.command($0) != nil }
      return verb.map { verb in rules.offers[verb].map { account.role >= $0.role } != true } ?? false
    }
  }
}
