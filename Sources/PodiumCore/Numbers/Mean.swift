extension [Double] {
  /// The arithmetic mean; nil without numbers.
  public var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The numbers less their mean.
  public var centred: [Double] {
    let mean = mean ?? 0
    return map { $0 - mean }
  }
}
