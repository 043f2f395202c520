internal import PodiumCore
internal import PodiumPlugin

/// Logins and streams of events.
extension Service {
  func logIn(_ request: ServedRequest, _ origin: RequestOrigin) throws(Diagnostic) -> ServedAnswer {
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

  func events(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    try allow(request, ["GET"])
    let account = visitor.account ?? Service.anyone
    let own = GivenParameters(request.query)
    try own.mustBe(among: ["kind"])
    let wanted = Set(try own.words("kind", repeatable: true) ?? [])
    let open = visitor.account == nil ? pages.publicKinds : nil
    if visitor.account == nil, wanted.isEmpty || !wanted.isSubset(of: open ?? []) { throw .noAccount }
    let readable = rules.readableKinds(for: account)
    guard wanted.isSubset(of: readable) else { throw .notFound }
    let kinds = wanted.isEmpty ? readable : wanted
    let (events, last) = try replay(request.header["last-event-id"].flatMap { Int($0) }, account, kinds, in: store)
    let stream = try hub.listen(
      visitor, account, owner: visitor.account.map { "account " + $0.name } ?? "address " + origin.address,
      kinds: kinds,
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
}
