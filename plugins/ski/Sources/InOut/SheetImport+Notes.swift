internal import PodiumCore
internal import PodiumPlugin

extension SheetImport {
  /// The most sessions or pairs that have a note each.
  private static let most = 5

  /// Reports the sessions that a sheet creates, and the values it lacks: many sessions in a line for each set of values.
  static func tell(_ files: [IncomingFile], _ workspace: inout SkiWorkspace) throws(Diagnostic) {
    guard let sessions = files.first(where: { $0.layout.name == "sessions.csv" })?.table else { return }
    let kept = Set(try SkiRecords.sessions(workspace.store, []).map(\.number))
    var (groups, order): ([String: [String]], [String]) = ([:], [])
    for row in 0..<sessions.rowCount {
      guard case .text(let number)? = sessions["session"]?[row], !kept.contains(number) else { continue }
      let lacking = [("at", "time_of_test"), ("place", "place"), ("air", "air_temperature_c"), ("type", "ski_type")]
        .filter { sessions[$0.1]?[row].isMissing ?? true }.map { $0.0 + "=…" }.joined(separator: " ")
      if groups[lacking] == nil { order.append(lacking) }
      groups[lacking, default: []].append(number)
    }
    for lacking in order {
      let numbers = groups[lacking] ?? []
      func edit(_ number: String) -> String {
        lacking.isEmpty ? "" : "; add what the sheet lacks with ski session edit \(CommandText.word(number)) \(lacking)"
      }
      if numbers.count > most {
        workspace.note("\(numbers.count) sessions are new: \(few(numbers))" + edit("NUMBER"))
      } else {
        for number in numbers { workspace.note("session '\(number)' is new" + edit(CommandText.word(number))) }
      }
    }
  }

  static func tell(added names: [String], _ workspace: inout SkiWorkspace) {
    if names.count > most {
      workspace.note("added \(names.count) ski pairs: \(few(names))")
    } else {
      for name in names { workspace.note("added ski pair '\(name)'") }
    }
  }

  private static func few(_ names: [String]) -> String {
    names.prefix(most - 1).map { "'\($0)'" }.joined(separator: ", ") + (names.last.map { ", … '\($0)'" } ?? "")
  }
}
