internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Sessions of the file and stored sessions: the same number must mean the same test.
extension SkiBundle {
  /// Refuses sessions whose number belongs to another test, or gives them new numbers on request. Two tests under one number would
  /// become one test with the pairs of both, and an order with gaps.
  mutating func checkNumbers() throws(Diagnostic) {
    guard let file = files["sessions.csv"], let times = file.table["time_of_test"], let store = workspace?.store else {
      return
    }
    let kept = try SkiRecords.sessions(store, [])
    guard !kept.isEmpty else { return }
    let byNumber = Dictionary(kept.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let (numbers, places) = (file.texts("session"), file.texts("place"))
    let taken = (numbers.compactMap { $0 } + kept.map(\.number)).compactMap { Int($0) }.filter { $0 < 1_000_000_000 }
    var next = max(try store.nextNumber(of: SkiKinds.session), (taken.max() ?? 0) + 1)
    var renamed: [(old: String, new: String)] = []
    for row in 0..<file.table.rowCount {
      guard let number = numbers[row], let own = byNumber[number]?.time, case .datetime(let time) = times[row],
        (own.date.days - time.date.days).magnitude > 1
      else { continue }
      if repairs.renumbers {
        // A second import of the same file finds the sessions of the first.
        let same = kept.first { $0.time == time && $0.place == places[row] }?.number
        renamed.append((number, same ?? String(next)))
        if same == nil { next += 1 }
      } else if !repairs.replaces {
        throw Diagnostic(
          "other-session",
          "\(file.place(row).text): session '\(number)' is dated \(time.date), but \(own.date) in the workspace",
          help: "use renumber=yes if it is another test, or replace=yes if it is the same test and the file is right")
      }
    }
    try rename(renamed)
  }

  /// The only session of the files; nil if there are several or none.
  var onlySession: String? {
    var found: Set<String> = []
    for file in files.values where file.layout.recordKind?["session"] != nil {
      found.formUnion(file.texts("session").compactMap { $0 })
    }
    return found.count == 1 ? found.first : nil
  }

  private mutating func rename(_ renamed: [(old: String, new: String)]) throws(Diagnostic) {
    guard !renamed.isEmpty else { return }
    let new = Dictionary(renamed.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    for kind in SkiKinds.all { try rewrite(kind.name, "session") { new[$0] ?? $0 } }
    note(
      "renumbered \(renamed.count.counted("session")) whose numbers belong to other tests: "
        + renamed.map { "\($0.old) is now \($0.new)" }.listed(5))
  }

  /// Refuses ranks that would mix with the stored ones: the order is that of the file or that of the workspace, never a mixture.
  func checkMerged(_ ranks: [Int?], _ file: IncomingFile, of sessions: [String]) throws(Diagnostic) {
    guard let store = workspace?.store else { return }
    let rows = try Participation.thing.items(in: store, where: [.isOneOf("session", sessions.map(Value.text))])
    var kept: [String: [String: Int]] = [:]
    for row in rows where row.rank != nil { kept[row.session, default: [:]][row.serialNumber] = row.rank }
    guard !kept.isEmpty else { return }
    var given: [String: [String: Int]] = [:]
    for ((session, serial), rank) in zip(zip(file.texts("session"), file.texts("serial_number")), ranks) {
      if let session, let serial, let rank { given[session, default: [:]][serial] = rank }
    }
    for session in kept.keys.sorted(by: SkiRecords.precedes) {
      guard let own = kept[session], let theirs = given[session] else { continue }
      let merged = own.merging(theirs) { repairs.replaces ? $1 : $0 }
      guard merged != own, merged != theirs else { continue }
      throw Diagnostic(
        "bad-rank",
        "'\(file.name)': session '\(session)' already has ranks for other pairs, and the two orders cannot be combined",
        help:
          "check ski session \(CommandText.word(session)), then remove its ranks or change the session number in the file"
      )
    }
  }
}
