internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// The accounts of a service with their tokens, as a value: read from and written as JSON, changed by whoever runs the service.
///
/// podium makes every password and token; the digests alone are kept, so a copy of the file lets no one in.
public struct Accounts: Sendable, Codable {
  static let version = 1
  /// The most bytes of a name.
  static let longestName = 64

  private var version = Accounts.version
  /// The accounts in the order in which they were added.
  var stored: [Entry] = []

  private enum CodingKeys: String, CodingKey { case version, stored = "accounts" }

  struct Entry: Sendable, Equatable, Codable {
    var name: String
    var role: AccountRole
    /// In order, so that the file is the same for the same accounts.
    var scopes: [String: [String]]
    var password: String
    var isDisabled = false
    var tokens: [Token] = []

    private enum CodingKeys: String, CodingKey {
      case name, role, scopes, password, isDisabled = "disabled", tokens
    }

    var account: Account { Account(name, role: role, scopes: scopes.mapValues(Set.init)) }

    static func ordered(_ scopes: [String: Set<String>]) -> [String: [String]] {
      scopes.mapValues { $0.inCodePointOrder() }
    }
  }

  struct Token: Sendable, Equatable, Codable {
    let id: String
    /// What it is for, in its owner's words.
    let label: String
    /// When it was made and when it ends, in microseconds since 1970.
    let made: Int
    let ends: Int
    let isReadOnly: Bool
    let digest: String

    private enum CodingKeys: String, CodingKey { case id, label, made, ends, isReadOnly = "read_only", digest }
  }

  /// No accounts.
  public init() {}

  var all: [Entry] { stored.inCodePointOrder(by: \.name) }

  // MARK: Who asks

  /// The account of a name and a password; nil where there is none, the password is another, or it is disabled.
  ///
  /// A name that is unknown takes as long as one that is known.
  func account(_ name: String, password: String) -> Account? {
    let given = SHA256.text(of: password)
    let entry = stored.first { $0.name == name }
    let isRight = SecretText.areEqual(given, entry?.password ?? SHA256.text(of: ""))
    guard let entry, isRight, !entry.isDisabled else { return nil }
    return entry.account
  }

  /// The account of a name whose password still has a digest; nil for another, and for one that is disabled.
  func account(_ name: String, digest: String) -> Account? {
    stored.first { $0.name == name && $0.password == digest && !$0.isDisabled }?.account
  }

  func digest(of name: String) -> String? { stored.first { $0.name == name }?.password }

  /// The account of a token, and whether it only reads; nil for a token that is unknown, ended or revoked, or of a disabled
  /// account.
  func account(token: String, at now: Moment) -> (account: Account, isReadOnly: Bool)? {
    let given = SHA256.text(of: token)
    for entry in stored where !entry.isDisabled {
      for known in entry.tokens where SecretText.areEqual(known.digest, given) && now.microseconds < known.ends {
        return (entry.account, known.isReadOnly)
      }
    }
    return nil
  }

  // MARK: Changes

  /// Adds an account; its password, which is shown this once.
  ///
  /// Throws `bad-account-name` and `taken-account`.
  mutating func add(
    _ name: String, _ role: AccountRole, scopes: [String: Set<String>] = [:]
  ) throws(Diagnostic) -> String {
    guard Accounts.isName(name) else {
      throw Diagnostic(
        "bad-account-name", "'\(Abridged.text(name))' cannot be the name of an account",
        help: "use at most \(Accounts.longestName) bytes, without spaces at the ends and signs that do not show")
    }
    guard !stored.contains(where: { $0.name == name }) else {
      throw Diagnostic(
        "taken-account", "there is an account '\(Abridged.text(name))' already", help: "choose another name")
    }
    let password = SecretText.password()
    stored.append(
      Entry(name: name, role: role, scopes: Entry.ordered(scopes), password: SHA256.text(of: password)))
    return password
  }

  /// Gives an account another password, which is shown this once.
  mutating func changePassword(of name: String) throws(Diagnostic) -> String {
    let password = SecretText.password()
    try change(name) { $0.password = SHA256.text(of: password) }
    return password
  }

  /// Changes an account; throws `unknown-account`.
  mutating func change(_ name: String, _ body: (inout Entry) -> Void) throws(Diagnostic) {
    let place = try place(of: name)
    body(&stored[place])
  }

  /// Removes an account, with all its tokens; what it wrote keeps its name.
  mutating func remove(_ name: String) throws(Diagnostic) { stored.remove(at: try place(of: name)) }

  /// Makes a token, which is shown this once; it ends after so many days.
  mutating func addToken(
    to name: String, label: String, days: Int, isReadOnly: Bool = false, at now: Moment
  ) throws(Diagnostic) -> (id: String, token: String) {
    let place = try place(of: name)
    guard (1...3650).contains(days) else {
      throw Diagnostic("bad-value", "'days' must be a whole number from 1 to 3650, not '\(days)'")
    }
    let token = SecretText.token()
    let id = String(SHA256.text(of: "id " + token).prefix(12))
    let made = now.microseconds
    stored[place].tokens.append(
      Token(
        id: id, label: label, made: made, ends: made + days * 86_400_000_000, isReadOnly: isReadOnly,
        digest: SHA256.text(of: token)))
    return (id, token)
  }

  /// Ends a token at once; throws `unknown-token`.
  mutating func revokeToken(_ id: String) throws(Diagnostic) {
    guard let place = stored.firstIndex(where: { $0.tokens.contains { $0.id == id } }) else {
      throw Diagnostic.unknown("token", id, among: stored.flatMap(\.tokens).map(\.id))
    }
    stored[place].tokens.removeAll { $0.id == id }
  }

  func place(of name: String) throws(Diagnostic) -> Int {
    if let place = stored.firstIndex(where: { $0.name == name }) { return place }
    throw Diagnostic.unknown("account", name, among: stored.map(\.name).inCodePointOrder())
  }

  /// Whether a text can name an account: it shows as it is, in one line, without spaces at its ends.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestName && SafeText.escape(text) == text && text.first != " "
      && text.last != " "
  }
}

extension SHA256 {
  /// The digest of a text, in hexadecimal digits.
  static func text(of text: String) -> String { hex(text.utf8) }
}

extension Accounts {
  /// Reads the form that is kept; throws `damaged-accounts`, and `newer-accounts` for a form of a later version.
  init(json bytes: [UInt8]) throws(Diagnostic) {
    struct Version: Decodable { let version: Int }
    do {
      let version = try SortedJSON.value(bytes) { try Version(from: $0).version }
      guard version <= Accounts.version else {
        throw Diagnostic(
          "newer-accounts", "the accounts were written by a newer podium (version \(version))",
          help: "use the newer podium")
      }
      self = try SortedJSON.value(bytes) { try Accounts(from: $0) }
    } catch {
      throw (error as? Diagnostic) ?? Accounts.damaged("\(error)")
    }
    let names = stored.map(\.name)
    guard names.allSatisfy(Accounts.isName), Set(names).count == names.count else {
      throw Accounts.damaged("an account has a name that is not one, or that of another")
    }
  }

  private static func damaged(_ cause: String) -> Diagnostic {
    Diagnostic(
      "damaged-accounts", "the accounts cannot be read, so no one is let in", help: "restore the file from a backup",
      cause: cause)
  }
}
