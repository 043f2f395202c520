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
}

extension AccountOrder {
  /// The words that may follow `user` and `token`.
  public static let userVerbs = ["add", "list", "role", "scope", "password", "disable", "enable", "remove"]
  public static let tokenVerbs = ["add", "list", "revoke"]

  /// Reads the words after `podium serve user`; `rules` know the scopes.
  ///
  /// Throws `usage`, `unknown-command`, `unknown-scope` and `bad-value`.
  public static func user(
    _ words: [String], _ options: AccountWords, _ rules: ServedRules
  ) throws(Diagnostic) -> AccountOrder {
    let (verb, name, rest) = try parts(words, "user", userVerbs)
    guard options.label == nil, options.days == nil, !options.isReadOnly else {
      throw usage("'--label', '--days' and '--read-only' are of 'token add'", "user \(verb) NAME")
    }
    if verb == "list" {
      guard name == nil else { throw usage("'user list' takes no name", "user list") }
      return AccountOrder(.listUsers, nil)
    }
    guard let name else { throw usage("'user \(verb)' needs the name of an account", "user \(verb) NAME") }
    let takesScopes = verb == "add" || verb == "scope"
    guard options.role == nil || verb == "add" || verb == "role" else {
      throw usage("'user \(verb)' takes no role", "user \(verb) NAME")
    }
    guard options.scopes.isEmpty || takesScopes else {
      throw usage("'user \(verb)' takes no scope", "user \(verb) NAME")
    }
    let further = verb == "role" ? rest.dropFirst() : verb == "scope" ? [] : rest[...]
    guard further.isEmpty else { throw usage("'user \(verb)' takes one name", "user \(verb) NAME") }
    let action: Action =
      switch verb {
      case "add": .addUser(try role(options.role, verb), scopes: try scopes(options.scopes, rules))
      case "role": .setRole(try role(options.role ?? rest.first, verb))
      case "scope" where options.scopes.isEmpty && rest.isEmpty: .showScopes
      case "scope" where options.scopes + rest == ["none"]: .setScopes([:])
      case "scope": .setScopes(try scopes(options.scopes + rest, rules))
      case "password": .makePassword
      case "disable": .disable(true)
      case "enable": .disable(false)
      default: .removeUser
      }
    return AccountOrder(action, name)
  }

  /// Reads the words after `podium serve token`.
  public static func token(_ words: [String], _ options: AccountWords) throws(Diagnostic) -> AccountOrder {
    let (verb, name, rest) = try parts(words, "token", tokenVerbs)
    guard rest.isEmpty else { throw usage("'token \(verb)' takes one name", "token \(verb) NAME") }
    guard options.role == nil, options.scopes.isEmpty else {
      throw usage("a token has the role and the scopes of its account", "token \(verb) NAME")
    }
    guard verb == "add" || options.label == nil && options.days == nil && !options.isReadOnly else {
      throw usage("'--label', '--days' and '--read-only' are of 'token add'", "token \(verb)")
    }
    switch verb {
    case "list": return AccountOrder(.listTokens, name)
    case "revoke":
      guard let name else { throw usage("'token revoke' needs the id of a token", "token revoke ID") }
      return AccountOrder(.revokeToken, name)
    default:
      guard let name else { throw usage("'token add' needs the name of an account", "token add NAME --label TEXT") }
      guard let label = options.label, !label.isEmpty, label.utf8.count <= 255 else {
        throw usage("a token needs a label that says what it is for", "token add NAME --label TEXT")
      }
      return AccountOrder(.addToken(label: label, days: options.days ?? 90, isReadOnly: options.isReadOnly), name)
    }
  }

  private static func parts(
    _ words: [String], _ noun: String, _ verbs: [String]
  ) throws(Diagnostic) -> (verb: String, name: String?, rest: [String]) {
    guard let verb = words.first else {
      throw usage("'\(noun)' needs a word after it", noun + " " + verbs.joined(separator: "|"))
    }
    guard verbs.contains(verb) else { throw Diagnostic.unknown("command", verb, among: verbs) }
    return (verb, words.dropFirst().first, Array(words.dropFirst(2)))
  }

  private static func usage(_ message: String, _ words: String) -> Diagnostic {
    Diagnostic("usage", message, help: "type podium serve " + words)
  }

  private static func role(_ text: String?, _ verb: String) throws(Diagnostic) -> AccountRole {
    let known = AccountRole.allCases.map(\.rawValue)
    guard let text else {
      throw usage(
        "'user \(verb)' needs a role",
        "user \(verb) NAME " + (verb == "add" ? "--role " : "") + known.joined(separator: "|"))
    }
    guard let role = AccountRole(rawValue: text) else { throw Diagnostic.unknown("role", text, among: known) }
    return role
  }

  private static func scopes(_ texts: [String], _ rules: ServedRules) throws(Diagnostic) -> [String: Set<String>] {
    // One whose value is the account itself is not given.
    let known = Set(rules.exposures.values.compactMap(\.scope).filter { !$0.isAccount }.map(\.name))
      .sorted(by: CodePointOrder.precedes)
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
    let given: [String: Set<String>]
    switch action {
    case .addUser(_, let scopes), .setScopes(let scopes): given = scopes
    default: return []
    }
    var doubts: [String] = []
    for (name, values) in given.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      let known = try rules.values(of: name, in: store)
      for value in values.sorted(by: CodePointOrder.precedes) {
        // Bytes decide what an account sees.
        if known.contains(where: { $0.utf8.elementsEqual(value.utf8) }) { continue }
        let near = Suggestion.nearest(to: value, among: known).map { "; did you mean '\(Abridged.text($0))'?" }
        doubts.append("no record has \(name) '\(Abridged.text(value))' yet" + (near ?? ""))
      }
    }
    return doubts
  }
}
