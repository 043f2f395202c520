public import PodiumCore
public import PodiumPlugin

/// What is served and with whose rights: the exposures of all plugins, with the things that describe their records.
///
/// What no plugin exposes does not exist here.
public struct ServedRules: Sendable {
  /// The exposures by plugin.
  public let exposures: [String: Exposure]
  /// The exposed kinds' things by kind, and those that their links lead to.
  let things: [String: ThingDescription]
  /// The verbs that are offered.
  let offers: [String: Offer]
  private let byKind: [String: Exposure]
  /// The fields that each role reads of each kind, bytes apart.
  private let readable: [AccountRole: [String: [ThingDescription.Field]]]
  /// The natural keys of one field, by kind.
  let keys: [String: RecordField]

  /// The rules of a registry; throws `bad-exposure` for an exposure that does not fit the things and verbs, naming all faults.
  ///
  /// `kinds` are those of the workspace, whose natural keys name records in addresses.
  public init(_ registry: Registry, kinds: [RecordKind] = []) throws(Diagnostic) {
    let exposures = registry.exposures
    let problems = exposures.keys.sorted(by: CodePointOrder.precedes).flatMap { plugin in
      exposures[plugin]?.problems(in: registry).map { "plugin '\(plugin)': " + $0 } ?? []
    }
    guard problems.isEmpty else {
      throw Diagnostic(
        "bad-exposure", "what is exposed does not fit what there is: " + problems.joined(separator: "; "),
        help: "correct the exposures")
    }
    self.exposures = exposures
    things = Dictionary(registry.describedThings.map { ($0.kind, $0) }) { first, _ in first }
    offers = Offer.all(of: exposures, things, in: registry)
    byKind = exposures.values.reduce(into: [:]) { found, exposure in
      for kind in exposure.kinds { found[kind.name] = exposure }
    }
    keys = kinds.reduce(into: [:]) { found, kind in
      if kind.key.count == 1 { found[kind.name] = kind[kind.key[0]] }
    }
    let all = things
    readable = Dictionary(
      uniqueKeysWithValues: AccountRole.allCases.map { role in
        (
          role,
          exposures.values.reduce(into: [:]) { found, exposure in
            for kind in exposure.kinds {
              let seen = Set(exposure.fields(of: kind.name, for: role, among: all))
              found[kind.name] = all[kind.name]?.fields.filter {
                seen.contains($0.column.name) && $0.column.kind != .bytes
              }
            }
          }
        )
      })
  }

  /// The exposure that a kind belongs to; nil for a kind that is not served.
  func exposure(of kind: String) -> Exposure? { byKind[kind] }

  /// The fields of a kind that a role reads, bytes apart.
  func fields(of kind: String, for role: AccountRole) -> [ThingDescription.Field] { readable[role]?[kind] ?? [] }

  /// The kinds whose records an account may read at all.
  func readableKinds(for account: Account) -> Set<String> {
    Set(byKind.filter { kind, exposure in exposure[kind].map { account.role >= $0.readers } == true }.keys)
  }

  /// What must hold for a record that an account reads; never true for a kind that it reads nothing of.
  func reading(_ kind: String, by account: Account) -> [RecordQuery.Condition] {
    exposure(of: kind)?.reading(kind, by: account, among: things) ?? [.ids([])]
  }

  /// A query that gives what an account may see of it: the rules of all kinds that it looks at are part of it.
  func guarded(_ query: RecordQuery, for account: Account) -> RecordQuery {
    var query = query
    query.conditions = query.conditions.map { guarded($0, for: account) } + reading(query.kind, by: account)
    return query
  }

  private func guarded(_ condition: RecordQuery.Condition, for account: Account) -> RecordQuery.Condition {
    func all(_ conditions: [RecordQuery.Condition]) -> [RecordQuery.Condition] {
      conditions.map { guarded($0, for: account) }
    }
    switch condition {
    case .not(let inner): return .not(guarded(inner, for: account))
    case .any(let inner): return .any(all(inner))
    case .linked(let field, let kind, let key, let inner):
      return .linked(field, to: kind, key: key, all(inner) + reading(kind, by: account))
    case .isLinked(let key, let kind, let field, let inner):
      return .isLinked(key: key, from: kind, field: field, all(inner) + reading(kind, by: account))
    case .equals, .isOneOf, .isBefore, .isAtMost, .isAtLeast, .hasPrefix, .hasSuffix, .contains, .isMissing, .ids,
      .follows:
      return condition
    }
  }
}
