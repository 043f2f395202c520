public import PodiumCore
public import PodiumPlugin

/// The options after `podium serve user` and `podium serve token`.
public struct AccountWords: Sendable {
  public var role: String?
  public var scopes: [String] = []
  public var label: String?
  public var days: Int?
  public var isReadOnly = false

  /// No options.
  public init() {}

  /// The names of those that are given.
  fileprivate var given: [String] {
    let all = [
      ("role", role != nil), ("scope", !scopes.isEmpty), ("label", label != nil), ("days", days != nil),
      ("read-only", isReadOnly),
    ]
    return all.filter(\.1).map(\.0)
  }
}

extension AccountOrder {
  /// What may follow a verb: so many words, and some options.
  private typealias Form = (words: ClosedRange<Int>, options: [String], usage: String)
  private static let userForms: KeyValuePairs<String, Form> = [
    "add": (1...1, ["role", "scope"], "NAME --role reader|reporter|admin"), "list": (0...0, [], ""),
    "role": (1...2, ["role"], "NAME reader|reporter|admin"), "scope": (1...Int.max, ["scope"], "NAME [SCOPE]…"),
    "password": (1...1, [], "NAME"), "disable": (1...1, [], "NAME"), "enable": (1...1, [], "NAME"),
    "remove": (1...1, [], "NAME"),
  ]
  private static let tokenForms: KeyValuePairs<String, Form> = [
    "add": (1...1, ["label", "days", "read-only"], "NAME --label TEXT"), "list": (0...1, [], "[NAME]"),
    "revoke": (1...1, [], "ID"),
  ]

  /// Reads the words after `podium serve user`; `rules` know the scopes.
  ///
  /// Throws `usage`, `unknown-command`, `unknown-scope` and `bad-value`.
  public static func user(
    _ words: [String], _ options: AccountWords, _ rules: ServedRules
  ) throws(Diagnostic) -> AccountOrder {
    let (verb, rest, form) = try read(words, "user", userForms, options)
    let name = rest.first ?? ""
    func change(
      readsOnly: Bool = false, scopes: [String: Set<String>] = [:],
      _ body: @escaping @Sendable (inout Accounts.Entry) -> Void
    ) -> AccountOrder {
      AccountOrder(readsOnly: readsOnly, scopes: scopes) { (accounts, _) throws(Diagnostic) in
        try accounts.change(name, body)
        return try shown(name, of: accounts)
      }
    }
    switch verb {
    case "add", "role":
      guard let text = options.role ?? rest.dropFirst().first else { throw usage("'user \(verb)' needs a role", form) }
      guard let role = AccountRole(rawValue: text) else {
        throw Diagnostic.unknown("role", text, among: AccountRole.allCases.map(\.rawValue))
      }
      if verb == "role" { return change { $0.role = role } }
      let scopes = try scopes(options.scopes, rules)
      return AccountOrder(scopes: scopes) { (accounts, _) throws(Diagnostic) in
        secret(name, password: try accounts.add(name, role, scopes: scopes))
      }
    case "scope":
      let texts = options.scopes + rest.dropFirst()
      if texts.isEmpty { return change(readsOnly: true) { _ in } }
      let scopes = texts == ["none"] ? [:] : try scopes(texts, rules)
      return change(scopes: scopes) { $0.scopes = Accounts.Entry.ordered(scopes) }
    case "list":
      return AccountOrder(readsOnly: true) { (accounts, _) throws(Diagnostic) in .listed(try users(of: accounts)) }
    case "password":
      return AccountOrder { (accounts, _) throws(Diagnostic) in
        secret(name, password: try accounts.changePassword(of: name))
      }
    case "remove":
      return AccountOrder { (accounts, _) throws(Diagnostic) in
        try accounts.remove(name)
        return .made(["name": .string(name), "removed": true])
      }
    default: return change { $0.isDisabled = verb == "disable" }
    }
  }

  /// Reads the words after `podium serve token`.
  public static func token(_ words: [String], _ options: AccountWords) throws(Diagnostic) -> AccountOrder {
    let (verb, rest, form) = try read(words, "token", tokenForms, options)
    let name = rest.first
    switch verb {
    case "list":
      return AccountOrder(readsOnly: true) { (accounts, now) throws(Diagnostic) in
        .listed(try tokens(of: accounts, only: name, at: now))
      }
    case "revoke":
      return AccountOrder { (accounts, _) throws(Diagnostic) in
        try accounts.revokeToken(name ?? "")
        return .made(["id": .string(name ?? ""), "revoked": true])
      }
    default:
      guard let label = options.label, !label.isEmpty, label.utf8.count <= 255 else {
        throw usage("a token needs a label that says what it is for", form)
      }
      return AccountOrder { (accounts, now) throws(Diagnostic) in
        let (id, token) = try accounts.addToken(
          to: name ?? "", label: label, days: options.days ?? 90, isReadOnly: options.isReadOnly, at: now)
        return .made(["id": .string(id), "token": .string(token)])
      }
    }
  }

  /// The verb and the words after it, as many as it takes, with no option but its own.
  private static func read(
    _ words: [String], _ noun: String, _ forms: KeyValuePairs<String, Form>, _ options: AccountWords
  ) throws(Diagnostic) -> (verb: String, rest: [String], usage: String) {
    let verbs = forms.map(\.key)
    guard let verb = words.first else {
      throw usage("'\(noun)' needs a word after it", noun + " " + verbs.joined(separator: "|"))
    }
    guard let form = forms.first(where: { $0.key == verb })?.value else {
      throw Diagnostic.unknown("command", verb, among: verbs)
    }
    let (name, rest) = (noun + " " + verb, Array(words.dropFirst()))
    let help = name + " " + form.usage
    if let other = options.given.first(where: { !form.options.contains($0) }) {
      throw usage("'\(name)' takes no '--\(other)'", help)
    }
    if rest.count < form.words.lowerBound { throw usage("'\(name)' needs a word after it", help) }
    if rest.count > form.words.upperBound {
      throw usage("'\(name)' takes no word '\(Abridged.text(rest[form.words.upperBound]))'", help)
    }
    return (verb, rest, help)
  }

  private static func usage(_ message: String, _ words: String) -> Diagnostic {
    Diagnostic("usage", message, help: "type podium serve " + words)
  }

  private static func scopes(_ texts: [String], _ rules: ServedRules) throws(Diagnostic) -> [String: Set<String>] {
    // One whose value is the account itself is not given.
    let known = Set(rules.exposures.values.compactMap(\.scope).filter { !$0.isAccount }.map(\.name))
      .inCodePointOrder()
    var scopes: [String: Set<String>] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Diagnostic(
          "bad-value", "'\(Abridged.text(text))' is not a scope",
          help: "write NAME=VALUE, as in \(known.first ?? "ski.team")=…")
      }
      guard known.contains(parts[0]) else { throw Diagnostic.unknown("scope", parts[0], among: known) }
      scopes[parts[0], default: []].insert(parts[1])
    }
    return scopes
  }
}

extension AccountOrder {
  /// The scopes that it gives and that no record of a workspace has, each in a sentence.
  ///
  /// They are not refused: accounts may be made before the first team.
  public func doubts(_ rules: ServedRules, in store: any RecordStore) throws(Diagnostic) -> [String] {
    var doubts: [String] = []
    for (name, values) in scopes.inCodePointOrder(by: \.key) {
      let known = try rules.values(of: name, in: store)
      for value in values.inCodePointOrder() {
        // Bytes decide what an account sees.
        if known.contains(where: { $0.utf8.elementsEqual(value.utf8) }) { continue }
        let near = Suggestion.nearest(to: value, among: known).map { "; did you mean '\(Abridged.text($0))'?" }
        doubts.append("no record has \(name) '\(Abridged.text(value))' yet" + (near ?? ""))
      }
    }
    return doubts
  }
}
