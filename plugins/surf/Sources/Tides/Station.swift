internal import PodiumCore
internal import PodiumPlugin

/// A station with what files of tides do not hold and is asked for once.
struct Station {
  let code: String
  var name: String?
  /// The unit of its files, as typed (`ft`).
  var units: String?
  var datum: String?
  /// The zone of its files: a name of the IANA database, `gmt`, or an offset such as −08:00.
  var zone: String?

  /// Nil for a station that is not stored.
  init?(_ code: String, in store: any RecordStore) throws(Diagnostic) {
    let query = RecordQuery(ObservationKinds.station, where: [.equals("code", .text(code))])
    guard let record = try store.records(query).first else { return nil }
    func text(_ name: String) -> String? {
      if case .text(let text) = record[name] { text } else { nil }
    }
    self.code = code
    (name, units, datum, zone) = (text("name"), text("units"), text("datum"), text("zone"))
  }

  init(code: String) { self.code = code }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    let table = try Table([
      Column("code", .text([code])), Column("name", .text([name])), Column("units", .text([units])),
      Column("datum", .text([datum])), Column("zone", .text([zone])),
    ])
    try store.replace(table, in: ObservationKinds.station, key: ["code"], cancellation: cancellation)
  }

  /// The clock of a zone as stations have them; throws `unknown-time-zone`.
  static func clock(_ zone: String, in session: Session) throws(Diagnostic) -> LocalClock {
    switch zone.lowercased() {
    case "gmt", "utc", "z": return LocalClock(zone: "UTC") { _ in 0 }
    default: break
    }
    if let offset = SessionTimes.offset(zone) { return LocalClock(zone: zone) { _ in offset } }
    return try session.clock(in: zone)
  }
}
