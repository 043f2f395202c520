internal import PodiumCore
internal import PodiumPlugin

extension SheetImport {
  /// Reports the sessions that a sheet creates, and the values it lacks.
  static func tell(_ files: [(file: String, table: Table)], _ workspace: inout SkiWorkspace) throws(Diagnostic) {
    guard let sessions = files.first(where: { $0.file == "sessions.csv" })?.table else { return }
    let kept = Set(try SkiRecords.sessions(workspace.store, []).map(\.number))
    for row in 0..<sessions.rowCount {
      guard case .text(let number)? = sessions["session"]?[row], !kept.contains(number) else { continue }
      let lacking = [("at", "time_of_test"), ("place", "place"), ("air", "air_temperature_c"), ("type", "ski_type")]
        .filter { sessions[$0.1]?[row].isMissing ?? true }.map { $0.0 + "=…" }
      let edit =
        "; add what the sheet lacks with ski session edit \(Session.quoted(number)) \(lacking.joined(separator: " "))"
      workspace.note("session '\(number)' is new" + (lacking.isEmpty ? "" : edit))
    }
  }
}
