public import PodiumCore
internal import PodiumPlugin

extension Accounts {
  /// The form that is kept.
  public var json: JSONValue {
    ["version": .integer(Accounts.version), "accounts": .array(stored.map(Accounts.json))]
  }

  private static func json(_ entry: Entry) -> JSONValue {
    [
      "name": .string(entry.name), "role": .string(entry.role.rawValue),
      "scopes": Account(entry.name, role: entry.role, scopes: entry.scopes).scopesJSON,
      "password": .string(entry.password), "disabled": .bool(entry.isDisabled),
      "tokens": .array(
        entry.tokens.map { token in
          [
            "id": .string(token.id), "label": .string(token.label), "made": .integer(token.made.microseconds),
            "ends": .integer(token.ends.microseconds), "read_only": .bool(token.isReadOnly),
            "digest": .string(token.digest),
          ]
        }),
    ]
  }

  /// Reads the form that is kept; throws `damaged-accounts`, and `newer-accounts` for a form of a later version.
  public init(json bytes: [UInt8]) throws(Diagnostic) {
    self.init()
    let value: JSONValue
    do throws(Diagnostic) { value = try JSONReader.value(bytes) } catch {
      throw Accounts.damaged(error.message)
    }
    guard let version = value["version"]?.integer else { throw Accounts.damaged("it has no version") }
    guard version <= Accounts.version else {
      throw Diagnostic(
        "newer-accounts", "the accounts were written by a newer podium (version \(version))",
        help: "use the newer podium")
    }
    var entries: [Entry] = []
    for item in value["accounts"]?.array ?? [] {
      guard let name = item["name"]?.string, Accounts.isName(name),
        let role = item["role"]?.string.flatMap({ AccountRole(rawValue: $0) }), let password = item["password"]?.string,
        !entries.contains(where: { $0.name == name })
      else { throw Accounts.damaged("account \(entries.count + 1) is not one") }
      var scopes: [String: Set<String>] = [:]
      for (scope, values) in item["scopes"]?.members ?? [] {
        scopes[scope] = Set((values.array ?? []).compactMap(\.string))
      }
      var entry = Entry(name: name, role: role, scopes: scopes, password: password)
      // What cannot be read keeps its owner out.
      entry.isDisabled = item["disabled"]?.bool ?? true
      for token in item["tokens"]?.array ?? [] {
        guard let read = Accounts.token(token) else { throw Accounts.damaged("a token of '\(name)' is not one") }
        entry.tokens.append(read)
      }
      entries.append(entry)
    }
    stored = entries
  }

  private static func token(_ value: JSONValue) -> Token? {
    guard let id = value["id"]?.string, let label = value["label"]?.string, let made = value["made"]?.integer,
      let ends = value["ends"]?.integer, let isReadOnly = value["read_only"]?.bool, let digest = value["digest"]?.string
    else { return nil }
    return Token(
      id: id, label: label, made: Moment(microseconds: made), ends: Moment(microseconds: ends), isReadOnly: isReadOnly,
      digest: digest)
  }

  private static func damaged(_ cause: String) -> Diagnostic {
    Diagnostic(
      "damaged-accounts", "the accounts cannot be read, so no one is let in", help: "restore the file from a backup",
      cause: cause)
  }
}
