internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// A station with what files of tides do not hold and is asked for once.
struct Station: Sendable {
  var code: String
  var name: String?
  /// The unit of its files, as typed (`ft`).
  var units: String?
  var datum: String?
  /// The zone of its files: a name of the IANA database, `gmt`, or an offset such as −08:00.
  var zone: String?
  /// How far it is from the place that its tides were asked for, in kilometres; nil where that is near.
  var distance: Double?

  static let thing = Thing<Station>(
    ObservationKinds.station, verb: "surf observations", noun: "station", key: "code", blank: Station(code: "")
  ) {
    Field(naming: "code", \.code)
    Field("name", \.name)
    Field("units", \.units)
    Field("datum", \.datum)
    Field("zone", \.zone)
    Field("distance", \.distance)
  }

  /// Nil for a station that is not stored.
  init?(_ code: String, in store: any RecordStore) throws(Diagnostic) {
    guard let kept = try Station.thing.items(in: store, where: [.equals("code", .text(code))], limit: 1).first else {
      return nil
    }
    self = kept
  }

  init(code: String) { self.code = code }

  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try Station.thing.store([self], in: store, cancellation: cancellation)
  }
}
