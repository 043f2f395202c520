internal import PodiumCore
internal import PodiumPlugin

/// The records of exposed kinds as resources: `/api/v1/PLUGIN/KIND` lists, `/api/v1/PLUGIN/KIND/ID` shows one.
struct Resources: Sendable {
  let runner: CommandRunner
  /// The pages that it is one of for people.
  let pages: Pages
  var rules: ServedRules { runner.rules }

  init(_ pages: Pages) { (runner, self.pages) = (pages.runner, pages) }

  /// The answer to a request below `/api/v1`.
  ///
  /// A kind or record that the account does not see is answered as one that never was, byte for byte.
  func answer(_ visit: Visit, _ parts: [String], of kind: String) throws(Diagnostic) -> ServedAnswer {
    if parts.count == 3 { return try one(parts[2], of: kind, visit) }
    return try list(of: kind, visit)
  }

  func write(_ visit: Visit, _ parts: [String], of kind: String) throws(Diagnostic) -> ServedAnswer {
    if let fields = visit.request.form { return try submit(fields, parts, of: kind, visit) }
    try visit.request.refuseParameters()
    if parts.count == 3 { return try change(parts[2], of: kind, visit) }
    return try create(kind, visit)
  }

  /// The kind of an address, which must have the method of the request; that comes before whatever else is wrong with it.
  func kind(_ request: ServedRequest, _ parts: [String], for account: Account) throws(Diagnostic) -> String {
    guard parts.count == 2 || parts.count == 3 else { throw .notFound }
    let kind = parts[0] + "." + parts[1]
    guard let exposed = rules.exposure(of: kind)?[kind], account.role >= exposed.readers else { throw .notFound }
    guard request.isUnsafe, request.method != "POST" || request.form == nil else { return kind }
    let isOne = parts.count == 3
    let methods = methods(of: kind, isOne: isOne, for: account)
    if methods.contains(request.method) { return kind }
    // An action that there is and that another role may use is refused; the rest is not possible for anyone.
    if self.methods(of: kind, isOne: isOne, for: nil).contains(request.method) {
      throw Diagnostic("forbidden", "account '\(account.name)' may not change '\(kind)'")
    }
    throw .notAllowed(methods)
  }

  private func list(of kind: String, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let (request, store) = (visit.request, GuardedStore(visit, rules))
    let form = try Representation(request)
    // A form sends its empty fields too.
    let given = form == .html ? request.query.filter { !$0.value.isEmpty } : request.query
    let asked = try ResourceQuery(given, of: kind, for: visit.reader, rules, in: store)
    let found = try store.records(asked.query)
    let page = found.prefix(asked.limit)
    let next = found.count > page.count ? page.last.map { self.next($0, asked, request) } : nil
    let total = asked.countsAll ? try store.count(RecordQuery(kind, where: asked.filters)) : nil
    switch form {
    case .html: return self.page(Array(page), next: next, total: total, asked, of: kind, visit)
    case .csv:
      let link = next.map { [ServedAnswer.Field("Link", "<\($0)>; rel=\"next\"")] } ?? []
      return ServedAnswer(
        200, Representation.csvType, try csv(Array(page), asked.fields, asked.query.order, of: kind, store),
        header: ServedAnswer.ofAccount + link)
    case .json: break
    }
    let json = RecordJSON(asked.fields)
    var body = Array("{\"items\":[".utf8)
    for (place, record) in page.enumerated() {
      if place > 0 { body.append(UInt8(ascii: ",")) }
      json.write(record, to: &body)
    }
    body += Array("],\"next\":".utf8) + (next.map(JSONValue.string) ?? .null).bytes
    if let total { body += Array(",\"total\":\(total)".utf8) }
    return ServedAnswer(200, "application/json", body + Array("}\n".utf8), header: ServedAnswer.ofAccount)
  }

  /// The address of the next page: the same parameters with another place.
  private func next(_ last: Record, _ asked: ResourceQuery, _ request: ServedRequest) -> String {
    let token = ServedRequest.Parameter("after", PageToken.text(last, of: asked))
    return ServedRequest.address(request.target, request.query.filter { $0.name != "after" } + [token])
  }

  private func one(_ name: String, of kind: String, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let (request, store) = (visit.request, GuardedStore(visit, rules))
    let fields = ResourceShape(kind, visit.reader, rules)
    let form = try Representation(request)
    // A form sends its empty fields too.
    let own = GivenParameters(form == .html ? request.query.filter { !$0.value.isEmpty } : request.query)
    try own.mustBe(among: ["fields", "format"])
    let chosen = try fields.chosen(own.words("fields"))
    guard let record = try record(name, of: kind, store) else { throw .notFound }
    let tag = try form.tag(record.revision, fields: own.text("fields"))
    let header = ServedAnswer.ofAccount + [.init("ETag", tag)]
    switch form {
    case .json:
      var body: [UInt8] = []
      RecordJSON(chosen).write(record, to: &body)
      return ServedAnswer(200, "application/json", body + Array("\n".utf8), header: header)
    case .html: return page(record, chosen, visit, header: header)
    case .csv:
      return ServedAnswer(200, Representation.csvType, try csv([record], chosen, [], of: kind, store), header: header)
    }
  }

  /// The record of an id, or of a natural key of one field.
  func record(_ name: String, of kind: String, _ store: any RecordStore) throws(Diagnostic) -> Record? {
    // An id is 36 signs; a key of that length is looked up second.
    if name.utf8.count == 36,
      let record = try store.records(RecordQuery(kind, where: [.ids([RecordID(name)])], limit: 1)).first
    {
      return record
    }
    guard let field = rules.keys[kind], let value = try? ResourceQuery.value(name, field.kind, field.name) else {
      return nil
    }
    return try store.records(RecordQuery(kind, where: [.equals(field.name, value)], limit: 1)).first
  }
}

extension Diagnostic {
  /// What is not there, and what an account does not see.
  static let notFound = Diagnostic("not-found", "there is nothing at this address")
}
