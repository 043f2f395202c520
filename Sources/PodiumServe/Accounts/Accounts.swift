public import PodiumCore
public import PodiumPlugin

/// The accounts of a service with their tokens, as a value: read from and written as JSON, changed by whoever runs the service.
///
/// podium makes every password and token; the digests alone are kept, so a copy of the file lets no one in.
public struct Accounts: Sendable {
  /// The version of the JSON form.
  static let version = 1
  /// The most bytes of a name.
  static let longestName = 64

  /// The accounts in the order in which they were added.
  var stored: [Entry] = []

  struct Entry: Sendable, Equatable {
    var name: String
    var role: AccountRole
    var scopes: [String: Set<String>]
    var password: String
    var isDisabled = false
    var tokens: [Token] = []
  }

  /// A token of an account.
  public struct Token: Sendable, Equatable {
    public let id: String
    /// What it is for, in its owner's words.
    public let label: String
    public let made: Moment
    /// When it ends.
    public let ends: Moment
    /// Whether it only reads.
    public let isReadOnly: Bool
    let digest: String
  }

  /// No accounts.
  public init() {}

  /// The accounts by name, without what lets them in.
  public var all: [(account: Account, isDisabled: Bool, tokens: [Token])] {
    stored.inCodePointOrder(by: \.name).map {
      (Account($0.name, role: $0.role, scopes: $0.scopes), $0.isDisabled, $0.tokens)
    }
  }

  // MARK: Who asks

  /// The account of a name and a password; nil where there is none, the password is another, or it is disabled.
  ///
  /// A name that is unknown takes as long as one that is known.
  public func account(_ name: String, password: String) -> Account? {
    let given = SHA256.text(of: password)
    let entry = stored.first { $0.name == name }
    let isRight = SecretText.areEqual(given, entry?.password ?? SHA256.text(of: ""))
    guard let entry, isRight, !entry.isDisabled else { return nil }
    return Account(entry.name, role: entry.role, scopes: entry.scopes)
  }

  /// The account of a name whose password still has a digest; nil for another, and for one that is disabled.
  func account(_ name: String, digest: String) -> Account? {
    self.digest(of: name) == digest ? current(name) : nil
  }

  /// The digest of an account's password.
  func digest(of name: String) -> String? { stored.first { $0.name == name }?.password }

  /// The account of a name as it is now; nil for one that is disabled.
  func current(_ name: String) -> Account? {
    stored.first { $0.name == name && !$0.isDisabled }.map { Account($0.name, role: $0.role, scopes: $0.scopes) }
  }

  /// The account of a token, and whether it only reads; nil for a token that is unknown, ended or revoked, or of a disabled
  /// account.
  public func account(token: String, at now: Moment) -> (account: Account, isReadOnly: Bool)? {
    let given = SHA256.text(of: token)
    for entry in stored where !entry.isDisabled {
      for known in entry.tokens where SecretText.areEqual(known.digest, given) && now < known.ends {
        return (Account(entry.name, role: entry.role, scopes: entry.scopes), known.isReadOnly)
      }
    }
    return nil
  }

  // MARK: Changes

  /// Adds an account; its password, which is shown this once.
  ///
  /// Throws `bad-account-name` and `taken-account`.
  public mutating func add(
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
    stored.append(Entry(name: name, role: role, scopes: scopes, password: SHA256.text(of: password)))
    return password
  }

  /// Gives an account another password, which is shown this once.
  public mutating func changePassword(of name: String) throws(Diagnostic) -> String {
    let place = try place(of: name)
    let password = SecretText.password()
    stored[place].password = SHA256.text(of: password)
    return password
  }

  /// Changes the role of an account.
  public mutating func setRole(_ role: AccountRole, of name: String) throws(Diagnostic) {
    stored[try place(of: name)].role = role
  }

  /// Changes the scopes of an account.
  public mutating func setScopes(_ scopes: [String: Set<String>], of name: String) throws(Diagnostic) {
    stored[try place(of: name)].scopes = scopes
  }

  /// Keeps an account out, with all its tokens, or lets it in again.
  public mutating func disable(_ isDisabled: Bool, _ name: String) throws(Diagnostic) {
    stored[try place(of: name)].isDisabled = isDisabled
  }

  /// Removes an account; what it wrote keeps its name.
  public mutating func remove(_ name: String) throws(Diagnostic) { stored.remove(at: try place(of: name)) }

  /// Makes a token, which is shown this once; it ends after so many days.
  public mutating func addToken(
    to name: String, label: String, days: Int, isReadOnly: Bool = false, at now: Moment
  ) throws(Diagnostic) -> (id: String, token: String) {
    let place = try place(of: name)
    guard (1...3650).contains(days) else {
      throw Diagnostic("bad-value", "'days' must be a whole number from 1 to 3650, not '\(days)'")
    }
    let token = SecretText.token()
    let id = String(SHA256.text(of: "id " + token).prefix(12))
    let ends = Moment(microseconds: now.microseconds + days * 86_400_000_000)
    stored[place].tokens.append(
      Token(
        id: id, label: label, made: now, ends: ends, isReadOnly: isReadOnly, digest: SHA256.text(of: token)))
    return (id, token)
  }

  /// Ends a token at once; throws `unknown-token`.
  public mutating func revokeToken(_ id: String) throws(Diagnostic) {
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
