public import PodiumCore

/// What a plugin lets a service show and do, and with whose rights. What is not declared is not served.
///
/// The fields of records, their types and the verbs of their actions come from the plugin's things
/// (`Registry.describedThings`); nothing here knows how a service is reached.
public struct Exposure: Sendable {
  /// What limits whom; nil where everyone may see and write all that is exposed.
  public let scope: Scope?
  /// The kinds whose records are shown.
  public let kinds: [Kind]
  /// The verbs that are offered beside the actions of those kinds.
  public let verbs: [Verb]
  public let pages: [Page]

  /// Exposes kinds, verbs and pages.
  public init(scope: Scope? = nil, kinds: [Kind], verbs: [Verb] = [], pages: [Page] = []) {
    (self.scope, self.kinds, self.verbs, self.pages) = (scope, kinds, verbs, pages)
  }

  /// A kind of record that a service shows.
  public struct Kind: Sendable {
    /// Its name (`ski.pair`).
    public let name: String
    /// The least role that reads its records.
    public let readers: AccountRole
    /// The least role that may change its records, whatever the verb; nil where a service changes none.
    public let writers: AccountRole?
    /// Whether the actions of its thing (add, edit, delete, archive) are offered to its writers.
    public let offersActions: Bool
    /// Fields that take a higher role to be read.
    public let fields: [String: AccountRole]
    /// The ways from a record to the value of the scope: fields with points between them, of which each but the last names
    /// another record by its key (`owner.team`). One of them must lead to a value of the account; none, and the scope does
    /// not limit the kind.
    public let paths: [String]
    /// The words and keys of its verbs that are typed otherwise than a record shows its fields.
    public let typed: [Typing]

    /// Exposes a kind.
    public init(
      _ name: String, readers: AccountRole = .reader, writers: AccountRole? = nil, fields: [String: AccountRole] = [:],
      paths: [String] = [], typed: [Typing] = [], offersActions: Bool = true
    ) {
      (self.name, self.readers, self.writers) = (name, readers, writers)
      self.offersActions = offersActions
      (self.fields, self.paths, self.typed) = (fields, paths, typed)
    }
  }

  /// How fields, as a record shows them, are typed as one word or key: `latitude` and `longitude` as `place`.
  ///
  /// So what was read can be sent back by the names that it was read by.
  public struct Typing: Sendable {
    /// The word or key.
    public let name: String
    /// The fields that it sets.
    public let fields: [String]
    /// What is typed for the texts of these fields, nil for one without a value; nil to clear them.
    public let text: @Sendable ([String?]) -> String?

    /// Types fields as a word or key; by default their texts with spaces between them.
    public init(
      _ name: String, _ fields: [String],
      as text: @escaping @Sendable ([String?]) -> String? = { texts in
        let words = texts.compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
      }
    ) {
      (self.name, self.fields, self.text) = (name, fields, text)
    }
  }

  /// A verb that a service offers.
  public struct Verb: Sendable {
    /// The verb with names for its words in braces: `ski move {session} {serial_number} {rank}`. Its keys go by their names.
    public let template: String
    /// The least role that may use it.
    public let role: AccountRole
    /// Keys that are filled in where they are left out and the account has one value for them.
    public let fills: [String: Fill]
    /// Whether it tells aggregates of the records of all, without showing one: no rule limits what it reads.
    public let readsAll: Bool

    /// What a key is filled with.
    public enum Fill: Sendable { case scope, account }

    /// Offers a verb.
    public init(
      _ template: String, _ role: AccountRole = .reporter, fills: [String: Fill] = [:], readsAll: Bool = false
    ) {
      (self.template, self.role, self.fills, self.readsAll) = (template, role, fills, readsAll)
    }

    /// The verb itself, and the names of the words that follow it.
    public var parts: (verb: String, words: [String]) {
      let all = template.split(separator: " ").map(String.init)
      let verb = all.prefix { !$0.hasPrefix("{") }
      return (verb.joined(separator: " "), all.dropFirst(verb.count).map { String($0.dropFirst().dropLast()) })
    }
  }

  /// A page: what a command shows on a store that refuses every change, and the forms of verbs that belong there.
  public struct Page: Sendable {
    /// Where it is (`ski/session/{session}`).
    public let path: String
    /// Its name in menus; nil for a page that others lead to.
    public let title: String?
    /// The command that it shows, with the names of the path in braces.
    public let command: String
    /// The verbs whose forms it has.
    public let forms: [String]
    /// The kinds whose changes bring it up to date.
    public let kinds: [String]
    /// The least role that sees it; nil for every account, and for those without one where whoever runs the service names it.
    public let role: AccountRole?
    /// Columns of tables that name what the path names, beside those of its own names (`pair`: `serial_number`): rows that
    /// have them all lead to the page.
    public let columns: [String: [String]]

    /// Makes a page.
    public init(
      _ path: String, title: String? = nil, shows command: String, forms: [String] = [], watches kinds: [String] = [],
      role: AccountRole? = .reader, columns: [String: [String]] = [:]
    ) {
      (self.path, self.title, self.command, self.columns) = (path, title, command, columns)
      (self.forms, self.kinds, self.role) = (forms, kinds, role)
    }
  }

  /// What limits accounts to a part of the records: a team, a club, a person.
  public struct Scope: Sendable {
    /// A further decision on one change: the account, the change, the record after it, and the records as the change leaves
    /// them; what is wrong with it, or nil.
    public typealias Decision =
      @Sendable (Account, Change, Record?, any RecordStore) throws(Diagnostic) -> Diagnostic?

    /// Its name in accounts (`ski.team`).
    public let name: String
    /// Whether it limits what is read too; otherwise all records are read, and only those in scope written.
    public let limitsReading: Bool
    /// Whether the name of the account is its value, so that each account has its own records.
    public let isAccount: Bool
    /// What else must hold for a change, in scope; admins too.
    public let decision: Decision?

    /// Makes a scope.
    public init(
      _ name: String, limitsReading: Bool = true, isAccount: Bool = false, decision: Decision? = nil
    ) {
      (self.name, self.limitsReading, self.isAccount) = (name, limitsReading, isAccount)
      self.decision = decision
    }

    /// The values of an account; nil for admins, whom it does not limit.
    public func values(of account: Account) -> Set<String>? {
      if account.role == .admin { return nil }
      return isAccount ? [account.name] : account.scopes[name] ?? []
    }
  }
}
