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
  /// How far it is from the place that its tides were asked for, in kilometres; nil where that is near.
  var distance: Double?

  /// Nil for a station that is not stored.
  init?(_ code: String, in store: any RecordStore) throws(Diagnostic) {
    let query = RecordQuery(ObservationKinds.station, where: [.equals("code", .text(code))])
    guard let record = try store.records(query).first else { return nil }
    func text(_ name: String) -> String? {
      if case .text(let text) = record[name] { text } else { nil }
    }
    self.code = code
    (name, units, datum, zone) = (text("name"), text("units"), text("datum"), text("zone"))
    distance = record["distance"].asNumber
  }

  init(code: String) { self.code = code }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    let table = try Table([
      Column("code", .text([code])), Column("name", .text([name])), Column("units", .text([units])),
      Column("datum", .text([datum])), Column("zone", .text([zone])),
      Column("distance", .number([distance ?? .nan])),
    ])
    try store.replace(table, in: ObservationKinds.station, key: ["code"], cancellation: cancellation)
  }
}
