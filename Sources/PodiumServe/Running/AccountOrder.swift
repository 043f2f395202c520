public import PodiumCore
public import PodiumPlugin

/// What whoever runs a service does with its accounts: `user add`, `token revoke` and the others.
public struct AccountOrder: Sendable, Equatable {
  /// What is done.
  public enum Action: Sendable, Equatable {
    case addUser(AccountRole, scopes: [String: Set<String>])
    case listUsers
    case setRole(AccountRole)
    case showScopes
    case setScopes([String: Set<String>])
    case makePassword
    case disable(Bool)
    case removeUser
    case addToken(label: String, days: Int, isReadOnly: Bool)
    case listTokens
    case revokeToken
  }

  /// What came of it.
  public enum Outcome {
    /// One object, of whose members each is a line of text.
    case made(JSONValue)
    /// A list.
    case listed(Table)
  }

  public let action: Action
  /// The account, or the token that is revoked; nil for a list of all.
  public let name: String?

  init(_ action: Action, _ name: String?) { (self.action, self.name) = (action, name) }

  /// Does it to the accounts.
  ///
  /// Throws what the accounts throw.
  public func perform(
    on accounts: inout Accounts, at now: Moment, _ random: inout some RandomNumberGenerator
  ) throws(Diagnostic) -> Outcome {
    let name = name ?? ""
    switch action {
    case .listUsers: return .listed(try AccountOrder.users(of: accounts))
    case .listTokens: return .listed(try AccountOrder.tokens(of: accounts, only: self.name, at: now))
    case .addUser(let role, let scopes):
      return AccountOrder.secret(name, "password", try accounts.add(name, role, scopes: scopes, &random))
    case .makePassword:
      return AccountOrder.secret(name, "password", try accounts.changePassword(of: name, &random))
    case .addToken(let label, let days, let isReadOnly):
      let (id, token) = try accounts.addToken(
        to: name, label: label, days: days, isReadOnly: isReadOnly, at: now, &random)
      return .made(.object([("id", .string(id)), ("token", .string(token))]))
    case .revokeToken:
      try accounts.revokeToken(name)
      return .made(.object([("id", .string(name)), ("revoked", .bool(true))]))
    case .removeUser:
      try accounts.remove(name)
      return .made(.object([("name", .string(name)), ("removed", .bool(true))]))
    case .setRole(let role): try accounts.setRole(role, of: name)
    case .showScopes: _ = try accounts.place(of: name)
    case .setScopes(let scopes): try accounts.setScopes(scopes, of: name)
    case .disable(let isDisabled): try accounts.disable(isDisabled, name)
    }
    let found = accounts.all.first { $0.account.name == name }
    return .made(
      .object([
        ("name", .string(name)), ("role", .string(found?.account.role.rawValue ?? "")),
        ("scopes", .array((found?.account.scopeTexts ?? []).map(JSONValue.string))),
        ("disabled", .bool(found?.isDisabled ?? false)),
      ]))
  }

  /// Whether it changes nothing.
  public var readsOnly: Bool { [.listUsers, .listTokens, .showScopes].contains(action) }

  private static func secret(_ name: String, _ what: String, _ text: String) -> Outcome {
    .made(.object([("name", .string(name)), (what, .string(text))]))
  }

  private static func users(of accounts: Accounts) throws(Diagnostic) -> Table {
    let all = accounts.all
    return try Table([
      Column("name", .text(all.map(\.account.name))), Column("role", .text(all.map(\.account.role.rawValue))),
      Column("scopes", .text(all.map { $0.account.scopeTexts.joined(separator: ", ") })),
      Column("disabled", .boolean(all.map(\.isDisabled))),
      Column("tokens", .integer(all.map(\.tokens.count))),
    ])
  }

  private static func tokens(of accounts: Accounts, only name: String?, at now: Moment) throws(Diagnostic) -> Table {
    if let name { _ = try accounts.place(of: name) }
    let all = accounts.all.filter { name == nil || $0.account.name == name }
    let rows = all.flatMap { entry in entry.tokens.map { (entry.account.name, $0) } }
    return try Table([
      Column("id", .text(rows.map(\.1.id))), Column("name", .text(rows.map(\.0))),
      Column("label", .text(rows.map(\.1.label))),
      Column("made", .datetime(rows.map(\.1.made))),
      Column("ends", .datetime(rows.map(\.1.ends))),
      Column("may", .text(rows.map { $0.1.ends <= now ? "nothing: it ended" : $0.1.isReadOnly ? "read" : "all" })),
    ])
  }
}

extension Account {
  /// Its scopes as they are typed (`ski.team=Sverige`), in order.
  var scopeTexts: [String] {
    scopes.sorted { CodePointOrder.precedes($0.key, $1.key) }
      .flatMap { scope in scope.value.sorted(by: CodePointOrder.precedes).map { scope.key + "=" + $0 } }
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
