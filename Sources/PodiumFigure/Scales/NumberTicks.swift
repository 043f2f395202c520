internal import Glibc
internal import PodiumCore

package enum NumberTicks {
  /// At most about `count` ticks at multiples of 1, 2 or 5 times a power of ten; of whole numbers alone with `isWhole`.
  package static func linear(
    _ limits: ClosedRange<Double>, count: Int, format: NumberFormat, isWhole: Bool = false
  ) -> [Tick] {
    if let scale = format.scale, let ticks = clock(limits, count: count, scale) { return ticks }
    guard var step = NiceStep(from: limits.lowerBound, to: limits.upperBound, parts: count) else {
      return [Tick(limits.lowerBound, text(limits.lowerBound, exponent: nil, format: format))]
    }
    if isWhole, step.exponent < 0, let one = NiceStep(atLeast: 1) { step = one }
    var multiples = step.multiples(in: limits)
    if multiples.count > count + 1, let wider = NiceStep(atLeast: step.width * 1.5) {
      step = wider
      multiples = step.multiples(in: limits)
    }
    // One tick says nothing of distances, so three of the next finer step are not too many for two.
    if count > 1, multiples.count < 2, let finer = NiceStep(atLeast: step.width / 2.6), !isWhole || finer.exponent >= 0
    {
      let more = finer.multiples(in: limits)
      if (2...max(3, count + 1)).contains(more.count) { (step, multiples) = (finer, more) }
    }
    let largest = max(limits.lowerBound.magnitude, limits.upperBound.magnitude)
    if let scale = format.scale {
      let values = multiples.map(step.value)
      return zip(values, scale.texts(values)).map { Tick($0, $1) }
    }
    let ticks = multiples.map { multiple in
      let value = step.value(multiple)
      return Tick(value, text(value, exponent: step.exponent, largest: largest, format: format))
    }
    return distinct(ticks)
  }

  /// Ticks at full seconds, minutes or hours; nil for less than a second between two of them.
  private static func clock(_ limits: ClosedRange<Double>, count: Int, _ scale: NumberScale) -> [Tick]? {
    let width = (limits.upperBound / 2 - limits.lowerBound / 2) / Double(max(1, count)) * 2
    let steps: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    ]
    let hours = NiceStep(atLeast: width / 3600)?.width ?? 1
    guard width > 0.5 else { return nil }
    let wide = steps.first { $0 >= width } ?? hours * 3600
    let first = (limits.lowerBound / wide - 1e-9).rounded(.up)
    let last = (limits.upperBound / wide + 1e-9).rounded(.down)
    guard first.magnitude < 1e12, last - first <= 1000, last >= first else { return nil }
    let values = (Int(first)...Int(last)).map { Double($0) * wide }
    return zip(values, scale.texts(values)).map { Tick($0, $1) }
  }

  /// Ticks at powers of ten; at 1, 2 and 5 times them where there are few; as on a linear axis within less than a decade.
  package static func logarithmic(_ limits: ClosedRange<Double>, count: Int, format: NumberFormat) -> [Tick] {
    let low = log10(limits.lowerBound)
    let high = log10(limits.upperBound)
    // Between powers of ten the ticks of a linear axis, of which those at 0 and below have no place.
    func others() -> [Tick] { linear(limits, count: count, format: format).filter { $0.value > 0 } }
    guard low.isFinite, high.isFinite, high - low >= 0.7 else { return others() }
    let first = Int((low - 1e-9).rounded(.up))
    let last = Int((high + 1e-9).rounded(.down))
    let digits = Double(max(1, count)) >= (high - low) * 3 ? [1, 2, 5] : [1]
    let step = NiceStep(atLeast: Double(last - first + 1) / Double(max(1, count)))
    let every = max(1, Int((step?.width ?? 1).rounded(.up)))
    var ticks: [Tick] = []
    for power in (first - 1)...max(first - 1, last) where power % every == 0 || digits.count > 1 {
      for digit in digits {
        let value = power >= 0 ? Double(digit) * pow(10, Double(power)) : Double(digit) / pow(10, Double(-power))
        guard value >= limits.lowerBound * (1 - 1e-9), value <= limits.upperBound * (1 + 1e-9) else { continue }
        ticks.append(Tick(value, text(value, exponent: power, largest: value, format: format)))
      }
    }
    return ticks.count > 1 || high - low > 2 ? ticks : others()
  }

  /// A number as a tick writes it: with the decimals of the step; powers of ten from a million and below a hundred thousandth.
  ///
  /// `exponent` is that of the last digit to show; nil shows all.
  package static func text(
    _ value: Double, exponent: Int?, largest: Double? = nil, format: NumberFormat
  ) -> String {
    if let scale = format.scale { return scale.texts([value]).joined() }
    if format == .percent {
      guard let exponent, value.magnitude < 1e6 else { return shown(value, format: .percent) }
      return NumberText.fixed(value * 100, max(0, -exponent - 2)) + "%"
    }
    guard let exponent else { return shown(value) }
    let largest = largest ?? value.magnitude
    if exponent >= -5, largest < 1e6 { return NumberText.fixed(value, max(0, -exponent)) }
    if exponent >= 0, exponent < 4, largest < 1e9, !isRound(value, exponent) { return NumberText.fixed(value, 0) }
    if value == 0 { return "0" }
    let magnitude = Int(log10(value.magnitude).rounded(.down))
    return scientific(value, digits: max(0, min(16, magnitude - exponent)) + 1)
  }

  /// A number of the data in a picture: at most six significant digits.
  package static func shown(_ value: Double, format: NumberFormat = .number) -> String {
    if let scale = format.scale { return scale.texts([value]).joined() }
    if format == .percent, (value * 100).isFinite { return shown((value * 100).rounded(toSignificant: 4)) + "%" }
    if value.rounded() == value, value.magnitude < 1e9 { return NumberText.shortest(value == 0 ? 0 : value) }
    return value.magnitude >= 1e-5 && value.magnitude < 1e9
      ? NumberText.significant(value, 6) : scientific(value, digits: 6)
  }

  private static func isRound(_ value: Double, _ exponent: Int) -> Bool { value.magnitude >= 1e6 && exponent >= 3 }

  /// `2e6`, `1.5e-7`: shorter than what printf writes.
  private static func scientific(_ value: Double, digits: Int) -> String {
    let text = NumberText.significant(value, digits)
    guard value != 0, value.isFinite else { return text }
    if let mark = text.firstIndex(of: "e") {
      let exponent = Int(text[text.index(after: mark)...]) ?? 0
      return text[..<mark] + "e" + String(exponent)
    }
    // printf wrote it in full; the power of ten is that of its first digit.
    let magnitude = Int(log10(value.magnitude).rounded(.down))
    guard !(-5..<6).contains(magnitude) else { return text }
    let scaled = magnitude >= 0 ? value / pow(10, Double(magnitude)) : value * pow(10, Double(-magnitude))
    return NumberText.significant(scaled, digits) + "e" + String(magnitude)
  }

  /// Ticks whose texts are the same carry no information: each is written in full.
  private static func distinct(_ ticks: [Tick]) -> [Tick] {
    guard Set(ticks.map(\.label)).count < ticks.count else { return ticks }
    return ticks.map { Tick($0.value, NumberText.shortest($0.value)) }
  }
}
