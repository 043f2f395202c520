internal import PodiumCore

extension Parameter where Value == Double? {
  /// A share above 0 and below 1 that may be left out, given by key as a percentage or a fraction: `95%`, `0.95`.
  public static func share(_ name: String, help: String) -> Parameter<Double?> {
    let allowed = "a percentage above 0 and below 100, such as 95%"
    return Parameter(
      .key(
        name, allowed: allowed, standard: nil, help: help, invalid: ["x", "nan", "0", "1", "100%", "-5%", "95", ""]),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.list(values[0]).map(\.text).joined(separator: ",")
      let isPercentage = text.hasSuffix("%")
      let number = Double(decimal: isPercentage ? String(text.dropLast()) : text).map { isPercentage ? $0 / 100 : $0 }
      guard let number, number > 0, number < 1 else {
        throw .badValue(name, text, allowed: allowed, span: values[0].span)
      }
      return number
    }
  }
}
