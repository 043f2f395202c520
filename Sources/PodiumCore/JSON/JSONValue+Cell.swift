extension JSONValue {
  /// The value of a cell: numbers and truth values as they are, days, moments and bytes as texts, null where missing.
  public init(_ value: PodiumCore.Value) {
    switch value {
    case .missing: self = .null
    case .number(let x): self = .number(x)
    case .integer(let i): self = .integer(i)
    case .boolean(let b): self = .bool(b)
    case .text, .date, .datetime, .bytes: self = .string(value.fileText)
    }
  }
}
