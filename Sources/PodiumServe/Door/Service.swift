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
  let pages: Pages
  let hub: EventHub
  private let deadlines = Deadlines()
  private let quick: QuickReaders
  let running = Mutex<Set<RequestKey>>([])
  private let lanes: Mutex<(writing: Lanes, reading: Lanes)?>
  private let isOpen = Mutex(true)
  private let isTicking = Mutex(true)
  private let ticker = Mutex<SystemThread?>(nil)

  /// Serves a workspace to the accounts of a file.
  ///
  /// Throws `bad-exposure`, and what reading the accounts throws.
  ///
  /// - Parameters:
  ///   - readers: Further connections to the workspace, each for a thread of its own.
  ///   - quick: Connections that wait for no lock, since other work would wait with them: the first looks for changes, the
  ///     others are for what is answered where it arrives.
  public convenience init(
    registry: Registry, services: Services, accounts: AccountsFile, readers: [any Store], quick: [any Store],
    _ settings: ServiceSettings
  ) throws(Diagnostic) {
    try self.init(registry, services, try AccountBook(accounts), settings, readers: readers, quick: quick)
  }

  init(
    _ registry: Registry, _ services: Services, _ book: AccountBook, _ settings: ServiceSettings,
    readers: [any Store] = [], quick: [any Store] = []
  ) throws(Diagnostic) {
    guard let base = services.store else {
      throw Diagnostic("no-workspace", "a service needs a workspace", help: "name one with --workspace")
    }
    let rules = try ServedRules(registry, kinds: try base.kinds())
    (self.settings, self.rules, self.book, self.base) = (settings, rules, book, base)
    runner = CommandRunner(rules: rules, registry: registry, services: services)
    admission = Admission(settings: settings, book: book, throttle: Throttle())
    pages = Pages(runner, settings)
    try pages.checkPublic()
    hub = EventHub(rules, most: settings.limits.streams, after: try base.lastChange())
    self.quick = QuickReaders(Array(quick.dropFirst()))
    lanes = Mutex(
      readers.isEmpty
        ? nil : (Lanes([base], waiting: Service.mostWaiting), Lanes(readers, waiting: Service.mostWaiting)))
    if let first = quick.first {
      let thread = tick(first)
      ticker.withLock { $0 = thread }
    }
  }

  private static let mostWaiting = 64
  /// The most bytes of a body that are looked at where a request arrives.
  private static let mostAtOnce = 2 << 10
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
      let seconds = settings.clock() - start
      done(answer)
      log(request, origin, visitor?.account, answer, seconds)
    }
    let visitor: Admission.Visitor
    do throws(Diagnostic) { visitor = try admission.visitor(request, origin) } catch {
      return finish(nil, ServedAnswer(problem: error))
    }
    // What only looks records up, or nothing at all, is answered where it arrives.
    if request.isQuick {
      let seen = visitor.account.map { GuardedStore(base, for: $0, rules).scope } ?? ""
      let key = [seen, visitor.account?.name ?? "", request.address, request.header["accept"] ?? ""]
        .joined(separator: "\n")
      // By its bytes: two keys of records may look alike.
      if let answer = quick.read(Array(key.utf8), { respond(request, visitor, origin, false, since: start, in: $0) }) {
        return finish(visitor, answer)
      }
    }
    guard let lanes = lanes.withLock(\.self) else {
      let isWriting = isWriting(request, visitor)
      return finish(visitor, respond(request, visitor, origin, isWriting, since: start, in: base))
    }
    let hand: @Sendable (Lanes, @escaping Lanes.Work) -> Void = { lane, work in
      if lane.add(work) { return }
      let busy = Diagnostic("service-busy", "too much is waiting already", help: "try again in a second")
      finish(visitor, ServedAnswer(problem: busy, header: [.init("Retry-After", "1")]))
    }
    let choose: @Sendable () -> Void = { [self] in
      let isWriting = isWriting(request, visitor)
      hand(isWriting ? lanes.writing : lanes.reading) { [self] store in
        finish(visitor, respond(request, visitor, origin, isWriting, since: start, in: store))
      }
    }
    // A long command takes a while to be read, and all connections of this thread would wait for that.
    if request.body.count > Service.mostAtOnce { hand(lanes.reading) { _ in choose() } } else { choose() }
  }

  /// The same on the thread of the caller, for tests.
  func answer(_ request: ServedRequest, from origin: RequestOrigin = RequestOrigin("127.0.0.1")) -> ServedAnswer {
    let found = Mutex<ServedAnswer?>(nil)
    answer(request, from: origin) { answer in found.withLock { $0 = answer } }
    return found.withLock { $0 } ?? ServedAnswer(500)
  }

  func isWriting(_ request: ServedRequest, _ visitor: Admission.Visitor) -> Bool {
    guard request.isUnsafe, let account = visitor.account else { return false }
    guard request.segments == ["api", "v1", "commands"], let command = try? ServedCommand(json: request.body),
      let verb = try? runner.offer(command, to: account).verb
    else { return true }
    return !runner.readsOnly(verb)
  }

  private func respond(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, _ isWriting: Bool,
    since start: Double, in store: any Store
  ) -> ServedAnswer {
    let visit = Visit(
      request: request, visitor: visitor, origin: origin, store: store, cancellation: Cancellation())
    // The wait for a thread counts too, so that those who wait for one lock do not wait one after the other.
    let end = start + (isWriting ? Service.writingTime : Service.readingTime)
    return deadlines.run(visit.cancellation, until: end) {
      do throws(Diagnostic) {
        return try route(visit)
      } catch {
        if error.code == Diagnostic.interrupted.code {
          return ServedAnswer(
            problem: Diagnostic(
              "too-slow", "this took too long, so nothing was changed",
              help: "ask for less, or try again when the service is less busy"))
        }
        var header: [ServedAnswer.Field] = []
        if error.code == "stale-record", let tag = try? currentTag(visit) { header = [.init("ETag", tag)] }
        if error.code == "no-account", request.wantsPage { return .redirect(to: "/login?next=" + request.asNext) }
        if request.wantsPage || request.isFragment {
          return pages.problem(error, visit, header: header)
        }
        return ServedAnswer(problem: error, header: header)
      }
    }
  }

  // MARK: Running

  /// Looks each tenth of a second at what has changed, who has gone and what takes too long.
  private func tick(_ store: any Store) -> SystemThread? {
    SystemThread(stack: .working) { [weak self] in
      var certificate = CertificateWatch()
      while let self, isTicking.withLock({ $0 }) {
        let seconds = settings.clock()
        deadlines.look(at: seconds)
        book.follow()
        hub.look(in: store, at: seconds) { self.book.current($0, at: self.settings.now()) }
        book.save(at: settings.now())
        if let line = certificate.line(settings) { settings.log(line) }
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
    quick.end()
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
      ("method", .string(Abridged.text(request.method))), ("path", .string(Abridged.text(request.target))),
      ("account", account.map { .string($0.name) } ?? .null),
      ("address", .string(origin.address)), ("status", .integer(answer.status)),
      ("ms", .number((seconds * 10_000).rounded() / 10)), ("bytes", .integer(answer.body.count)),
    ]
    // Who logged in or tried to; what else was typed there may be a password.
    if request.segments == ["login"], let name = request.form?.first(where: { $0.name == "name" })?.value {
      members.append(("login", book.knows(name) ? .string(name) : .null))
    }
    if let reason = answer.reason {
      members.append(("code", .string(reason.code)))
      // What clients do not learn is for whoever runs the service.
      if reason.served != reason { members.append(("detail", .string(reason.message))) }
    }
    settings.log(settings.line(members))
  }
}
