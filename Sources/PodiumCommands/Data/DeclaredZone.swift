internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// The zone of `load zone=`: times without an offset are of its clock, and all moments show it.
struct DeclaredZone {
  private let zone: Zone?

  /// Nil where the key is not given; throws `unknown-time-zone` and `no-zones`.
  init?(_ call: Call, _ session: Session) throws(Diagnostic) {
    guard let name = call[LoadCommand.zone] else { return nil }
    zone = try Diagnostic.located(at: call.span(of: LoadCommand.zone), session.zone(name))
  }

  /// Turns local times into moments; what the clock does not show becomes missing, and a note says so.
  func apply(to imported: inout ImportedTable, _ cancellation: Cancellation) throws(Diagnostic) {
    guard let zone else { return }
    var (local, known) = ([String](), [String]())
    for column in imported.table.columns {
      guard case .datetime(let times) = column.values else { continue }
      let place = imported.report.columns.firstIndex { $0.name == column.name }
      let offsets = place.flatMap { imported.report.columns[$0].offsets }
      var moments = times
      let isLocal = column.zone == nil && place != nil && offsets?.without.isEmpty != true
      if isLocal {
        let found = try cancellation.detached { () throws(Diagnostic) in
          try zone.moments(showing: times, rows: offsets?.without, cancellation: cancellation)
        }
        moments = found.moments
        func first(_ rows: [Int]) -> String? {
          rows.first.map { "'\(times[$0]?.description.prefix(16) ?? "")' in row \($0 + 1)" }
        }
        let name = Abridged.quoted(column.name)
        if let skipped = first(found.skipped) {
          imported.notes.append(
            "column \(name): \(found.skipped.count.counted("time")) became missing, because the clock is put forward over "
              + "\(found.skipped.count == 1 ? "it" : "them"), first \(skipped)")
        }
        if let repeated = first(found.repeated) {
          imported.notes.append("column \(name): " + TypeConversion.repeated(repeated))
        }
      }
      if isLocal, let offsets {
        imported.notes.append(
          "column \(Abridged.quoted(column.name)): read \(offsets.without.count) of \(offsets.count.counted("time")) "
            + "by the clock of \(zone.name), for lack of an offset")
      } else if isLocal {
        local.append(column.name)
      } else {
        known.append(column.name)
      }
      // None of them became UTC.
      if let place { imported.report.columns[place].offsets = nil }
      imported.table = try imported.table.setting(
        Column(column.name, .datetime(moments), role: column.role, scale: .zone(zone), origin: column.origin))
    }
    func names(_ columns: [String]) -> String {
      columns.prefix(5).map(Abridged.quoted).joined(separator: ", ") + (columns.count > 5 ? ", …" : "")
    }
    if !local.isEmpty { imported.notes.append("read the times of \(names(local)) as those of \(zone.name)") }
    if !known.isEmpty {
      imported.notes.append(
        "the moments of \(names(known)) have offsets or are in UTC; they show the clock of \(zone.name)")
    }
    if local.isEmpty, known.isEmpty, !imported.table.columns.contains(where: { $0.zone != nil }) {
      imported.notes.append("no column has moments, so zone=\(zone.name) changed nothing")
    }
  }
}
