internal import PodiumCore
internal import PodiumPlugin

/// Sessions of a file and sessions that are kept: what has the same number must be the same test.
extension BundleImport {
  /// Refuses sessions whose number is that of another test, or gives them new numbers where that was asked for.
  ///
  /// Two tests under one number would become one with the pairs of both, and an order with gaps.
  mutating func checkNumbers() throws(Diagnostic) {
    guard let file = files["sessions.csv"], let times = file.table["time_of_test"] else { return }
    let kept = try SkiRecords.sessions(workspace.store, [])
    guard !kept.isEmpty else { return }
    let byNumber = Dictionary(kept.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let (numbers, places) = (file.texts("session"), file.texts("place"))
    let taken = (numbers.compactMap { $0 } + kept.map(\.number)).compactMap { Int($0) }.filter { $0 < 1_000_000_000 }
    var next = max(try workspace.store.nextNumber(of: SkiKinds.session), (taken.max() ?? 0) + 1)
    var renamed: [(old: String, new: String)] = []
    for row in 0..<file.table.rowCount {
      guard let number = numbers[row], let own = byNumber[number]?.time, case .datetime(let time) = times[row],
        (own.date.days - time.date.days).magnitude > 1
      else { continue }
      if repairs.renumbers {
        // The same file a second time finds what it became the first time.
        let same = kept.first { $0.time == time && $0.place == places[row] }?.number
        renamed.append((number, same ?? String(next)))
        if same == nil { next += 1 }
      } else if !repairs.replaces {
        throw Diagnostic(
          "other-session",
          "\(file.place(row)): session '\(number)' was on \(time.date), and the one that is kept on \(own.date)",
          help: "renumber=yes gives other tests new numbers; replace=yes lets the file win where it is the same test")
      }
    }
    try rename(renamed)
  }

  /// The session that all of it is about; nil where there are several or none.
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
    for name in order {
      guard var file = files[name], file.layout.recordKind?["session"] != nil else { continue }
      let names = file.texts("session").map { name in name.map { new[$0] ?? $0 } }
      file.table = try file.table.setting(Column("session", .text(names)))
      files[name] = file
    }
    let shown = renamed.prefix(5).map { "\($0.old) is \($0.new)" }.joined(separator: ", ")
    workspace.note(
      "the numbers of \(renamed.count.counted("session")) were those of other tests: \(shown)"
        + (renamed.count > 5 ? ", …" : ""))
  }

  /// Refuses ranks that would make no order with those that are kept: the order is that of the file or that of the
  /// workspace, and never one of pairs of both.
  func checkMerged(_ ranks: [Int?], _ file: IncomingFile, of sessions: [String]) throws(Diagnostic) {
    let rows = try RecordRows(
      RecordQuery(SkiKinds.participation, where: [.isOneOf("session", sessions.map(Value.text))]),
      ["session", "serial_number", "rank"], in: workspace.store)
    var kept: [String: [String: Int]] = [:]
    for ((session, serial), rank) in zip(zip(rows.texts("session"), rows.texts("serial_number")), rows.integers("rank"))
    {
      guard let session, let serial, let rank else { continue }
      kept[session, default: [:]][serial] = rank
    }
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
        "bad-rank", "'\(file.name)': session '\(session)' is kept with ranks of other pairs: both make no order",
        help: "ski session \(Session.quoted(session)) shows it; take its ranks away or give the file's another number")
    }
  }
}
