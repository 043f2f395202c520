internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// How a person wants to see numbers, where they surf, and when they want to hear of windows.
struct SurfProfile: Sendable, Equatable {
  let person: String
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

  /// The stored profile of a person, or an empty one.
  init(of person: String, in store: any RecordStore) throws(Diagnostic) {
    self.person = person
    let query = RecordQuery(SurfProfile.kind, where: [.equals("person", .text(person))])
    guard let record = try store.records(query).first else { return }
    for (name, quantity) in SurfProfile.quantities {
      if case .text(let text) = record[name], let unit = SurfUnit(text), unit.quantity == quantity {
        units[quantity] = unit
      }
    }
    if case .text(let text) = record["zone"] { zone = text }
    if case .text(let text) = record["home"] { home = text.split(separator: ",").compactMap { Int($0) } }
    if case .text(let text) = record["quiet"] { quiet = DayTimes(typed: text) }
    lead = record.integer("lead", in: 0...16)
    notices = record.integer("notices", in: 0...100)
  }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    func text(_ value: String?) -> ColumnValues { .text([value]) }
    func integer(_ value: Int?) -> ColumnValues { .integer([value ?? ColumnValues.missingInteger]) }
    let chosen = SurfProfile.quantities.map { Column($0.name, text(units[$0.quantity]?.name)) }
    let table = try Table(
      [Column("person", text(person))] + chosen + [
        Column("zone", text(zone)),
        Column("home", text(home.isEmpty ? nil : home.map(String.init).joined(separator: ","))),
        Column("quiet", text(quiet?.text)), Column("lead", integer(lead)), Column("notices", integer(notices)),
      ])
    try store.replace(table, in: SurfProfile.kind, key: ["person"], cancellation: cancellation)
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
