internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// How a person wants to see numbers, where they surf, and when they want to hear of windows.
struct SurfProfile: Sendable, Equatable {
  var person: String
  /// The units of screens and of typed numbers without one; what is absent is shown as it is stored.
  var units: [SurfUnit.Quantity: SurfUnit] = [:]
  /// The zone of the IANA database for days that belong to no spot.
  var zone: String?
  /// Numbers of the spots of preferences that name none.
  var home: [Int] = []
  /// Local times between which no notice is sent.
  var quiet: DayTimes?
  /// The days ahead of a window at which it is worth a notice.
  var lead: Int?
  /// The most notices of a day.
  var notices: Int?

  static let kind = "surf.profile"
  /// The quantities that a person can choose a unit of, by their names.
  static let quantities: [(name: String, quantity: SurfUnit.Quantity)] = [
    ("height", .length), ("wind", .speed), ("temperature", .temperature),
  ]

  /// The profile of the person who works on a workspace.
  static func current(in store: any RecordStore) throws(Diagnostic) -> SurfProfile {
    try SurfProfile(of: SurfProfile.person(in: store), in: store)
  }

  /// The person who works on a workspace.
  static func person(in store: any RecordStore) -> String { store.author ?? "me" }

  /// A profile without wishes.
  init(person: String) { self.person = person }

  static let thing = Thing<SurfProfile>(
    kind, verb: "surf profile", noun: "profile", key: "person", blank: SurfProfile(person: "")
  ) {
    Field(naming: "person", \.person)
    quantities.map { Field($0.name, \.[unitOf: $0.quantity]) }
    Field("zone", \.zone)
    Field("home", orBlank: \.home)
    Field("quiet", \.quietText)
    Field("lead", \.lead)
    Field("notices", \.notices)
  }

  /// The name of a unit of its own.
  private subscript(unitOf quantity: SurfUnit.Quantity) -> String? {
    get { units[quantity]?.name }
    set { units[quantity] = newValue.flatMap { SurfUnit($0) }.flatMap { $0.quantity == quantity ? $0 : nil } }
  }

  private var quietText: String? {
    get { quiet?.text }
    set { quiet = newValue.flatMap { DayTimes(typed: $0) } }
  }

  /// The stored profile of a person, or an empty one.
  init(of person: String, in store: any RecordStore) throws(Diagnostic) {
    let kept = try SurfProfile.thing.items(in: store, where: [.equals("person", .text(person))], limit: 1)
    self = kept.first ?? SurfProfile(person: person)
    // Another program may have stored what no one types.
    if let lead, !(0...16).contains(lead) { self.lead = nil }
    if let notices, !(0...100).contains(notices) { self.notices = nil }
  }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try SurfProfile.thing.store([self], in: store, cancellation: cancellation)
  }

  /// Numbers as this person reads them.
  var screen: ScreenUnits { ScreenUnits(units: units) }

  /// The unit of a typed number without one.
  func unit(of quantity: SurfUnit.Quantity) -> SurfUnit? { units[quantity] ?? SurfProfile.stored[quantity] }

  static let stored: [SurfUnit.Quantity: SurfUnit] = [
    .length: .metre, .speed: .metrePerSecond, .temperature: .celsius,
  ]

  /// A typed value (`4ft`, `12 kn`, `1.5`) as it is stored; without a unit it is in the person's. Nil for any other text.
  func read(_ text: String, _ quantity: SurfUnit.Quantity) -> (value: Double, isBare: Bool)? {
    let text = String(text.filter { $0 != " " })
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard let number = InstrumentNumber.read(digits) else { return nil }
    let name = text.dropFirst(digits.count)
    guard !name.isEmpty else { return (unit(of: quantity)?.stored(number) ?? number, true) }
    guard let unit = SurfUnit(String(name)), unit.quantity == quantity else { return nil }
    return (unit.stored(number), false)
  }
}
