internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Where a request goes: the addresses of the service.
extension Service {
  func route(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let request = visit.request
    guard let parts = request.segments else {
      throw RequestBody.bad("the address has an empty part, or an escape that is not UTF-8")
    }
    if let coding = request.header["content-encoding"], coding.lowercased() != "identity", !request.body.isEmpty {
      throw Diagnostic("unsupported-body", "the body is compressed", help: "send it as it is")
    }
    switch parts {
    case ["healthz"], ["readyz"]:
      try allow(request, ["GET"])
      let isAlive = parts == ["healthz"]
      if !isAlive, let problem = CertificateWatch.problem(settings) { throw problem }
      // A newer podium may have migrated the records of one plugin, which this one can no longer read.
      for exposure in rules.exposures.values where !isAlive {
        if let kind = exposure.kinds.first { _ = try visit.store.count(RecordQuery(kind.name, limit: 1)) }
      }
      return ServedAnswer(200, "text/plain; charset=utf-8", Array((isAlive ? "ok\n" : "ready\n").utf8))
    case ["favicon.ico"]:
      // Browsers ask for it on their own; without one they show theirs.
      return ServedAnswer(204, header: [.init("Cache-Control", "public, max-age=86400")])
    case ["login"] where request.method == "POST": return try logIn(visit)
    case ["logout"]:
      try allow(request, ["POST"])
      if let cookie = visit.visitor.cookie { book.logOut(cookie) }
      return .redirect(to: "/login", header: [settings.cookie(nil)])
    default: break
    }
    guard parts.first == "api" else { return try page(visit) }
    guard parts.count > 2, parts[1] == "v1" else { throw .notFound }
    if parts == ["api", "v1", "events"] { return try events(visit) }
    guard let account = visit.account else { throw .noAccount }
    return try interface(Array(parts.dropFirst(2)), visit, account)
  }

  private func interface(
    _ parts: [String], _ visit: Visit, _ account: Account
  ) throws(Diagnostic) -> ServedAnswer {
    let request = visit.request
    switch parts {
    case ["me"]:
      try allow(request, ["GET"])
      try request.refuseParameters()
      return me(account)
    case ["openapi.json"]:
      try allow(request, ["GET"])
      try request.refuseParameters()
      return pages.openAPI(for: account)
    case ["commands"]:
      try allow(request, ["GET", "POST"])
      try request.refuseParameters()
      guard request.isUnsafe else { return CommandResource(runner: runner).list(for: account) }
      return try once(visit) { (visit) throws(Diagnostic) in try CommandResource(runner: runner).post(visit) }
    case ["changes"]:
      try allow(request, ["GET"])
      return try ChangesResource(rules: rules).list(visit)
    case _ where parts.count == 3 && parts[0] == "changes" && parts[2] == "revert":
      try allow(request, ["POST"])
      try request.refuseParameters()
      return try once(visit) { (visit) throws(Diagnostic) in
        try ChangesResource(rules: rules).revert(parts[1], visit)
      }
    default:
      let resources = Resources(pages)
      let kind = try resources.kind(request, parts, for: account)
      guard request.isUnsafe else { return try resources.answer(visit, parts, of: kind) }
      return try once(visit) { (visit) throws(Diagnostic) in try resources.write(visit, parts, of: kind) }
    }
  }

  /// The tag that the record of an address has now; nil for other addresses.
  func currentTag(_ visit: Visit) throws(Diagnostic) -> String? {
    guard let parts = visit.request.segments, parts.count == 5 else { return nil }
    return try Resources(pages).record(parts[4], of: parts[2] + "." + parts[3], GuardedStore(visit, rules))
      .map { "\"\($0.revision)\"" }
  }

  func allow(_ request: ServedRequest, _ methods: [String]) throws(Diagnostic) {
    if methods.contains(request.method) || request.method == "HEAD" && methods.contains("GET") { return }
    throw Diagnostic.notAllowed(methods.contains("GET") ? ["GET", "HEAD"] + methods.dropFirst() : methods)
  }

  private func me(_ account: Account) -> ServedAnswer {
    ServedAnswer(
      json: [
        "name": .string(account.name), "role": .string(account.role.rawValue), "scopes": account.scopesJSON,
      ], header: ServedAnswer.ofAccount)
  }

  private func page(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    guard visit.request.isUnsafe else {
      if let answer = try pages.answer(visit) { return answer }
      throw visit.account == nil ? .noAccount : .notFound
    }
    if visit.account == nil { throw .noAccount }
    let place = try pages.target(of: visit)
    return try once(visit) { (visit) throws(Diagnostic) in try pages.submit(to: place, visit) }
  }

  /// Does what a request asks for that may write, and with a key once: asked again it gets what the first made, and while that
  /// still runs 409.
  private func once(
    _ visit: Visit, _ body: (Visit) throws(Diagnostic) -> ServedAnswer
  ) throws(Diagnostic) -> ServedAnswer {
    let request = visit.request
    if visit.visitor.isReadOnly, isWriting(request, visit.visitor) {
      throw Diagnostic("forbidden", "this token only reads", help: "use one that writes")
    }
    // A form of another page can send text, but not this type.
    let isOfPrograms = ["commands", "changes"].contains { request.segments?.starts(with: ["api", "v1", $0]) == true }
    guard request.body.isEmpty || request.isJSON || request.form != nil && !isOfPrograms else {
      throw Diagnostic("unsupported-body", "the body must be JSON", help: "send Content-Type: application/json")
    }
    guard
      let text = request.header["idempotency-key"] ?? request.form?.first(where: { $0.name == "request_key" })?.value
    else { return try body(visit) }
    guard !text.isEmpty, text.utf8.count <= 255 else {
      throw RequestBody.bad("Idempotency-Key must have 1 to 255 bytes")
    }
    let what = request.method + " " + request.target + "\n"
    let digest = SHA256.hex(Array(what.utf8) + request.body).prefix(15)
    let key = RequestKey(visit.reader.name + "\u{1F}" + text, digest: Int(digest, radix: 16) ?? 0)
    if let done = try visit.store.request(key.key) {
      guard done.digest == key.digest else {
        throw Diagnostic(
          "other-request", "this Idempotency-Key was used for another request", help: "choose a new key")
      }
      if request.form != nil { return .redirect(to: Service.ownPage(request.address)) }
      // A list made the record; a command tells of its changes alone.
      let kind = request.segments.flatMap { $0.count == 4 ? $0[2] + "." + $0[3] : nil }
      let made = done.changes.first { $0.action == .insert && $0.kind == kind }
      return CommandResource.again(
        done, location: made.map { Resources.address(of: $0.record, $0.kind) },
        tag: try request.method == "PATCH" ? currentTag(visit) : nil,
        isEmpty: request.method == "DELETE")
    }
    guard running.withLock({ $0.insert(key).inserted }) else {
      throw Diagnostic("request-running", "the first request with this key still runs", help: "try again in a second")
    }
    defer { _ = running.withLock { $0.remove(key) } }
    var visit = visit
    visit.key = key
    return try body(visit)
  }
}

/// Logins and streams of events.
extension Service {
  func logIn(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    guard let form = visit.request.form else {
      throw Diagnostic("unsupported-body", "a login is a form", help: "send application/x-www-form-urlencoded")
    }
    func field(_ name: String) -> String { form.first { $0.name == name }?.value ?? "" }
    let next = Service.ownPage(field("next"))
    switch book.logIn(field("name"), field("password"), from: visit.origin.address, at: settings.now()) {
    case .cookie(let cookie, _):
      book.save(at: settings.now())
      return .redirect(to: next, header: [settings.cookie(cookie)])
    case .failed(let wait): return pages.login(visit.request, next: next, failed: wait)
    }
  }

  /// The page that follows a login: one of this service, whatever is asked for.
  static func ownPage(_ text: String) -> String {
    let isOwn =
      text.utf8.starts(with: "/".utf8) && !text.utf8.starts(with: "//".utf8)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    return isOwn ? text : "/"
  }

  func events(_ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let (request, account) = (visit.request, visit.reader)
    try allow(request, ["GET"])
    let own = GivenParameters(request.query)
    try own.mustBe(among: ["kind"])
    let wanted = Set(try own.words("kind", repeatable: true) ?? [])
    if visit.account == nil, wanted.isEmpty || !wanted.isSubset(of: pages.publicKinds) { throw .noAccount }
    let readable = rules.readableKinds(for: account)
    guard wanted.isSubset(of: readable) else { throw .notFound }
    let kinds = wanted.isEmpty ? readable : wanted
    // Who asks for the header alone is not one of the listeners.
    if request.method == "HEAD" { return ServedAnswer(200, EventHub.type) }
    let stream = try hub.listen(
      visit.visitor, account, owner: visit.visitor.owner(from: visit.origin),
      kinds: kinds, after: request.header["last-event-id"].flatMap { Int($0) }, at: settings.clock())
    return ServedAnswer(stream: stream, header: [.init("Content-Type", EventHub.type)])
  }
}
