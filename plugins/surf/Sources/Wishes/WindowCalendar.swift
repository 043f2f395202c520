internal import PodiumCore
internal import PodiumPlugin

/// Writes windows as an iCalendar file, for a table with the columns of `surf check`.
struct WindowCalendar: Exporter {
  let key = "surf.ics"
  let extensions = ["ics"]

  func takes(_ table: Table) -> Bool {
    ["spot", "preference", "from", "to", "state"].allSatisfy { table[$0] != nil }
  }

  /// Throws `no-windows` for another table.
  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard let spots = table["spot"], let preferences = table["preference"], let froms = table["from"],
      let tos = table["to"], let states = table["state"]
    else {
      throw Diagnostic("no-windows", "a calendar of windows needs windows", help: "write one of surf check")
    }
    var calendar = Calendar(author: "surf")
    var taken: [String: Int] = [:]
    for row in 0..<table.rowCount {
      guard case .datetime(let from) = froms[row], case .datetime(let to) = tos[row] else { continue }
      let (spot, preference) = (spots[row].fileText, preferences[row].fileText)
      // The day stays when a later forecast moves the hours of a window; further windows of a day are numbered.
      let day = "surf-\(spot)-\(preference)-\(from.date)"
      taken[day, default: 0] += 1
      let number = taken[day] ?? 1
      var event = Calendar.Event(
        uid: number == 1 ? day : day + "-\(number)",
        time: .moment(from, minutes: (to.microseconds - from.microseconds) / 60_000_000),
        summary: "\(spot): \(preference)")
      event.location = spot
      if case .datetime(let issued)? = table["issued"]?[row] { event.stamp = issued }
      if let reason = table["reason"]?[row], !reason.isMissing {
        let model = table["model"].map { $0[row] } ?? .missing
        event.description = reason.fileText + (model.isMissing ? "" : ", by " + model.fileText)
      }
      if states[row].fileText == WindowCheck.State.gone.rawValue { event.status = "CANCELLED" }
      calendar.events.append(event)
    }
    return calendar.bytes
  }
}
