public import PodiumCore
internal import PodiumPlugin

/// What whoever runs a service does with its accounts: `user add`, `token revoke` and the others.
public struct AccountOrder: Sendable {
  /// What came of it.
  public enum Outcome {
    /// One object, of whose members each is a line of text.
    case made(JSONValue)
    case listed(Table)
  }

  typealias Work = @Sendable (inout Accounts, Moment) throws(Diagnostic) -> Outcome

  /// Whether it changes nothing.
  public let readsOnly: Bool
  let scopes: [String: Set<String>]
  private let work: Work

  init(readsOnly: Bool = false, scopes: [String: Set<String>] = [:], _ work: @escaping Work) {
    (self.readsOnly, self.scopes, self.work) = (readsOnly, scopes, work)
  }

  /// Does it to the accounts.
  ///
  /// Throws what the accounts throw.
  public func perform(on accounts: inout Accounts, at now: Moment) throws(Diagnostic) -> Outcome {
    try work(&accounts, now)
  }

  /// An account as it is after a change.
  static func shown(_ name: String, of accounts: Accounts) throws(Diagnostic) -> Outcome {
    let entry = accounts.stored[try accounts.place(of: name)]
    return .made([
      "name": .string(name), "role": .string(entry.role.rawValue), "scopes": .words(entry.account.scopeTexts),
      "disabled": .bool(entry.isDisabled),
    ])
  }

  static func secret(_ name: String, password: String) -> Outcome {
    .made(["name": .string(name), "password": .string(password)])
  }

  static func users(of accounts: Accounts) throws(Diagnostic) -> Table {
    let all = accounts.all
    return try Table([
      Column("name", .text(all.map(\.name))), Column("role", .text(all.map(\.role.rawValue))),
      Column("scopes", .text(all.map { $0.account.scopeTexts.joined(separator: ", ") })),
      Column("disabled", .boolean(all.map(\.isDisabled))),
      Column("tokens", .integer(all.map(\.tokens.count))),
    ])
  }

  static func tokens(of accounts: Accounts, only name: String?, at now: Moment) throws(Diagnostic) -> Table {
    if let name { _ = try accounts.place(of: name) }
    let all = accounts.all.filter { name == nil || $0.name == name }
    let rows = all.flatMap { entry in entry.tokens.map { (entry.name, $0) } }
    return try Table([
      Column("id", .text(rows.map(\.1.id))), Column("name", .text(rows.map(\.0))),
      Column("label", .text(rows.map(\.1.label))),
      Column("made", .datetime(rows.map { Moment(microseconds: $0.1.made) })),
      Column("ends", .datetime(rows.map { Moment(microseconds: $0.1.ends) })),
      Column(
        "may",
        .text(rows.map { $0.1.ends <= now.microseconds ? "nothing: it ended" : $0.1.isReadOnly ? "read" : "all" })),
    ])
  }
}

extension Account {
  /// Its scopes as an object, in order.
  var scopesJSON: JSONValue {
    .object(
      scopes.inCodePointOrder(by: \.key)
        .map { ($0.key, .words($0.value.inCodePointOrder())) })
  }

  /// Its scopes as they are typed (`ski.team=Sverige`), in order.
  var scopeTexts: [String] {
    scopes.inCodePointOrder(by: \.key)
      .flatMap { scope in scope.value.inCodePointOrder().map { scope.key + "=" + $0 } }
  }
}

extension AccountOrder.Outcome {
  /// The same with sentences that warn of what may be a slip.
  public func warning(_ sentences: [String]) -> Self {
    guard case .made(let value) = self, let members = value.members, !sentences.isEmpty else { return self }
    return .made(.object(members + [("warnings", .array(sentences.map(JSONValue.string)))]))
  }

  /// An object as lines for people; nil for a list.
  public var text: String? {
    guard case .made(let value) = self, let all = value.members else { return nil }
    let members = all.filter { $0.0 != "warnings" }
    let width = members.map(\.0.count).max() ?? 0
    var lines = members.map { name, value in
      let text =
        value.string ?? value.array?.compactMap(\.string).joined(separator: ", ") ?? (value.bool == true ? "yes" : "no")
      return name + String(repeating: " ", count: width - name.count + 2) + SafeText.escape(text)
    }
    if members.contains(where: { ["password", "token"].contains($0.0) }) {
      lines.append("This is shown once: podium keeps its digest alone.")
    }
    lines += (value["warnings"]?.array ?? []).compactMap(\.string).map { "warning: " + SafeText.escape($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// An object as JSON in one line; nil for a list.
  public var json: String? {
    guard case .made(let value) = self else { return nil }
    return SafeText.escapeJSON(value.text) + "\n"
  }
}
