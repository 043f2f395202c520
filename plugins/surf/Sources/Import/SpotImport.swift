internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Imports a list of spots: those within a kilometre of one with the same name are that one.
struct SpotImport {
  private(set) var outputs: [Output] = []

  init(_ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session) throws(Diagnostic) {
    let store = try session.store()
    let list = try SpotImport.list(context, name, wishes, session)
    let typed = wishes.zone
    if let typed {
      do throws(Diagnostic) { _ = try session.spotClock(typed) } catch { throw error.at(wishes.span("zone")) }
    }
    var known = try Spot.all(in: store)
    var outcome = ImportOutcome.surf("spots")
    outcome.take(list.report)
    var changed: [Spot] = []
    var (misfits, withoutZone): ([String], [String]) = ([], [])
    var found = 0
    var byName = Dictionary(grouping: known.indices) { SpotName.bare(known[$0].name) }
    for entry in list.spots {
      let bare = SpotName.bare(entry.name)
      let place = byName[bare]?.first { known[$0].place.distance(to: entry.place) <= SpotEntry.samePlace }
      if let place {
        var spot = known[place]
        spot.take(entry)
        if spot == known[place] { outcome.same += 1 } else { changed.append(spot) }
        known[place] = spot
        continue
      }
      let own = entry.zone.flatMap { (try? session.spotClock($0)) == nil ? nil : $0 }
      if let written = entry.zone, own == nil {
        outcome.notes.append(
          "\(entry.source): left out the zone of \(Abridged.quoted(entry.name)): \(Abridged.quoted(written)) is not a time zone"
        )
      }
      if let zone = own ?? typed, let problem = try SpotZone.misfit(zone, at: entry.place, session) {
        misfits.append("\(entry.source): skipped \(Abridged.quoted(entry.name)): " + problem)
        continue
      }
      guard let zone = own ?? typed ?? CoastZones.nearest(to: entry.place)?.zone else {
        withoutZone.append(entry.name)
        continue
      }
      if own == nil, typed == nil { found += 1 }
      var spot = Spot(name: String(entry.name.prefix(60)), place: entry.place, zone: zone)
      spot.number = try store.nextNumber(of: Spot.kind) + outcome.new
      spot.take(entry)
      byName[SpotName.bare(spot.name), default: []].append(known.count)
      known.append(spot)
      changed.append(spot)
      outcome.new += 1
    }
    guard misfits.count + withoutZone.count < list.spots.count else {
      throw Diagnostic(
        "bad-value",
        misfits.first.map { "no spot of the list fits the zone: " + $0 } ?? "no known coast is near the spots",
        span: wishes.span("zone"),
        help: typed == nil
          ? "name the zone of all, as in zone=America/Los_Angeles" : "leave out zone=: each spot gets that of its coast"
      )
    }
    outcome.refused += misfits.count + withoutZone.count
    outcome.kept -= misfits.count + withoutZone.count
    outcome.notes += misfits.prefix(10)
    if misfits.count > 10 {
      outcome.notes.append("skipped \((misfits.count - 10).counted("more spot")) whose zone is that of another coast")
    }
    if !misfits.isEmpty, typed != nil {
      outcome.notes.append("import the list again without zone=, and each spot gets the zone of its coast")
    }
    if !withoutZone.isEmpty {
      outcome.notes.append(
        "skipped \(withoutZone.count.counted("spot")) without a time zone, as \(Abridged.quoted(withoutZone[0])): add zone="
      )
    }
    if found > 0 {
      outcome.notes.append(
        "gave \(found.counted("spot")) the zone of the nearest coast; set another with surf spot edit NAME zone=")
    }
    try Spot.store(changed, in: store, cancellation: session.cancellation)
    outcome.title = "\(outcome.new) new of \(outcome.read.counted("spot"))"
    outcome.others = [("changed", .integer(changed.count - outcome.new))]
    outputs = outcome.outputs
  }

  private static func list(
    _ context: any ImportContext, _ name: String, _ wishes: ImportWishes, _ session: Session
  ) throws(Diagnostic) -> SpotList {
    let bytes = try context.bytes(of: name)
    let kind = SurfFileKind.detect(bytes)
    // JSON may be nested, or a collection of points.
    let isJSON = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.map {
      $0 == 0x7B || $0 == 0x5B
    }
    let isTable = kind.map { [.spots, .delimited, .workbook, .page, .database].contains($0) } ?? true
    guard isTable, isJSON != true else { return try SpotList(bytes, name: context.name) }
    let words = try ColumnWords(SpotList.headings, map: wishes.map, at: wishes.span("map"))
    let table = try SurfImportCommand.table(context, wishes, session, words.meaning)
    try words.refuseAbsent(from: table.names, at: wishes.span("map"))
    return try SpotList(table.plain(dates: wishes.dates).lines(renamed: words), name: context.name)
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
