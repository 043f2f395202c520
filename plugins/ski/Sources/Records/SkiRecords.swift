internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// The workspace's records about skis as values: pairs, their grindings, and complete sessions. Sessions come in order of time,
/// those without one last, then by number; participations in order of serial number, glides by number.
struct SkiRecords {
  private(set) var sessions: [TestSession] = []

  private var pairs: [String: SkiPair] = [:]
  private var placeOfSession: [String: Int] = [:]
  private var grindsOfPair: [String: [GrindingMoment]] = [:]

  /// Reads everything, or one session with its pairs. An unknown session gives no sessions.
  init(_ store: any RecordStore, session: String? = nil) throws(Diagnostic) {
    let only: [RecordQuery.Condition] = session.map { [.equals("session", .text($0))] } ?? []
    sessions = try Self.sessions(store, only)
    guard session == nil || !sessions.isEmpty else { return }
    for (place, session) in sessions.enumerated() { placeOfSession[session.number] = place }
    let rows = try Participation.thing.items(in: store, where: only)
    var known: [RecordQuery.Condition] = []
    if session != nil { known = [.isOneOf("serial_number", rows.map { .text($0.serialNumber) })] }
    for pair in try SkiPair.thing.items(in: store, where: known) { pairs[pair.serialNumber] = pair }
    grindsOfPair = Dictionary(grouping: try Self.grinds(store, where: known), by: \.serialNumber)
    try readSnow(store, only)
    add(rows)
    try readGlides(store, only)
  }

  /// A pair by its whole serial number.
  subscript(pair serial: String) -> SkiPair? { pairs[serial] }

  subscript(session number: String) -> TestSession? { placeOfSession[number].map { sessions[$0] } }

  /// The grinding on a pair at a moment: the latest one before it; nil when none is known. A grinding applies from just after its
  /// moment up to and including that of the next, as in a loaded bundle.
  func grinding(of serial: String, at moment: Moment?) -> String? {
    guard let moment, let known = grindsOfPair[serial] else { return nil }
    return known.last { $0.moment < moment }?.grinding
  }

  private mutating func readSnow(_ store: any RecordStore, _ only: [RecordQuery.Condition]) throws(Diagnostic) {
    for row in try Self.snow(store, only) {
      guard let place = placeOfSession[row.session] else { continue }
      sessions[place].conditions.snow.append(row)
    }
    for place in sessions.indices {
      sessions[place].conditions.snow.sort { CodePointOrder.precedes($0.snowType, $1.snowType) }
    }
  }

  private mutating func add(_ rows: [Participation]) {
    for row in rows {
      guard let place = placeOfSession[row.session] else { continue }
      var participation = row
      participation.base = self[pair: participation.serialNumber]?.base
      participation.grinding = grinding(of: participation.serialNumber, at: sessions[place].time)
      sessions[place].participations.append(participation)
    }
    for place in sessions.indices {
      sessions[place].participations.sort { CodePointOrder.precedes($0.serialNumber, $1.serialNumber) }
    }
  }

  private mutating func readGlides(_ store: any RecordStore, _ only: [RecordQuery.Condition]) throws(Diagnostic) {
    for row in try Glide.thing.items(in: store, where: only) {
      guard let place = placeOfSession[row.session], GlideChecks.numbers.contains(row.value.number) else { continue }
      sessions[place].glides.append(row.value)
    }
    for place in sessions.indices { sessions[place].glides.sort { $0.number < $1.number } }
  }
}
