extension [Double] {
  /// The arithmetic mean; nil without numbers.
  public var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
