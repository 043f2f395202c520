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
    case .failed(let wait): return pages.login(request, next: next, failed: wait)
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
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin
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
    // Who asks for the header alone is not one of the listeners.
    if request.method == "HEAD" { return ServedAnswer(200, EventHub.type) }
    let stream = try hub.listen(
      visitor, account, owner: visitor.account.map { "account " + $0.name } ?? "address " + origin.address,
      kinds: kinds, after: request.header["last-event-id"].flatMap { Int($0) }, at: settings.clock())
    return ServedAnswer(stream: stream, header: [.init("Content-Type", EventHub.type)])
  }

  /// Who has no account and reads the public pages.
  static let anyone = Account("", role: .reader)
}
