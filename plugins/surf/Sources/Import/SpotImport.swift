internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Imports a list of spots: those within a kilometre of one with the same name are that one.
struct SpotImport {
  private(set) var outputs: [Output] = []

  init(_ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let store = try session.store()
    let list = try SpotImport.list(context, name)
    let typed = wishes.zone
    if let typed {
      do throws(Diagnostic) { _ = try session.clock(in: typed) } catch {
        throw error.at(wishes.span("zone"))
      }
    }
    var known = try Spot.all(in: store)
    var outcome = ImportOutcome("", format: "spots")
    outcome.take(list.report)
    var changed: [Spot] = []
    var withoutZone: [String] = []
    for entry in list.spots {
      let zone = entry.zone.flatMap { (try? session.clock(in: $0)) == nil ? nil : $0 } ?? typed
      let bare = SpotName.bare(entry.name)
      let place = known.firstIndex {
        SpotName.bare($0.name) == bare && $0.place.distance(to: entry.place) <= SpotAddCommand.samePlace
      }
      if let place {
        var spot = known[place]
        spot.take(entry)
        if spot == known[place] { outcome.same += 1 } else { changed.append(spot) }
        known[place] = spot
        continue
      }
      guard let zone else {
        withoutZone.append(entry.name)
        continue
      }
      var spot = Spot(name: String(entry.name.prefix(60)), place: entry.place, zone: zone)
      spot.number = try store.nextNumber(of: Spot.kind) + outcome.new
      spot.take(entry)
      known.append(spot)
      changed.append(spot)
      outcome.new += 1
    }
    if !withoutZone.isEmpty {
      guard withoutZone.count < list.spots.count else {
        throw Diagnostic(
          "missing-argument", "the list does not name the time zones of its spots", span: wishes.verbSpan,
          help: "name the one of all, as in zone=America/Los_Angeles")
      }
      outcome.refused += withoutZone.count
      outcome.kept -= withoutZone.count
      outcome.notes.append(
        "skipped \(withoutZone.count.counted("spot")) without a time zone, as \(Abridged.quoted(withoutZone[0])): add zone="
      )
    }
    try Spot.store(changed, in: store, cancellation: session.cancellation)
    outcome.title = "\(outcome.new) new of \(outcome.read.counted("spot"))"
    outcome.others = [("changed", .integer(changed.count - outcome.new))]
    outputs = outcome.outputs
  }

  private static func list(_ context: any ImportContext, _ name: String) throws(Diagnostic) -> SpotList {
    let bytes = try context.bytes(of: name)
    switch SurfFileKind.detect(bytes) {
    case .spots, .delimited, nil:
      if !bytes.looksLikeJSON {
        let rows = try context.cells(of: name).enumerated().map { (line: $0 + 1, cells: $1) }
        return try SpotList(rows, name: context.name)
      }
    default: break
    }
    return try SpotList(bytes, name: context.name)
  }
}

extension [UInt8] {
  /// Whether the first letter opens an object or a list.
  var looksLikeJSON: Bool {
    let first = drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.first
    return first == 0x7B || first == 0x5B
  }
}

extension Spot {
  /// Takes what a list says and the spot lacks.
  fileprivate mutating func take(_ entry: ListedSpot) {
    region = region ?? entry.region
    facing = facing ?? entry.facing
    buoy = buoy ?? entry.buoy?.uppercased()
    tide = tide ?? entry.tide?.uppercased()
    window.swell = window.swell ?? entry.window.swell
    if window.tideText == nil { (window.levels, window.trends) = (entry.window.levels, entry.window.trends) }
  }
}
