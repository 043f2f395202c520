/// A column that holds a condition of sea, wind or air, by the words of its name.
public struct ConditionName: Sendable, Equatable {
  public let variable: SeaVariable
  /// The unit of its numbers; nil for verdicts and codes, which have none.
  public let unit: SurfUnit?

  /// Reads a name such as `hs_ft` or `wind speed (kn)`; nil for any other.
  public init?(_ name: String) { self.init(ForecastColumn(name)) }

  /// Reads a name that may lack the unit, which then is that of the column: `wave_height` for `hs_ft`.
  public init?(_ name: String, unitOf column: String) { self.init(ForecastColumn(name, unitOf: column)) }

  private init?(_ column: ForecastColumn?) {
    guard case .value(let variable, let unit)? = column else { return nil }
    (self.variable, self.unit) = (variable, unit)
  }

  /// A number of the column as it is stored: converted, and refused where no sea is like that.
  ///
  /// Nil for a number outside the limits of the variable.
  public func stored(_ number: Double) -> Double? {
    let value = unit?.stored(number) ?? number
    guard value.isFinite, SeaCheck.allowed(variable)?.contains(value) ?? true else { return nil }
    return variable.isDirection ? Direction.normalised(value) : value
  }
}
