extension Preference {
  /// The conditions of which a range or an arc is stated, with its ends; a range without a low end begins at 0, one without a
  /// high end is left out.
  public var statedRanges: [LikedRange] {
    var ranges: [LikedRange] = []
    for (variable, bounds) in [
      (ConditionVariable.height, height), (.period, period), (.windSpeed, windSpeed),
    ] {
      guard let low = bounds?.low ?? (bounds == nil ? nil : 0), let high = bounds?.high, high > low else { continue }
      ranges.append(LikedRange(variable: variable, low: low, high: high))
    }
    for (variable, arc) in [(ConditionVariable.swellDirection, swellDirection), (.windDirection, windDirection)] {
      guard let arc, arc.from != arc.to else { continue }
      ranges.append(LikedRange(variable: variable, low: arc.from, high: arc.to))
    }
    return ranges
  }

  /// Where conditions are in its ranges: −1 at the lower end, 1 at the upper, at most 4 either way; open ranges have none.
  public func position(of conditions: Conditions) -> Conditions { LikedRange.position(conditions, statedRanges) }
}
