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
    let parts = Dictionary(grouping: try Participation.thing.items(in: store, where: only), by: \.session)
    var known: [RecordQuery.Condition] = []
    if session != nil { known = [.isOneOf("serial_number", parts.values.joined().map { .text($0.serialNumber) })] }
    for pair in try SkiPair.thing.items(in: store, where: known) { pairs[pair.serialNumber] = pair }
    grindsOfPair = Dictionary(grouping: try Self.grinds(store, where: known), by: \.serialNumber)
    let snow = Dictionary(grouping: try Self.snow(store, only), by: \.session)
    let glides = Dictionary(grouping: try Glide.thing.items(in: store, where: only), by: \.session)
    for place in sessions.indices {
      let (number, time) = (sessions[place].number, sessions[place].time)
      sessions[place].conditions.snow = (snow[number] ?? []).inCodePointOrder(by: \.snowType)
      sessions[place].participations = (parts[number] ?? []).inCodePointOrder(by: \.serialNumber).map { part in
        var part = part
        part.base = pairs[part.serialNumber]?.base
        part.grinding = grinding(of: part.serialNumber, at: time)
        return part
      }
      sessions[place].glides = (glides[number] ?? []).map(\.value).filter { GlideChecks.numbers.contains($0.number) }
        .sorted { $0.number < $1.number }
    }
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
}
