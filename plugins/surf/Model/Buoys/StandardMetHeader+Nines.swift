extension StandardMetHeader {
  /// The code for missing in historical files; pressures of 999.0 are decided later.
  static func nines(of variable: Variable) -> Double {
    switch variable {
    case .windDirection, .meanDirection, .airTemperature, .waterTemperature, .dewPoint: 999
    case .pressure: 9999
    default: 99
    }
  }
}
