/// A time zone whose clock a column of moments shows; the moments themselves are in UTC.
///
/// Zones of one name are the same, whatever their rules were when each was read.
public struct Zone: Sendable, Hashable {
  /// The name in the IANA database (`Europe/Stockholm`), or an offset (`+01:00`).
  public let name: String
  /// Nil for a fixed offset.
  private let rules: ZoneRules?
  private let fixed: Int

  /// A zone by its rules.
  public init(_ name: String, rules: ZoneRules) { (self.name, self.rules, fixed) = (name, rules, 0) }

  /// A fixed offset as `+01:00`, `-0530` or `+01`; nil for any other text.
  public init?(offset text: String) {
    guard let sign = text.utf8.first, sign == 0x2B || sign == 0x2D, text.utf8.count <= 6,
      // At the start of 1970, local time and UTC differ by the offset alone.
      let moment = Moment(iso: "1970-01-02T00:00" + text)
    else { return nil }
    fixed = (Zone.day - moment.microseconds) / Zone.minute
    (name, rules) = (Zone.offsetText(fixed), nil)
  }

  /// The zone of a name and the bytes of its rules, as `bytes` gives them.
  init(_ name: String, bytes: [UInt8]) throws(Diagnostic) {
    if bytes.isEmpty, let zone = Zone(offset: name) {
      self = zone
    } else {
      self.init(name, rules: try ZoneRules(bytes))
    }
  }

  /// Whether a text that a file may hold for anything is surely the name of a zone: `Europe/Stockholm`, `+01:00`.
  public static func isName(_ text: String) -> Bool {
    (1...60).contains(text.utf8.count) && (text.utf8.contains(0x2F) || Zone(offset: text)?.name == text)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789_+-:/".unicodeScalars.contains($0))
      }
  }

  /// What its rules were read from; none for a fixed offset.
  var bytes: [UInt8] { rules?.bytes ?? [] }

  private static let minute = 60_000_000
  private static let day = 86_400_000_000

  /// The minutes that its clock is ahead of UTC; offsets that are not whole minutes, as before 1920, are cut to minutes.
  public func minutes(at moment: Moment) -> Int { rules.map { $0.offset(at: moment) / 60 } ?? fixed }

  /// The time that its clock shows, as if it were UTC; that of UTC where the clock leaves the years 1 to 9999, as `text` has it.
  public func shown(at moment: Moment) -> Moment { local(moment)?.shown ?? moment }

  private func local(_ moment: Moment) -> (shown: Moment, minutes: Int)? {
    let minutes = minutes(at: moment)
    let shown = moment.microseconds + minutes * Zone.minute
    return Moment.range.contains(shown) && minutes.magnitude < 15 * 60 ? (Moment(microseconds: shown), minutes) : nil
  }

  /// A moment by its clock, with the offset: `2024-03-01T08:30:00+01:00`; in UTC where no text of this form is read again.
  public func text(_ moment: Moment) -> String {
    guard let (shown, minutes) = local(moment) else { return moment.description }
    return shown.description.dropLast() + Zone.offsetText(minutes)
  }

  /// An offset in minutes as text: `+01:00`.
  public static func offsetText(_ minutes: Int) -> String {
    var out = [UInt8(ascii: minutes < 0 ? "-" : "+")]
    Digits.write(Int(minutes.magnitude) / 60, 2, to: &out)
    out.append(UInt8(ascii: ":"))
    Digits.write(Int(minutes.magnitude) % 60, 2, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// The moments at which its clock shows a time, given as if it were UTC, the earlier first.
  ///
  /// Two where the clock is put back, none where it is put forward over it.
  public func moments(showing shown: Moment) -> [Moment] {
    Zone.offsets(showing: shown, minutes).map { Moment(microseconds: shown.microseconds - $0 * Zone.minute) }
  }

  /// The one moment at which its clock shows a time.
  ///
  /// Throws `skipped-time` where there is none, and `repeated-time` where there are two.
  func moment(showing shown: Moment) throws(Diagnostic) -> Moment {
    let found = moments(showing: shown)
    let text = shown.description.prefix(16)
    guard let moment = found.first else {
      throw Diagnostic(
        "skipped-time", "there is no \(text) in \(name), because the clock is put forward over it",
        help: "check the time")
    }
    guard found.count == 1 else {
      throw Diagnostic(
        "repeated-time", "\(text) occurs twice in \(name), because the clock is put back",
        help: "write it with its offset: " + found.map(self.text).joined(separator: " or "))
    }
    return moment
  }

  /// The moment at which a day begins on its clock; where that is put forward at midnight, the change.
  public func start(of day: CalendarDate) -> Moment { nearest(Moment(microseconds: day.days * Zone.day)) }

  /// The first moment at which its clock shows a time, given as if it were UTC, or would if it were not put forward over it.
  private func nearest(_ shown: Moment) -> Moment {
    moments(showing: shown).first
      ?? Moment(
        microseconds: shown.microseconds - minutes(at: Moment(microseconds: shown.microseconds - Zone.day))
          * Zone.minute)
  }

  /// A column of such moments by its clock.
  public func column(_ name: String, showing times: [Moment?]) -> Column {
    Column(name, .datetime(times.map { $0.map(nearest) }), scale: .zone(self))
  }

  /// The moments of times of its clock, each given as if it were UTC, and the rows of those that it shows never or twice.
  ///
  /// The first are missing, of the others the earlier one is taken. Where `rows` are given, the others are moments already.
  public func moments(
    showing times: [Moment?], rows: [Int]? = nil, cancellation: Cancellation
  ) throws(Diagnostic) -> (moments: [Moment?], skipped: [Int], repeated: [Int]) {
    var (moments, skipped, repeated) = (times, [Int](), [Int]())
    for place in 0..<(rows?.count ?? times.count) {
      if place & 0xFFFF == 0 { try cancellation.check() }
      let row = rows?[place] ?? place
      guard times.indices.contains(row) else { continue }
      let found = times[row].map { self.moments(showing: $0) }
      moments[row] = found?.first
      if found?.isEmpty == true { skipped.append(row) }
      if found?.count == 2 { repeated.append(row) }
    }
    return (moments, skipped, repeated)
  }

  /// The times that its clock shows at moments, as if they were UTC; nil where one of them would be read as another moment.
  public func times(of moments: [Moment?]) -> [Moment?]? {
    var times: [Moment?] = []
    times.reserveCapacity(moments.count)
    for moment in moments {
      let time = moment.map { shown(at: $0) }
      guard time.map({ self.moments(showing: $0).first }) == moment.map(Optional.some) else { return nil }
      times.append(time)
    }
    return times
  }

  /// The offsets in minutes at which a clock shows a time, given as if it were UTC, that of the earlier moment first.
  public static func offsets(showing shown: Moment, _ offset: (Moment) -> Int) -> [Int] {
    // The offsets in use a day before and after are the only ones that a change in between leads from and to.
    var found: [Int] = []
    for distance in [-day, day] {
      let minutes = offset(Moment(microseconds: shown.microseconds + distance))
      guard !found.contains(minutes),
        offset(Moment(microseconds: shown.microseconds - minutes * minute)) == minutes
      else { continue }
      found.append(minutes)
    }
    // The larger offset is the earlier moment.
    return found.sorted(by: >)
  }

  /// Whether both have one name.
  public static func == (a: Zone, b: Zone) -> Bool { a.name == b.name }

  /// Takes in the name alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
