internal import PodiumCore

extension Parameter where Value == Double? {
  /// A share above 0 and below 1 that may be left out, given by key as a percentage or a fraction: `95%`, `0.95`.
  public static func share(_ name: String, help: String) -> Parameter<Double?> {
    let description = ParameterDescription(
      name, type: .share, help: help, invalid: ["x", "nan", "0", "1", "100%", "-5%", "95", ""])
    return Parameter(description, fallback: .some(nil)) { values, scope throws(Diagnostic) in
      let text = try scope.list(values[0]).map(\.text).joined(separator: ",")
      let isPercentage = text.hasSuffix("%")
      let number = Double(decimal: isPercentage ? String(text.dropLast()) : text).map { isPercentage ? $0 / 100 : $0 }
      guard let number, number > 0, number < 1 else {
        throw .badValue(name, text, allowed: description.allowed, span: values[0].span)
      }
      return number
    }
  }
}

extension Parameter where Value == String? {
  /// One of some words, or another word with a share from 0 to 1 as in `recall=0.95`; nil when it is left out.
  public static func choice(
    _ name: String, _ words: [String], orShareOf other: String, help: String
  ) -> Parameter<String?> {
    Parameter(
      ParameterDescription(
        name, allowed: ParameterType.choice(words).phrase + ", \(other)=0.95", help: help,
        completion: .words(words + [other + "=0.95"]), invalid: ["no-such-word", other, other + "=2", other + "=x"]),
      fallback: .some(nil)
    ) { values, scope throws(Diagnostic) in
      let text = try scope.single(values[0], name)
      let parts = text.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == other, let share = Double(decimal: String(parts[1])), (0...1).contains(share) {
        return text
      }
      guard words.contains(text) else {
        throw Diagnostic.unknownWord(name, text, among: words + [other + "=0.95"], span: values[0].span)
      }
      return text
    }
  }
}
