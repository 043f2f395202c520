internal import PodiumCore
internal import PodiumPlugin
internal import PodiumStatistics

extension RegressCommand {
  /// What was left out and what is undefined, with the reasons.
  func notes(_ made: Made, _ target: Column, _ features: [Column], all: Int) -> [String] {
    let (fit, used) = (made.fit, made.design.rows.count)
    var notes: [String] = []
    if used < all {
      notes.append(
        "skipped \(all - used) of \(all.counted("row")) with missing values in \(RowsLeftOut.names([target] + features))"
      )
    }
    if !fit.leftOut.isEmpty {
      let names = fit.leftOut.prefix(6).map { "'\($0)'" }.joined(separator: ", ") + (fit.leftOut.count > 6 ? ", …" : "")
      notes.append("left out \(names): the columns before add up to it, or it does not vary")
    }
    let constant = made.design.constant
    if !constant.isEmpty {
      let names = constant.prefix(6).map(Abridged.quoted).joined(separator: ", ") + (constant.count > 6 ? ", …" : "")
      notes.append("left out \(names): one value in these rows")
    }
    // A product always adds up with its factors.
    let inflated = made.hasProducts ? [] : fit.inflation.filter { $0.factor > 10 }
    if !inflated.isEmpty {
      let names = inflated.prefix(6).map { "'\($0.column)' \(NumberText.significant($0.factor, 3))" }
      notes.append(
        "columns nearly add up to others, which widens the intervals: variance inflation factor of "
          + names.joined(separator: ", ") + (inflated.count > 6 ? ", …" : ""))
    }
    if fit.isExact {
      let why = fit.rSquared == nil ? "'\(target.name)' does not vary" : "the columns explain '\(target.name)' exactly"
      notes.append(why + ", so standard errors are undefined")
    } else if made.classes == nil, fit.degrees == 0 {
      notes.append(
        "\(used.counted("row")) \(used == 1 ? "leaves" : "leave") no degrees of freedom, so standard errors are undefined"
      )
    } else if fit.coefficients.contains(where: { $0.error == nil && $0.estimate != nil }) {
      notes.append("some standard errors are undefined: a row alone decides a coefficient, or numbers are too large")
    }
    if target.type == .integer, let numbers = target.numbers, hasTwo(made.design.rows.lazy.map { numbers[$0] }) {
      notes.append(
        "'\(target.name)' has two values; for logistic regression make it classes: type \(CommandText.word(target.name)) category"
      )
    }
    return notes
  }

  /// Whether numbers have two values.
  private func hasTwo(_ numbers: some Sequence<Double>) -> Bool {
    var seen: Set<Double> = []
    for number in numbers where seen.insert(number).inserted && seen.count > 2 { return false }
    return seen.count == 2
  }
}
