internal import PodiumCore
internal import PodiumPlugin

/// Making, changing and removing records: each by the verb of its kind, with all its checks and notes.
extension Resources {
  /// Makes a record: 201 with its address.
  func create(_ kind: String, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    guard let form = form("add", of: kind) ?? form("new", of: kind) else { throw .notAllowed(["GET", "HEAD"]) }
    let fields = Set(RecordJSON.ofEveryRecord + ResourceShape(kind, visit.reader, rules).fields.map(\.column.name))
    let command = try form.command(try RequestBody.object(visit.request.body), about: nil, fields: fields)
    let outcome = try runner.run(command, visit)
    let answer = try CommandResource.answer(outcome)
    let made = outcome.changes.first { $0.kind == kind && $0.action == .insert }
    guard let made else { return answer }
    return ServedAnswer(
      201, answer["Content-Type"], answer.body,
      header: ServedAnswer.ofAccount + [.init("Location", Resources.address(of: made.record, kind))])
  }

  /// Changes or removes a record whose revision the request names.
  func change(_ name: String, of kind: String, _ visit: Visit) throws(Diagnostic) -> ServedAnswer {
    let (request, store) = (visit.request, GuardedStore(visit, rules))
    guard var form = form(request.method == "PATCH" ? "edit" : "delete", of: kind) else {
      throw .notAllowed(["GET", "HEAD"])
    }
    guard let record = try record(name, of: kind, store) else { throw .notFound }
    var visit = visit
    visit.expected = try expectation(request, record)
    var members = request.method == "PATCH" ? try RequestBody.object(request.body) : []
    // What is as the record has it changes nothing, so a whole record can be sent back with one field changed.
    let shape = ResourceShape(kind, visit.reader, rules)
    members.removeAll { shape.has($0.1, as: $0.0, record) }
    if let flag = Resources.archiving(members), let other = self.form(flag ? "archive" : "restore", of: kind) {
      (form, members) = (other, [])
    }
    let answer = try CommandResource.answer(try runner.run(try form.command(members, about: record), visit))
    guard request.method == "PATCH" else { return ServedAnswer(204, header: ServedAnswer.ofAccount) }
    let after = try store.records(RecordQuery(kind, where: [.ids([record.id])])).first
    let tag = after.map { [ServedAnswer.Field("ETag", "\"\($0.revision)\"")] } ?? []
    return ServedAnswer(200, answer["Content-Type"], answer.body, header: ServedAnswer.ofAccount + tag)
  }

  /// Whether a change only archives a record or restores it, which are verbs of their own; nil for other changes.
  private static func archiving(_ members: [(String, JSONValue)]) -> Bool? {
    guard members.count == 1, let (name, value) = members.first, name == "archived" else { return nil }
    if case .null = value { return false }
    return value.bool
  }

  /// The revision that `If-Match` names; throws `no-precondition` without one, and `stale-record` for an older one.
  private func expectation(_ request: ServedRequest, _ record: Record) throws(Diagnostic) -> ExpectedRevision? {
    guard let text = request.header["if-match"] else {
      throw Diagnostic(
        "no-precondition", "a change needs If-Match with the ETag that you saw",
        help: "read the record first; its ETag is its revision")
    }
    if text == "*" { return nil }
    let tags = text.split(separator: ",").map { $0.filter { $0 != " " } }
    guard tags.contains(where: { Representation.revision(String($0)) == record.revision }) else {
      throw .staleRecord(record.revision)
    }
    return ExpectedRevision(kind: record.kind, record: record.id, revision: record.revision)
  }

  /// The methods that a kind allows an account, for 405 and OpenAPI.
  func methods(of kind: String, isOne: Bool, for account: Account?) -> [String] {
    let actions = isOne ? [("PATCH", "edit"), ("DELETE", "delete")] : [("POST", "add"), ("POST", "new")]
    let allowed = actions.filter { _, action in
      form(action, of: kind).flatMap { rules.offers[$0.verb] }.map { (account?.role ?? .admin) >= $0.role } == true
    }
    return ["GET", "HEAD"] + allowed.map(\.0)
  }

  func form(_ action: String, of kind: String) -> ActionForm? {
    rules.things[kind].flatMap { thing in
      ActionForm(action, of: thing, typed: rules.exposure(of: kind)?[kind]?.typed ?? [], in: runner.registry)
    }
  }

  static func address(of record: RecordID, _ kind: String) -> String {
    (["/api/v1"] + kind.split(separator: ".").map(String.init) + [PercentText.encoded(record.text)])
      .joined(separator: "/")
  }
}

extension Diagnostic {
  /// A method that an address does not have; the help names those that it has.
  static func notAllowed(_ methods: [String]) -> Diagnostic {
    Diagnostic("method-not-allowed", "this is not possible here", help: methods.joined(separator: ", "))
  }

  static func staleRecord(_ revision: Int) -> Diagnostic {
    Diagnostic(
      "stale-record", "the record has changed since you read it; its revision is \(revision)", help: "read it again")
  }
}
