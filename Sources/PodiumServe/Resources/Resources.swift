internal import PodiumCore
internal import PodiumPlugin

/// The records of exposed kinds as resources: `/api/v1/PLUGIN/KIND` lists, `/api/v1/PLUGIN/KIND/ID` shows one.
struct Resources: Sendable {
  let runner: CommandRunner
  var rules: ServedRules { runner.rules }

  /// Serves what the rules expose.
  init(_ runner: CommandRunner) { self.runner = runner }

  /// The answer to a request below `/api/v1`; nil where the path is none of a kind.
  ///
  /// A kind or record that the account does not see is answered as one that never was, byte for byte.
  func answer(
    _ request: ServedRequest, _ parts: [String], as account: Account, in base: any Store
  ) throws(Diagnostic) -> ServedAnswer {
    let kind = try kind(parts, for: account)
    let store = GuardedStore(base, for: account, rules)
    if parts.count == 3 { return try one(parts[2], of: kind, request, account, store) }
    return try list(of: kind, request, account, store)
  }

  /// Makes, changes or removes a record.
  func write(
    _ request: ServedRequest, _ parts: [String], as account: Account, in base: any Store,
    _ terms: CommandRunner.Terms
  ) throws(Diagnostic) -> ServedAnswer {
    let kind = try kind(parts, for: account)
    let methods = methods(of: kind, isOne: parts.count == 3, for: account)
    guard methods.contains(request.method) else {
      // An action that there is and that another role may use is refused; the rest is not possible for anyone.
      if self.methods(of: kind, isOne: parts.count == 3, for: nil).contains(request.method) {
        throw Diagnostic("forbidden", "account '\(account.name)' may not change '\(kind)'")
      }
      throw .notAllowed(methods)
    }
    if parts.count == 3 { return try change(parts[2], of: kind, request, account, base, terms) }
    return try create(kind, request.body, account, base, terms)
  }

  private func kind(_ parts: [String], for account: Account) throws(Diagnostic) -> String {
    guard parts.count == 2 || parts.count == 3 else { throw .notFound }
    let kind = parts[0] + "." + parts[1]
    guard let exposed = rules.exposure(of: kind)?[kind], account.role >= exposed.readers else { throw .notFound }
    return kind
  }

  private func list(
    of kind: String, _ request: ServedRequest, _ account: Account, _ store: any RecordStore
  ) throws(Diagnostic) -> ServedAnswer {
    let asked = try ResourceQuery(request.query, of: kind, for: account, rules, in: store)
    let found = try store.records(asked.query)
    let page = found.prefix(asked.limit)
    let json = RecordJSON(asked.fields)
    var body = Array("{\"items\":[".utf8)
    for (place, record) in page.enumerated() {
      if place > 0 { body.append(UInt8(ascii: ",")) }
      json.write(record, to: &body)
    }
    let next = found.count > page.count ? page.last.map { JSONValue.string(next($0, asked, request)) } ?? .null : .null
    body += Array("],\"next\":".utf8) + next.bytes
    if asked.countsAll {
      body += Array(",\"total\":\(try store.count(RecordQuery(kind, where: asked.filters)))".utf8)
    }
    return ServedAnswer(200, "application/json", body + Array("}\n".utf8), header: ServedAnswer.ofAccount)
  }

  /// The address of the next page: the same parameters with another place.
  private func next(_ last: Record, _ asked: ResourceQuery, _ request: ServedRequest) -> String {
    let others = request.query.filter { $0.name != "after" }
      .map { PercentText.encoded($0.name) + "=" + PercentText.encoded($0.value) }
    let token = "after=" + PercentText.encoded(PageToken.text(last, asked.query.order))
    return request.target + "?" + (others + [token]).joined(separator: "&")
  }

  private func one(
    _ name: String, of kind: String, _ request: ServedRequest, _ account: Account, _ store: any RecordStore
  ) throws(Diagnostic) -> ServedAnswer {
    let fields = ResourceShape(kind, account, rules)
    let chosen = try fields.chosen(request.values("fields").first)
    if let other = request.query.first(where: { $0.name != "fields" }) {
      throw Diagnostic.unknown("parameter", other.name, among: ["fields"])
    }
    guard let record = try record(name, of: kind, store) else { throw .notFound }
    let tag = "\"\(record.revision)\""
    let header = ServedAnswer.ofAccount + [.init("ETag", tag)]
    if request.knows(tag) { return ServedAnswer(304, header: header) }
    var body: [UInt8] = []
    RecordJSON(chosen).write(record, to: &body)
    return ServedAnswer(200, "application/json", body + Array("\n".utf8), header: header)
  }

  /// The record of an id, or of a natural key of one field.
  func record(_ name: String, of kind: String, _ store: any RecordStore) throws(Diagnostic) -> Record? {
    if let record = try store.records(RecordQuery(kind, where: [.ids([RecordID(name)])], limit: 1)).first {
      return record
    }
    guard let shape = try store.kinds().first(where: { $0.name == kind }), shape.key.count == 1,
      let field = shape[shape.key[0]], let value = try? ResourceQuery.value(name, field.kind, field.name)
    else { return nil }
    return try store.records(RecordQuery(kind, where: [.equals(field.name, value)], limit: 1)).first
  }
}

extension Diagnostic {
  /// What is not there, and what an account does not see.
  static let notFound = Diagnostic("not-found", "there is nothing at this address")
}
