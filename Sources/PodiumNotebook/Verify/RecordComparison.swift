internal import PodiumCore

/// Compares a typed record with the recorded one: the values, not how they are written.
struct RecordComparison {
  private let rule: NumberRule
  private(set) var verdict = Verdict.same
  private(set) var drift = 0.0

  /// Compares two bodies of `json` fences, one value per line.
  init(recorded: String, fresh: String, rule: NumberRule) {
    self.rule = rule
    if recorded == fresh { return }
    let old = RecordComparison.values(recorded)
    let new = RecordComparison.values(fresh)
    guard let old, let new, old.count == new.count else {
      verdict = .different
      return
    }
    for (a, b) in zip(old, new) { compare(a, b) }
  }

  /// The values; nil if a line is not JSON. The reader limits the nesting depth.
  private static func values(_ body: String) -> [JSONValue]? {
    var values: [JSONValue] = []
    for line in body.split(separator: "\n") {
      guard let value = try? JSONReader.value(String(line)) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.null, .null): break
    case (.bool(let a), .bool(let b)): need(a == b)
    case (.integer(let a), .integer(let b)): need(a == b)
    case (.integer(let a), .number(let b)): number(Double(a), b)
    case (.number(let a), .integer(let b)): number(a, Double(b))
    case (.number(let a), .number(let b)): number(a, b)
    case (.string(let a), .string(let b)):
      let text = OutputComparison(recorded: a, fresh: b, rule: rule)
      verdict = max(verdict, text.verdict)
      if text.verdict == .close { drift = max(drift, text.drift) }
    case (.array(let a), .array(let b)):
      need(a.count == b.count)
      for (x, y) in zip(a, b) { compare(x, y) }
    case (.object(let a), .object(let b)):
      need(a.map(\.0) == b.map(\.0))
      for (x, y) in zip(a, b) { compare(x.1, y.1) }
    default: verdict = .different
    }
  }

  private mutating func need(_ isEqual: Bool) { if !isEqual { verdict = .different } }

  private mutating func number(_ old: Double, _ new: Double) {
    if old == new { return }
    guard rule.accepts(new, for: old) else {
      verdict = .different
      return
    }
    verdict = max(verdict, .close)
    drift = max(drift, NumberRule.drift(new, from: old))
  }
}
