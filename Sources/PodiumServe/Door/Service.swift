internal import Glibc
public import PodiumCore
internal import PodiumEngine
public import PodiumPlugin
internal import Synchronization

/// One service over one workspace: requests to answers, in one order of checks.
///
/// Host, account, origin and frequency come first, then the route, the right to it, the body, the command in its transaction
/// with the rights to each record, the answer, the log. A class, because all connections share it.
public final class Service: Sendable {
  /// What it goes by.
  public let settings: ServiceSettings
  let rules: ServedRules
  let runner: CommandRunner
  let book: AccountBook
  private let admission: Admission
  private let base: any Store
  private let pages: Pages
  private let hub: EventHub
  private let deadlines = Deadlines()
  private let running = Mutex<Set<RequestKey>>([])
  private let lanes: Mutex<(writing: Lanes, reading: Lanes)?>
  private let isOpen = Mutex(true)
  private let isTicking = Mutex(true)
  private let ticker = Mutex<SystemThread?>(nil)

  /// Serves a workspace to the accounts of a file; `readers` are further connections to it, each for a thread of its own.
  ///
  /// Throws `bad-exposure`, and what reading the accounts throws.
  public convenience init(
    registry: Registry, services: Services, accounts: AccountsFile, readers: [any Store], _ settings: ServiceSettings
  ) throws(Diagnostic) {
    try self.init(registry, services, try AccountBook(accounts), settings, readers: readers)
  }

  init(
    _ registry: Registry, _ services: Services, _ book: AccountBook, _ settings: ServiceSettings,
    readers: [any Store] = []
  ) throws(Diagnostic) {
    guard let base = services.store else {
      throw Diagnostic("no-workspace", "a service needs a workspace", help: "name one with --workspace")
    }
    let rules = try ServedRules(registry)
    (self.settings, self.rules, self.book, self.base) = (settings, rules, book, base)
    runner = CommandRunner(rules: rules, registry: registry, services: services)
    admission = Admission(settings: settings, book: book, throttle: Throttle())
    pages = Pages(runner, settings)
    hub = EventHub(rules, most: settings.limits.streams)
    let last = try base.lastChange()
    hub.begin(after: last)
    lanes = Mutex(
      readers.isEmpty
        ? nil
        : (Lanes([base], waiting: Service.mostWaiting), Lanes(Array(readers.dropFirst()), waiting: Service.mostWaiting))
    )
    if let first = readers.first {
      let thread = tick(first)
      ticker.withLock { $0 = thread }
    }
  }

  /// How many requests wait for a thread at most.
  private static let mostWaiting = 64
  /// How long a command may take that writes, and one that reads, in seconds.
  private static let (writingTime, readingTime) = (5.0, 10.0)

  // MARK: Requests

  /// Answers a request; `done` is called once, from any thread.
  public func answer(
    _ request: ServedRequest, from origin: RequestOrigin, done: @escaping @Sendable (ServedAnswer) -> Void
  ) {
    let start = settings.clock()
    guard isOpen.withLock({ $0 }) else {
      return done(RefusedRequest.stopping.answer(settings))
    }
    let finish: @Sendable (Admission.Visitor?, ServedAnswer) -> Void = { [self] visitor, answer in
      let answer = answer.completed(for: request, settings)
      log(request, origin, visitor?.account, answer, settings.clock() - start)
      done(answer)
    }
    let visitor: Admission.Visitor
    do throws(Admission.Refusal) {
      visitor = try admission.visitor(request, origin)
    } catch {
      return finish(nil, ServedAnswer(problem: error.diagnostic, header: error.header))
    }
    let isWriting = isWriting(request, visitor)
    let work: Lanes.Work = { [self] store in finish(visitor, respond(request, visitor, origin, isWriting, in: store)) }
    let chosen = lanes.withLock { lanes in lanes.map { isWriting ? $0.writing : $0.reading } }
    guard let chosen else { return work(base) }
    if !chosen.add(work) {
      let busy = Diagnostic("service-busy", "too much is waiting already", help: "try again in a second")
      finish(visitor, ServedAnswer(problem: busy, header: [.init("Retry-After", "1")]))
    }
  }

  /// The same on the thread of the caller, for tests.
  func answer(_ request: ServedRequest, from origin: RequestOrigin = RequestOrigin("127.0.0.1")) -> ServedAnswer {
    let found = Mutex<ServedAnswer?>(nil)
    answer(request, from: origin) { answer in found.withLock { $0 = answer } }
    return found.withLock { $0 } ?? ServedAnswer(500)
  }

  private func isWriting(_ request: ServedRequest, _ visitor: Admission.Visitor) -> Bool {
    guard request.method != "GET", request.method != "HEAD", let account = visitor.account else { return false }
    guard request.target == "/api/v1/commands", let command = try? ServedCommand(json: request.body),
      let verb = try? runner.offer(command, to: account).verb
    else { return true }
    return !runner.readsOnly(verb)
  }

  private func respond(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, _ isWriting: Bool,
    in store: any Store
  ) -> ServedAnswer {
    let cancellation = Cancellation()
    let end = settings.clock() + (isWriting ? Service.writingTime : Service.readingTime)
    return deadlines.run(cancellation, until: end) {
      do throws(Diagnostic) {
        return try route(request, visitor, origin, cancellation, in: store)
      } catch {
        if error.code == Diagnostic.interrupted.code {
          return ServedAnswer(problem: Diagnostic("too-slow", "this took too long, so nothing was changed"))
        }
        let allow = (error.help.map { [$0] } ?? []).first
        let header: [ServedAnswer.Field] =
          error.code == "method-not-allowed" ? [.init("Allow", allow ?? "GET, HEAD")] : []
        if error.code == "no-account", request.wantsPage { return .redirect(to: "/login?next=" + request.asNext) }
        if request.wantsPage { return pages.problem(error, request, visitor.account, header: header) }
        return ServedAnswer(problem: error, header: header)
      }
    }
  }

  // MARK: Routes

  private func route(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, _ cancellation: Cancellation,
    in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    guard let parts = request.segments else { throw RequestBody.bad("the address has an escape that is not UTF-8") }
    switch parts {
    case ["healthz"]:
      try allow(request, ["GET"])
      return ServedAnswer(200, "text/plain; charset=utf-8", Array("ok\n".utf8))
    case ["readyz"]:
      try allow(request, ["GET"])
      _ = try store.lastChange()
      return ServedAnswer(200, "text/plain; charset=utf-8", Array("ready\n".utf8))
    case ["login"] where request.method == "POST": return try logIn(request, origin)
    case ["logout"]:
      try allow(request, ["POST"])
      if let cookie = visitor.cookie { book.logOut(cookie) }
      return .redirect(to: "/login", header: [settings.cookie(nil)])
    default: break
    }
    guard parts.first == "api" else { return try page(request, visitor, cancellation, in: store) }
    guard parts.count > 2, parts[1] == "v1" else { throw .notFound }
    if parts == ["api", "v1", "events"] { return try events(request, visitor, origin, in: store) }
    guard let account = visitor.account else { throw .noAccount }
    return try interface(Array(parts.dropFirst(2)), request, account, visitor, cancellation, in: store)
  }

  private func interface(
    _ parts: [String], _ request: ServedRequest, _ account: Account, _ visitor: Admission.Visitor,
    _ cancellation: Cancellation, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    let isUnsafe = request.method != "GET" && request.method != "HEAD"
    if isUnsafe, visitor.isReadOnly {
      throw Diagnostic("forbidden", "this token only reads", help: "use one that writes")
    }
    // A form of another page can send text, but not this type.
    let takesForm = request.form != nil && !["commands", "changes"].contains(parts[0])
    if isUnsafe, !request.body.isEmpty, !request.isJSON, !takesForm {
      throw Diagnostic("unsupported-body", "the body must be JSON", help: "send Content-Type: application/json")
    }
    switch parts {
    case ["me"]:
      try allow(request, ["GET"])
      return me(account)
    case ["openapi.json"]:
      try allow(request, ["GET"])
      return pages.openAPI(for: account)
    case ["commands"]:
      try allow(request, ["GET", "POST"])
      guard isUnsafe else { return CommandResource(runner: runner).list(for: account) }
      return try once(request, account, cancellation, in: store) { (terms) throws(Diagnostic) in
        try CommandResource(runner: runner).post(request.body, as: account, in: store, terms)
      }
    case ["changes"]:
      try allow(request, ["GET"])
      return try ChangesResource(rules: rules).list(request, as: account, in: store)
    case _ where parts.count == 3 && parts[0] == "changes" && parts[2] == "revert":
      try allow(request, ["POST"])
      return try once(request, account, cancellation, in: store) { (terms) throws(Diagnostic) in
        try ChangesResource(rules: rules).revert(parts[1], as: account, in: store, terms.request)
      }
    default:
      let resources = Resources(pages)
      guard isUnsafe else { return try resources.answer(request, parts, as: account, in: store) }
      return try once(request, account, cancellation, in: store) { (terms) throws(Diagnostic) in
        try resources.write(request, parts, as: account, in: store, terms)
      }
    }
  }

  private func allow(_ request: ServedRequest, _ methods: [String]) throws(Diagnostic) {
    if methods.contains(request.method) || request.method == "HEAD" && methods.contains("GET") { return }
    throw Diagnostic.notAllowed(methods.contains("GET") ? ["GET", "HEAD"] + methods.dropFirst() : methods)
  }

  private func me(_ account: Account) -> ServedAnswer {
    let scopes = account.scopes.sorted { CodePointOrder.precedes($0.key, $1.key) }
      .map { ($0.key, JSONValue.array($0.value.sorted(by: CodePointOrder.precedes).map(JSONValue.string))) }
    return ServedAnswer(
      json: .object([
        ("name", .string(account.name)), ("role", .string(account.role.rawValue)), ("scopes", .object(scopes)),
      ]), header: ServedAnswer.ofAccount)
  }

  private func page(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ cancellation: Cancellation, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    let isUnsafe = request.method != "GET" && request.method != "HEAD"
    guard isUnsafe else {
      guard let answer = try pages.answer(request, as: visitor.account, in: store, cancellation) else {
        throw visitor.account == nil ? .noAccount : .notFound
      }
      return answer
    }
    guard let account = visitor.account else { throw .noAccount }
    guard !visitor.isReadOnly else { throw Diagnostic("forbidden", "this token only reads") }
    return try once(request, account, cancellation, in: store) { (terms) throws(Diagnostic) in
      guard let answer = try pages.submit(request, as: account, in: store, terms) else { throw .notFound }
      return answer
    }
  }

  // MARK: Once

  /// Does what a request with a key asks for once: asked again it gets what the first made, and while that still runs 409.
  private func once(
    _ request: ServedRequest, _ account: Account, _ cancellation: Cancellation, in store: any Store,
    _ body: (CommandRunner.Terms) throws(Diagnostic) -> ServedAnswer
  ) throws(Diagnostic) -> ServedAnswer {
    var terms = CommandRunner.Terms()
    terms.cancellation = cancellation
    guard
      let text = request.header["idempotency-key"] ?? request.form?.first(where: { $0.name == "request_key" })?.value
    else { return try body(terms) }
    guard !text.isEmpty, text.utf8.count <= 255 else {
      throw RequestBody.bad("Idempotency-Key must have 1 to 255 bytes")
    }
    let what = request.method + " " + request.target + "\n"
    let key = RequestKey(account.name + "\u{1F}" + text, digest: RequestDigest.number(Array(what.utf8) + request.body))
    if let done = try store.request(key.key) {
      guard done.digest == key.digest else {
        throw Diagnostic(
          "other-request", "this Idempotency-Key was used for another request", help: "choose a new key")
      }
      if request.form != nil { return pages.again(request) }
      // A list made the record; a command tells of its changes alone.
      let kind = request.segments.flatMap { $0.count == 4 ? $0[2] + "." + $0[3] : nil }
      let made = done.changes.first { $0.action == .insert && $0.kind == kind }
      return CommandResource.again(done, location: made.map { Resources.address(of: $0.record, $0.kind) })
    }
    guard running.withLock({ $0.insert(key).inserted }) else {
      throw Diagnostic("request-running", "the first request with this key still runs", help: "try again in a second")
    }
    defer { _ = running.withLock { $0.remove(key) } }
    terms.request = key
    return try body(terms)
  }

  // MARK: Logins

  private func logIn(_ request: ServedRequest, _ origin: RequestOrigin) throws(Diagnostic) -> ServedAnswer {
    guard let form = request.form else {
      throw Diagnostic("unsupported-body", "a login is a form", help: "send application/x-www-form-urlencoded")
    }
    func field(_ name: String) -> String { form.first { $0.name == name }?.value ?? "" }
    let next = Service.ownPage(field("next"))
    switch book.logIn(field("name"), field("password"), from: origin.address, at: settings.now()) {
    case .cookie(let cookie, _):
      book.save(at: settings.now())
      return .redirect(to: next, header: [settings.cookie(cookie)])
    case .refused:
      return pages.login(request, next: next, status: 401, problem: .refused)
    case .wait(let seconds):
      return pages.login(request, next: next, status: 429, problem: .wait(seconds))
        .with([.init("Retry-After", "\(seconds)")])
    }
  }

  /// The page that follows a login: one of this service, whatever is asked for.
  static func ownPage(_ text: String) -> String {
    let isOwn =
      text.utf8.starts(with: "/".utf8) && !text.utf8.starts(with: "//".utf8)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isOwn ? text : "/"
  }

  // MARK: Events

  private func events(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    try allow(request, ["GET"])
    let account = visitor.account ?? Service.anyone
    var wanted: Set<String> = []
    for parameter in request.query {
      guard parameter.name == "kind" else { throw Diagnostic.unknown("parameter", parameter.name, among: ["kind"]) }
      wanted.formUnion(parameter.value.split(separator: ",").map(String.init))
    }
    let open = visitor.account == nil ? pages.publicKinds : nil
    if visitor.account == nil, wanted.isEmpty || !wanted.isSubset(of: open ?? []) { throw .noAccount }
    let readable = rules.readableKinds(for: account)
    guard wanted.isSubset(of: readable) else { throw .notFound }
    let kinds = wanted.isEmpty ? readable : wanted
    let (events, last) = try replay(request.header["last-event-id"].flatMap { Int($0) }, account, kinds, in: store)
    let stream = try hub.listen(
      account, owner: visitor.account.map { "account " + $0.name } ?? "address " + origin.address, kinds: kinds,
      replayed: events, after: last, at: settings.clock())
    return ServedAnswer(
      stream: stream, header: [.init("Content-Type", "text/event-stream"), .init("Cache-Control", "no-store")])
  }

  /// What a listener missed since the event that it saw last.
  private func replay(
    _ seen: Int?, _ account: Account, _ kinds: Set<String>, in store: any Store
  ) throws(Diagnostic) -> (events: [[UInt8]], last: Int) {
    guard let seen else { return ([], 0) }
    let changes = try store.changes(after: seen, kinds: nil, limit: EventHub.mostReplayed)
    guard changes.count < EventHub.mostReplayed, try store.lastChange() >= seen else {
      return ([Array("event: reset\ndata: {}\n\n".utf8)], changes.last?.number ?? 0)
    }
    let visible = try GuardedStore(store, for: account, rules).visible(changes)
    return (visible.filter { kinds.contains($0.kind) }.map(EventHub.event), changes.last?.number ?? seen)
  }

  /// Who has no account and reads the public pages.
  static let anyone = Account("", role: .reader)

  // MARK: Running

  /// Looks each tenth of a second at what has changed, who has gone and what takes too long.
  private func tick(_ store: any Store) -> SystemThread? {
    SystemThread(stack: .working) { [weak self] in
      while let self, isTicking.withLock({ $0 }) {
        let seconds = settings.clock()
        deadlines.look(at: seconds)
        book.follow()
        hub.look(in: store, at: seconds) { self.book.current($0) }
        book.save(at: settings.now())
        usleep(100_000)
      }
      store.close()
    }
  }

  /// Ends the streams, takes no more requests, and returns when those that run are done and the workspace is closed.
  public func stop() {
    hub.stop()
    isOpen.withLock { $0 = false }
    let lanes = lanes.withLock(\.self)
    lanes?.reading.end()
    lanes?.writing.end()
    // It stops what takes too long until then.
    isTicking.withLock { $0 = false }
    ticker.withLock { $0.take() }?.join()
    book.save(at: settings.now(), isLast: true)
  }

  private func log(
    _ request: ServedRequest, _ origin: RequestOrigin, _ account: Account?, _ answer: ServedAnswer, _ seconds: Double
  ) {
    var members: [(String, JSONValue)] = [
      ("at", .string(Value.datetime(settings.now()).fileText)), ("method", .string(Abridged.text(request.method))),
      ("path", .string(Abridged.text(request.target))), ("account", account.map { .string($0.name) } ?? .null),
      ("address", .string(origin.address)), ("status", .integer(answer.status)),
      ("ms", .number((seconds * 10_000).rounded() / 10)), ("bytes", .integer(answer.body.count)),
    ]
    if let reason = answer.reason { members.append(("code", .string(reason))) }
    settings.log(SafeText.escapeJSON(JSONValue.object(members).text))
  }
}

/// A digest of a request.
enum RequestDigest {
  /// The first bytes of the digest as a number.
  static func number(_ bytes: [UInt8]) -> Int {
    var number: UInt64 = 0
    for digit in SHA256.hex(bytes).prefix(15) { number = number << 4 | UInt64(digit.hexDigitValue ?? 0) }
    return Int(number)
  }
}
