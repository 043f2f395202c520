/// What a column's numbers stand for beyond their size, and so how they are averaged, added and written; of moments, the clock
/// that shows them.
public enum NumberScale: Sendable, Hashable {
  /// They come round again, as directions do.
  case circle(Circle)
  /// Seconds of a duration, written as `12:01.4` and `26:05:00`.
  case duration
  /// Seconds since midnight, written as `08:30` and `08:30:15`; they come round after a day.
  case time
  /// Moments by the clock of a zone, written as `2024-03-01T08:30:00+01:00`; they are compared and kept as moments.
  indirect case zone(Zone)

  /// Directions in degrees.
  public static let degrees = NumberScale.circle(.degrees)

  /// The zone whose clock shows moments.
  public var zone: Zone? { if case .zone(let zone) = self { zone } else { nil } }

  /// Whether values of a type can have it.
  func suits(_ type: ColumnType) -> Bool { zone == nil ? type.isNumeric : type == .datetime }

  /// Where the numbers come round again; nil for durations and moments, which do not.
  public var circle: Circle? {
    switch self {
    case .circle(let circle): circle
    case .duration, .zone: nil
    case .time: .day
    }
  }

  /// Its name as a type of columns; nil for a circle, whose numbers are written as numbers, and for moments.
  public var name: String? {
    switch self {
    case .circle, .zone: nil
    case .duration: "duration"
    case .time: "time"
    }
  }

  /// The scale of a name, one of `names`.
  public init?(name: String) {
    switch name {
    case "duration": self = .duration
    case "time": self = .time
    default: return nil
    }
  }

  /// The scale of the members `period` and `scale` of a column in JSON; nil where neither says one.
  public init?(period: Double?, name: String?) {
    guard
      let scale = name.flatMap(NumberScale.init(name:)) ?? period.flatMap(Circle.init(period:)).map(NumberScale.circle)
    else { return nil }
    self = scale
  }

  /// The scales that are named as types are.
  public static let names = ["duration", "time"]

  /// The code of moments by a clock, whose zone follows it.
  static let zoneCode = -3.0

  /// What stands for it in stored tables and hashes: the period of a circle, a number below 0 for the others.
  var code: Double {
    switch self {
    case .circle(let circle): circle.period
    case .duration: -1
    case .time: -2
    case .zone: NumberScale.zoneCode
    }
  }

  /// The scale of a code; nil for 0 and for what stands for none.
  init?(code: Double) {
    switch code {
    case -1: self = .duration
    case -2: self = .time
    default:
      guard let circle = Circle(period: code) else { return nil }
      self = .circle(circle)
    }
  }

  /// A number as it is written in a file, from which it is read again: the shortest that says it whole.
  public func fileText(_ number: Double) -> String {
    guard name != nil else { return NumberText.shortest(number) }
    let digits = NumberText.shortest(of(number).magnitude).split(separator: ".")
    guard digits.count <= 2, let whole = digits.first.flatMap({ Int($0) }), whole < 1_000_000_000_000_000,
      digits.count < 2 || digits[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return NumberText.shortest(number) }
    let fraction = digits.count == 2 ? String(digits[1]) : ""
    return text(of(number) < 0, whole, fraction == "0" ? "" : fraction, withSeconds: self == .duration)
  }

  /// The seconds of a text that is a duration or time of day; nil for others, and for directions.
  public func seconds(of text: String) -> Double? {
    switch self {
    case .circle, .zone: nil
    case .duration: DurationCell.duration(text)
    case .time: DurationCell.time(text)
    }
  }

  /// Numbers as people are shown them beside each other: to the millisecond, all with as many decimals as one needs.
  public func texts(_ numbers: [Double]) -> [String] {
    // The last thousandth before midnight is not rounded to the midnight after it.
    let rounded = numbers.map { self == .time ? min((of($0) * 1000).rounded(), 86_399_999) : ($0 * 1000).rounded() }
    let exact = rounded.filter { $0.magnitude < 1e15 }.map { Int($0) }
    let hasSeconds = self == .duration || exact.contains { $0 % 60_000 != 0 }
    let decimals =
      exact.contains { $0 % 10 != 0 }
      ? 3 : exact.contains { $0 % 100 != 0 } ? 2 : exact.contains { $0 % 1000 != 0 } ? 1 : 0
    return zip(numbers, rounded).map { number, rounded in
      guard rounded.magnitude < 1e15 else { return NumberText.shortest(number) }
      let all = Int(rounded.magnitude)
      let thousandths = String(1000 + all % 1000).dropFirst().prefix(decimals)
      return text(rounded < 0, all / 1000, String(thousandths), withSeconds: hasSeconds)
    }
  }

  /// A value as people are shown it alone: a duration, a time of day or a moment by a clock as text, all others as they are.
  public static func shown(_ value: Value, _ scale: NumberScale?) -> Value {
    if case .zone(let zone)? = scale, case .datetime(let moment) = value { return .text(zone.text(moment)) }
    guard let scale, scale.name != nil, let number = value.asNumber else { return value }
    return .text(scale.texts([number]).joined())
  }

  /// A number in the range of the scale: a time of day is within its day.
  private func of(_ number: Double) -> Double { self == .time ? Circle.day.normalised(number) : number }

  private func text(_ isNegative: Bool, _ whole: Int, _ fraction: String, withSeconds: Bool) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    let seconds = two(whole % 60) + (fraction.isEmpty ? "" : "." + fraction)
    if self == .time {
      let isShort = !withSeconds && whole % 60 == 0 && fraction.isEmpty
      return two(hours) + ":" + two(minutes) + (isShort ? "" : ":" + seconds)
    }
    let text = hours > 0 ? "\(hours):\(two(minutes)):\(seconds)" : "\(minutes):\(seconds)"
    return isNegative ? "-" + text : text
  }
}

extension Circle {
  /// The seconds of a day.
  public static let day = Circle(86_400)
}
