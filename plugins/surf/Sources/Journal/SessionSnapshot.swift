internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The conditions of a session, kept with it: a later forecast changes nothing.
struct SessionSnapshot: Sendable, Equatable {
  /// Where conditions come from.
  enum Source: String, Sendable, CaseIterable {
    /// The newest issue that was known when the session began.
    case forecast
    /// Measurements.
    case observed
    /// In place of measurements the forecast that was issued nearest to the session, before or after it.
    case analysis
    /// The columns of an imported journal.
    case journal
  }

  let session: Int
  let source: Source
  let found: SpotConditions.Found

  /// Whether it covers the session, so that a fit may use it.
  var isWhole: Bool { !found.isPartial }

  /// Whether both are stored with the same digits.
  func isStored(like other: SessionSnapshot) -> Bool { fields == other.fields }
}

extension SessionSnapshot {
  /// Takes what is known of a session now: as it was forecast when it began, and as it was measured.
  static func taken(
    of session: JournalSession, at spot: Spot, in store: any RecordStore
  ) throws(Diagnostic) -> [SessionSnapshot] {
    let conditions = SpotConditions(spot: spot, store: store)
    var snapshots: [SessionSnapshot] = []
    if let found = try conditions.forecast(from: session.start, to: session.end, asOf: session.start) {
      snapshots.append(SessionSnapshot(session: session.number, source: .forecast, found: found))
    }
    if let found = try conditions.observed(from: session.start, to: session.end) {
      snapshots.append(
        SessionSnapshot(session: session.number, source: found.isAnalysis ? .analysis : .observed, found: found))
    }
    return snapshots
  }

  /// The stored conditions of sessions by their numbers; of all where no number is given.
  static func all(session: Int? = nil, in store: any RecordStore) throws(Diagnostic) -> [Int: [SessionSnapshot]] {
    let query = RecordQuery(
      JournalKinds.snapshot, where: session.map { [.equals("session", .integer($0))] } ?? [],
      order: [("session", false), ("source", false)])
    var found: [Int: [SessionSnapshot]] = [:]
    for record in try store.records(query) {
      try Cancellation.checkWork()
      guard let snapshot = SessionSnapshot(record) else {
        throw Diagnostic(
          "workspace-damaged", "the conditions of session \(record["session"].fileText) cannot be read")
      }
      found[snapshot.session, default: []].append(snapshot)
    }
    return found
  }

  private init?(_ record: Record) {
    guard case .integer(let session) = record["session"], case .text(let name) = record["source"],
      let source = Source(rawValue: name), case .datetime(let at) = record["at"],
      case .number(let coverage) = record["coverage"], case .bytes(let bytes) = record["packed"],
      let packed = PackedSeries(bytes), packed.times.count == 1
    else { return nil }
    var values: [SeaVariable: Double] = [:]
    for column in packed.columns {
      if let variable = SeaVariable(rawValue: column.code), let value = column.values.first { values[variable] = value }
    }
    var stage: TideStage?
    if case .number(let fraction) = record["tide_fraction"], case .text(let word) = record["tide_trend"],
      let trend = TideStage.Trend(rawValue: word)
    {
      stage = TideStage(fraction: fraction, trend: trend)
    }
    var found = SpotConditions.Found(state: SeaState(at: at, values: values, tide: stage), coverage: coverage)
    if case .datetime(let issued) = record["issued"] { found.issued = issued }
    if case .text(let model) = record["model"] { found.model = model }
    if case .number(let lead) = record["lead"] { found.lead = lead }
    found.distance = record["distance"].asNumber
    found.isAnalysis = record["analysis"] == .boolean(true)
    // Before an analysis had a name of its own, it was kept as observed.
    (self.session, self.source, self.found) = (session, found.isAnalysis ? .analysis : source, found)
  }

  /// The fields of the record; nil for values that cannot be packed.
  private var fields: [String: Value]? {
    let state = found.state
    let columns = state.values.keys.sorted().map { variable in
      PackedSeries.Column(
        code: variable.rawValue, decimals: variable.decimals, values: [state.values[variable] ?? .nan])
    }
    guard let packed = PackedSeries(times: [state.at], columns: columns) else { return nil }
    var fields: [String: Value] = [
      "session": .integer(session), "source": .text(source.rawValue), "at": .datetime(state.at),
      "coverage": .number(found.coverage), "analysis": .boolean(found.isAnalysis), "packed": .bytes(packed.bytes),
    ]
    if let issued = found.issued { fields["issued"] = .datetime(issued) }
    if let model = found.model { fields["model"] = .text(model) }
    if let lead = found.lead { fields["lead"] = .number(lead) }
    if let distance = found.distance { fields["distance"] = .number(distance) }
    if let tide = state.tide {
      fields["tide_fraction"] = .number(tide.fraction)
      fields["tide_trend"] = .text(tide.trend.rawValue)
    }
    return fields
  }

  /// Adds conditions to sessions that have none of their source.
  static func store(
    _ snapshots: [SessionSnapshot], in store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    try store.insert(all: snapshots.compactMap(\.fields), into: JournalKinds.snapshot, cancellation: cancellation)
  }

  /// Takes away the conditions of a session, before they are taken again.
  static func remove(
    of session: Int, sources: [Source] = Source.allCases, in store: any RecordStore
  ) throws(Diagnostic) {
    let query = RecordQuery(JournalKinds.snapshot, where: [.equals("session", .integer(session))])
    for record in try store.records(query) {
      guard let found = SessionSnapshot(record), sources.contains(found.source) else { continue }
      try store.remove(record.id, of: JournalKinds.snapshot, revision: record.revision)
    }
  }
}

extension [SessionSnapshot] {
  subscript(source: SessionSnapshot.Source) -> SessionSnapshot? { first { $0.source == source } }

  /// The conditions that a fit uses: what was forecast, since that is known beforehand; else what was measured or analysed,
  /// else what the journal has. Partial ones are skipped.
  var best: SessionSnapshot? {
    for source in SessionSnapshot.Source.allCases {
      if let found = self[source], found.isWhole { return found }
    }
    return nil
  }
}

/// Where the conditions of sessions come from: what is learned of several models mixes them, and has to say so.
struct SnapshotOrigins {
  /// Numbers of sessions by the name of the model, or by what else it was.
  private let counts: [(name: String, count: Int)]

  init(_ snapshots: [SessionSnapshot]) {
    var found: [String: Int] = [:]
    for snapshot in snapshots {
      let name =
        switch snapshot.source {
        case .forecast, .analysis: "by " + (snapshot.found.model ?? "an unnamed model")
        case .observed: "measured"
        case .journal: "as in the journal"
        }
      found[name, default: 0] += 1
    }
    counts = found.inCodePointOrder(by: \.key).map { ($0.key, $0.value) }
  }

  var isMixed: Bool { counts.count > 1 }

  /// `by alpha`, or `by alpha (1 session) and by beta (2 sessions)`; empty without sessions.
  var text: String {
    guard isMixed else { return counts.first?.name ?? "" }
    let parts = counts.map { "\($0.name) (\($0.count.counted("session")))" }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}
