internal import PodiumCore
internal import PodiumPlugin

extension GuardedStore {
  /// Throws `stale-record` for a record that has changed since the account saw it.
  func check(_ expected: ExpectedRevision, _ changed: [ChangedRecord]) throws(Diagnostic) {
    let own = changed.first { $0.id == expected.record }
    var revision = own?.revisionBefore
    if own == nil {
      revision = try base.records(RecordQuery(expected.kind, where: [.ids([expected.record])])).first?.revision
    }
    if let revision, revision != expected.revision { throw .staleRecord(revision) }
  }

  /// Throws `forbidden` for a record that the account may not have changed so.
  func check(_ changed: ChangedRecord) throws(Diagnostic) {
    guard let exposure = rules.exposure(of: changed.kind), let kind = exposure[changed.kind],
      let writers = kind.writers, account.role >= writers
    else { throw forbidden(changed.kind) }
    for values in [changed.before, changed.after?.fields] {
      guard let values else { continue }
      guard try isInScope(values, kind, exposure) else { throw forbidden(changed.kind) }
    }
    if let after = changed.after { try checkLinks(after, before: changed.before) }
    if let decision = exposure.scope?.decision,
      let refusal = try decision(account, changed.change, changed.after, base)
    {
      throw refusal
    }
  }

  /// Whether one of the ways of a kind leads from values of a record to a value of the account's scope.
  func isInScope(_ values: [String: Value], _ kind: Exposure.Kind, _ exposure: Exposure) throws(Diagnostic) -> Bool {
    guard let wanted = exposure.scope?.values(of: account), !kind.paths.isEmpty else { return true }
    for path in kind.paths where try leads(path, from: kind.name, values, to: wanted) { return true }
    return false
  }

  /// The first step is taken with the values at hand, since the record may have others now; the rest by the records there are.
  private func leads(
    _ path: String, from kind: String, _ values: [String: Value], to wanted: Set<String>
  ) throws(Diagnostic) -> Bool {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard let first = parts.first, let value = values[first], !value.isMissing else { return false }
    guard parts.count > 1 else { return wanted.contains(value.fileText) }
    let field = rules.things[kind]?.fields.first { $0.column.name == first }
    let texts = wanted.sorted(by: CodePointOrder.precedes).map(Value.text)
    guard let link = field?.link, let other = rules.things[link.kind],
      let rest = Exposure.condition(parts[1], from: link.kind, texts, rules.things)
    else { return false }
    return try base.count(RecordQuery(link.kind, where: [.equals(other.key, value), rest], limit: 1)) > 0
  }

  /// A record may name only records that the account sees: nothing of another team gets in by its number.
  private func checkLinks(_ after: Record, before: [String: Value]?) throws(Diagnostic) {
    for field in rules.things[after.kind]?.fields ?? [] {
      let value = after[field.column.name]
      guard let link = field.link, !value.isMissing, before?[field.column.name] != value,
        let other = rules.things[link.kind]
      else { continue }
      let rule = rules.reading(link.kind, by: account)
      // Who writes a word knows it already.
      guard !rule.isEmpty, !rules.hasWords(link.kind, for: account) else { continue }
      var named = [value]
      if link.isList, case .text(let text) = value {
        named = text.split(separator: ",").map { .text(String($0)) }
      }
      for value in named where try base.count(RecordQuery(link.kind, where: [.equals(other.key, value)] + rule)) == 0 {
        throw forbidden(after.kind)
      }
    }
  }
}
