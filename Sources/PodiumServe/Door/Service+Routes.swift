internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// Where a request goes: the addresses of the service.
extension Service {
  func route(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ origin: RequestOrigin, _ cancellation: Cancellation,
    in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
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
        if let kind = exposure.kinds.first { _ = try store.count(RecordQuery(kind.name, limit: 1)) }
      }
      return ServedAnswer(200, "text/plain; charset=utf-8", Array((isAlive ? "ok\n" : "ready\n").utf8))
    case ["favicon.ico"]:
      // Browsers ask for it on their own; without one they show theirs.
      return ServedAnswer(204, header: [.init("Cache-Control", "public, max-age=86400")])
    case ["login"] where request.method == "POST": return try logIn(request, origin)
    case ["logout"]:
      try allow(request, ["POST"])
      if let cookie = visitor.cookie { book.logOut(cookie) }
      return .redirect(to: "/login", header: [settings.cookie(nil)])
    default: break
    }
    guard parts.first == "api" else { return try page(request, visitor, cancellation, in: store) }
    guard parts.count > 2, parts[1] == "v1" else { throw .notFound }
    if parts == ["api", "v1", "events"] { return try events(request, visitor, origin) }
    guard let account = visitor.account else { throw .noAccount }
    return try interface(Array(parts.dropFirst(2)), request, account, visitor, cancellation, in: store)
  }

  private func interface(
    _ parts: [String], _ request: ServedRequest, _ account: Account, _ visitor: Admission.Visitor,
    _ cancellation: Cancellation, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
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
      return try once(request, visitor, cancellation, in: store) { (account, terms) throws(Diagnostic) in
        try CommandResource(runner: runner).post(request.body, as: account, in: store, terms)
      }
    case ["changes"]:
      try allow(request, ["GET"])
      return try ChangesResource(rules: rules).list(request, as: account, in: store, cancellation)
    case _ where parts.count == 3 && parts[0] == "changes" && parts[2] == "revert":
      try allow(request, ["POST"])
      try request.refuseParameters()
      return try once(request, visitor, cancellation, in: store) { (account, terms) throws(Diagnostic) in
        try ChangesResource(rules: rules).revert(parts[1], as: account, in: store, terms.request)
      }
    default:
      let resources = Resources(pages)
      let kind = try resources.kind(request, parts, for: account)
      guard request.isUnsafe else { return try resources.answer(request, parts, of: kind, as: account, in: store) }
      return try once(request, visitor, cancellation, in: store) { (account, terms) throws(Diagnostic) in
        try resources.write(request, parts, of: kind, as: account, in: store, terms)
      }
    }
  }

  /// The tag that the record of an address has now; nil for other addresses.
  func currentTag(
    _ request: ServedRequest, _ account: Account, in store: any Store
  ) throws(Diagnostic) -> String? {
    guard let parts = request.segments, parts.count == 5 else { return nil }
    let store = GuardedStore(store, for: account, rules)
    return try Resources(pages).record(parts[4], of: parts[2] + "." + parts[3], store).map { "\"\($0.revision)\"" }
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

  private func page(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ cancellation: Cancellation, in store: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    guard request.isUnsafe else {
      guard let answer = try pages.answer(request, as: visitor.account, in: store, cancellation) else {
        throw visitor.account == nil ? .noAccount : .notFound
      }
      return answer
    }
    guard let account = visitor.account else { throw .noAccount }
    let place = try pages.target(of: request, for: account)
    return try once(request, visitor, cancellation, in: store) { (account, terms) throws(Diagnostic) in
      try pages.submit(request, to: place, as: account, in: store, terms)
    }
  }

  /// Does what a request asks for that may write, and with a key once: asked again it gets what the first made, and while that
  /// still runs 409.
  private func once(
    _ request: ServedRequest, _ visitor: Admission.Visitor, _ cancellation: Cancellation, in store: any Store,
    _ body: (Account, CommandRunner.Terms) throws(Diagnostic) -> ServedAnswer
  ) throws(Diagnostic) -> ServedAnswer {
    guard let account = visitor.account else { throw .noAccount }
    if visitor.isReadOnly, isWriting(request, visitor) {
      throw Diagnostic("forbidden", "this token only reads", help: "use one that writes")
    }
    // A form of another page can send text, but not this type.
    let isOfPrograms = ["commands", "changes"].contains { request.segments?.starts(with: ["api", "v1", $0]) == true }
    guard request.body.isEmpty || request.isJSON || request.form != nil && !isOfPrograms else {
      throw Diagnostic("unsupported-body", "the body must be JSON", help: "send Content-Type: application/json")
    }
    var terms = CommandRunner.Terms()
    terms.cancellation = cancellation
    guard
      let text = request.header["idempotency-key"] ?? request.form?.first(where: { $0.name == "request_key" })?.value
    else { return try body(account, terms) }
    guard !text.isEmpty, text.utf8.count <= 255 else {
      throw RequestBody.bad("Idempotency-Key must have 1 to 255 bytes")
    }
    let what = request.method + " " + request.target + "\n"
    let digest = SHA256.hex(Array(what.utf8) + request.body).prefix(15)
    let key = RequestKey(account.name + "\u{1F}" + text, digest: Int(digest, radix: 16) ?? 0)
    if let done = try store.request(key.key) {
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
        tag: try request.method == "PATCH" ? currentTag(request, account, in: store) : nil,
        isEmpty: request.method == "DELETE")
    }
    guard running.withLock({ $0.insert(key).inserted }) else {
      throw Diagnostic("request-running", "the first request with this key still runs", help: "try again in a second")
    }
    defer { _ = running.withLock { $0.remove(key) } }
    terms.request = key
    return try body(account, terms)
  }
}
