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
  let offers: [String: Offer]
  private let byKind: [String: Exposure]
  /// The fields that each role reads of each kind, bytes apart.
  private let readable: [AccountRole: [String: [ThingDescription.Field]]]
  /// The fields of exposed kinds that name records, by the kind that they name.
  let naming: [String: [(kind: String, field: ThingDescription.Field)]]
  /// The natural keys of one field, by kind.
  let keys: [String: RecordField]
  /// The fields that tell lists of words apart, by kind: what a natural key has beside the word.
  private let lists: [String: String]

  /// The rules of a registry; throws `bad-exposure` for an exposure that does not fit the things and verbs, naming all faults.
  ///
  /// `kinds` are those of the workspace, whose natural keys name records in addresses.
  public init(_ registry: Registry, kinds: [RecordKind] = []) throws(Diagnostic) {
    let exposures = registry.exposures
    let problems = exposures.keys.inCodePointOrder().flatMap { plugin in
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
    lists = kinds.reduce(into: [:]) { found, kind in
      if kind.key.count == 2 { found[kind.name] = kind.key.first { $0 != all[kind.name]?.key } }
    }
    naming = byKind.keys.inCodePointOrder().reduce(into: [:]) { found, kind in
      for field in all[kind]?.fields ?? [] {
        if let link = field.link { found[link.kind, default: []].append((kind, field)) }
      }
    }
    readable = AccountRole.allCases.reduce(into: [:]) { found, role in
      for exposed in exposures.values.flatMap(\.kinds) {
        found[role, default: [:]][exposed.name] = all[exposed.name]?.fields.filter {
          $0.column.kind != .bytes && role >= exposed.fields[$0.column.name] ?? exposed.readers
        }
      }
    }
  }

  /// The values that records have for a scope.
  func values(of scope: String, in store: any RecordStore) throws(Diagnostic) -> [String] {
    var found: Set<String> = []
    for exposure in exposures.values where exposure.scope?.name == scope {
      for kind in exposure.kinds {
        for field in kind.paths where !field.contains(".") {
          let table = try store.table(RecordQuery(kind.name), fields: [field])
          if case .text(let texts)? = table[field]?.values { found.formUnion(texts.compactMap { $0 }) }
        }
      }
    }
    return found.inCodePointOrder()
  }

  /// The exposure that a kind belongs to; nil for a kind that is not served.
  func exposure(of kind: String) -> Exposure? { byKind[kind] }

  /// The fields of a kind that a role reads, bytes apart.
  func fields(of kind: String, for role: AccountRole) -> [ThingDescription.Field] { readable[role]?[kind] ?? [] }

  /// The kinds whose records an account may read at all.
  func readableKinds(for account: Account) -> Set<String> {
    Set(byKind.filter { kind, exposure in exposure[kind].map { account.role >= $0.readers } == true }.keys)
  }

  /// Whether a kind is of words that records share, as places and brands are, and limited for an account: without a way to a
  /// scope, written by who has one.
  ///
  /// The account sees the words that a record of its own names.
  func hasWords(_ kind: String, for account: Account) -> Bool {
    guard account.role != .admin, let exposure = exposure(of: kind), exposure.scope?.limitsReading == true,
      let exposed = exposure[kind], let writers = exposed.writers
    else { return false }
    return exposed.paths.isEmpty && writers < .admin && naming[kind] != nil
  }

  /// What must hold for a record that an account reads; never true for a kind that it reads nothing of.
  ///
  /// Of a kind of words, `list` is the one list that is asked for, and `named` holds for those that lists in records of the
  /// account name.
  func reading(
    _ kind: String, by account: Account, list: String? = nil, named: [RecordQuery.Condition] = []
  ) -> [RecordQuery.Condition] {
    let rule = exposure(of: kind)?.reading(kind, by: account, among: things) ?? [.ids([])]
    guard rule.isEmpty, hasWords(kind, for: account), let key = things[kind]?.key else { return rule }
    let ways = names(of: kind, list: list).filter { !$0.link.isList }.map { other, field, link in
      word(
        .isLinked(
          key: key, from: other, field: field, [.not(.isMissing(field))] + reading(other, by: account)),
        named: link, in: kind, list: list)
    }
    return [.any(ways + named)]
  }

  /// The fields of exposed kinds that name records of a kind, or those of one of its lists.
  func names(of kind: String, list: String?) -> [(kind: String, field: String, link: ThingDescription.Link)] {
    (naming[kind] ?? []).compactMap { other, field in
      guard let link = field.link, list == nil || link.scope == nil || link.scope == list else { return nil }
      return (other, field.column.name, link)
    }
  }

  /// That a word is of the list in which a field names it: a brand is not a grinding of the same name.
  func word(
    _ condition: RecordQuery.Condition, named link: ThingDescription.Link, in kind: String, list: String?
  ) -> RecordQuery.Condition {
    guard list == nil, let field = lists[kind], let scope = link.scope else { return condition }
    return .not(.any([.not(.equals(field, .text(scope))), .not(condition)]))
  }

  /// The list of words that a query asks for alone; nil for several.
  func list(of query: RecordQuery) -> String? {
    for case .equals(let field, .text(let list)) in query.conditions where field == lists[query.kind] { return list }
    return nil
  }

  /// The fields of a kind that an account does not read.
  ///
  /// Who writes the kind works with all of it while a command writes, so that no field is lost or compared with nothing.
  func hidden(_ kind: String, for account: Account, isReading: Bool) -> Set<String> {
    guard let exposed = exposure(of: kind)?[kind], !exposed.fields.isEmpty else { return [] }
    if !isReading, let writers = exposed.writers, account.role >= writers { return [] }
    return Set(exposed.fields.filter { account.role < $0.value }.keys)
  }

  /// A query that gives what an account may see of it: the rules of all kinds that it looks at are part of it, and the fields
  /// that the account does not read have no value, so that no condition and no order tells of them.
  func guarded(
    _ query: RecordQuery, for account: Account, named: [RecordQuery.Condition] = [], isReading: Bool = true
  ) -> RecordQuery {
    var query = query
    let rule = reading(query.kind, by: account, list: list(of: query), named: named)
    let known = ServedRules.known(query.conditions)
    query.conditions =
      query.conditions.map { guarded($0, query.kind, account, isReading) } + rule.map { narrowed($0, to: known) }
    let hidden = hidden(query.kind, for: account, isReading: isReading)
    query.order = query.order.filter { !hidden.contains($0.field) }
    return query
  }

  private func guarded(
    _ condition: RecordQuery.Condition, _ kind: String, _ account: Account, _ isReading: Bool
  ) -> RecordQuery.Condition {
    func isHidden(_ field: String, _ kind: String) -> Bool {
      hidden(kind, for: account, isReading: isReading).contains(field)
    }
    let never = RecordQuery.Condition.ids([])
    switch condition {
    case .linked(let field, let other, let key, _) where isHidden(field, kind) || isHidden(key, other): return never
    case .isLinked(let key, let other, let field, _) where isHidden(key, kind) || isHidden(field, other): return never
    case .isMissing(let field): return isHidden(field, kind) ? .not(never) : condition
    case .equals(let field, _), .isOneOf(let field, _), .isBefore(let field, _), .isAtMost(let field, _),
      .isAtLeast(let field, _), .hasPrefix(let field, _), .hasSuffix(let field, _), .contains(let field, _):
      return isHidden(field, kind) ? never : condition
    case .not, .any, .linked, .isLinked, .ids, .follows:
      return condition.mapped { inner, other in
        inner.map { guarded($0, other ?? kind, account, isReading) } + (other.map { reading($0, by: account) } ?? [])
      }
    }
  }

  /// The fields of which a query asks for a few values.
  private static func known(_ conditions: [RecordQuery.Condition]) -> [String: [Value]] {
    conditions.reduce(into: [:]) { known, condition in
      switch condition {
      case .equals(let field, let value): known[field] = [value]
      case .isOneOf(let field, let values) where values.count <= 100: known[field] = values
      default: break
      }
    }
  }

  /// The same rule for records with known values: what a field names has that value too, so a few records are looked up instead
  /// of all that are in scope.
  private func narrowed(
    _ condition: RecordQuery.Condition, to known: [String: [Value]]
  ) -> RecordQuery.Condition {
    switch condition {
    case .linked(let field, let kind, let key, let inner):
      guard let values = known[field] else { return condition }
      return .linked(field, to: kind, key: key, inner + [.isOneOf(key, values)])
    case .isLinked(let key, let kind, let field, let inner):
      guard let values = known[key] else { return condition }
      return .isLinked(key: key, from: kind, field: field, inner + [.isOneOf(field, values)])
    default: return condition.mapped { inner, _ in inner.map { narrowed($0, to: known) } }
    }
  }
}

extension RecordQuery.Condition {
  /// The same with other conditions inside it; `body` gets those there are, with their kind where it is another one.
  fileprivate func mapped(_ body: ([Self], String?) -> [Self]) -> Self {
    switch self {
    case .not(let inner): body([inner], nil).first.map { .not($0) } ?? self
    case .any(let inner): .any(body(inner, nil))
    case .linked(let field, let kind, let key, let inner): .linked(field, to: kind, key: key, body(inner, kind))
    case .isLinked(let key, let kind, let field, let inner):
      .isLinked(key: key, from: kind, field: field, body(inner, kind))
    case .equals, .isOneOf, .isBefore, .isAtMost, .isAtLeast, .hasPrefix, .hasSuffix, .contains, .isMissing, .ids,
      .follows:
      self
    }
  }
}

/// A verb that a service offers: who may use it, and how.
struct Offer: Sendable {
  /// The verb with names for its words, as in `ski move {session} {pair} {rank}`.
  let template: String
  let role: AccountRole
  /// Keys that are filled in where they are left out.
  var fills: [String: Exposure.Verb.Fill] = [:]
  /// The name of the scope that `fills` takes values from.
  var scope: String?
  /// Whether it tells aggregates of the records of all.
  var readsAll = false

  /// The offers of exposures by verb: the verbs that they name, then the actions of their kinds.
  static func all(
    of exposures: [String: Exposure], _ things: [String: ThingDescription], in registry: Registry
  ) -> [String: Offer] {
    var found: [String: Offer] = [:]
    for exposure in exposures.values {
      for verb in exposure.verbs {
        found[verb.parts.verb] = Offer(
          template: verb.template, role: verb.role, fills: verb.fills, scope: exposure.scope?.name,
          readsAll: verb.readsAll)
      }
      for kind in exposure.kinds {
        guard let thing = things[kind.name] else { continue }
        for verb in thing.verbs.values where found[verb] == nil {
          guard let signature = registry.command(verb)?.signature else { continue }
          let isReading = signature.has(.readsOnly)
          guard let role = isReading ? kind.readers : kind.offersActions ? kind.writers : nil else { continue }
          let words = signature.parameters.filter { $0.description.form != .key }
            .map { " {" + $0.description.name + "}" }
          found[verb] = Offer(template: verb + words.joined(), role: role)
        }
      }
    }
    return found
  }
}
