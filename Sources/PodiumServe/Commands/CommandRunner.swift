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

  /// How a command runs.
  struct Terms: Sendable {
    /// Whether it is refused every change, as a page is.
    var isReadOnly = false
    /// The request that asks for it.
    var request: RequestKey?
    /// What a record must still be when it is changed.
    var expected: ExpectedRevision?
    /// What stops it.
    var cancellation = Cancellation()
  }

  /// What became of a command.
  struct Outcome {
    /// Its report; nil for a line without a command.
    let report: CommandReport?
    /// What it changed, the oldest first.
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

  /// Whether a verb changes nothing.
  func readsOnly(_ verb: String) -> Bool { registry.command(verb)?.signature.has(.readsOnly) == true }

  /// Runs a command that is offered to an account.
  func run(
    _ command: ServedCommand, as account: Account, in base: any Store, _ terms: Terms = Terms()
  ) throws(Diagnostic) -> Outcome {
    let (verb, offer) = try offer(command, to: account)
    var terms = terms
    terms.isReadOnly = terms.isReadOnly || readsOnly(verb)
    let line = filled(command, verb, offer, for: account)
    let outcome = run(line.command, as: account, in: base, readsAll: offer.readsAll, terms)
    // What is out of the account's scope is refused in other words, which do not say that a key would help.
    if outcome.report?.error != nil, let missing = line.missing { throw missing }
    return outcome
  }

  /// Runs the command of a page, which need not be offered and changes nothing.
  func show(
    _ command: ServedCommand, as account: Account, in base: any Store, cancellation: Cancellation = Cancellation()
  ) -> Outcome {
    let verb = try? offer(command, to: account)
    return run(
      command, as: account, in: base, readsAll: verb?.offer.readsAll ?? false,
      Terms(isReadOnly: true, cancellation: cancellation))
  }

  private func run(
    _ command: ServedCommand, as account: Account, in base: any Store, readsAll: Bool, _ terms: Terms
  ) -> Outcome {
    let store = GuardedStore(
      base, for: account, rules, readsAll: readsAll, isReadOnly: terms.isReadOnly, request: terms.request,
      expected: terms.expected)
    var session = fresh
    session.services = services
    session.services.store = store
    session.cancellation = terms.cancellation
    var last: CommandReport?
    _ = session.run(command.line, as: lines[command.line]) { last = advised($0, for: account) }
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
