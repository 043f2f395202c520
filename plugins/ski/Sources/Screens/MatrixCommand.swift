internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski matrix`: sessions side by side, conditions above, pairs by rank, as in Table 3 of the thesis.
struct MatrixCommand: Command {
  static let sessions = Parameter<[String]>.words(
    "sessions", help: "Sessions; default: all that match the conditions.", completion: .sessions(["last"]))
  static let limit = Parameter<Int>.int("limit", in: 1...200, default: 12, help: "Maximum number of sessions.")
  static let after = Parameter<String?>.text(
    "after", help: "Show the next page: sessions older than this one.", completion: .sessions())

  let signature = Signature(
    "ski matrix", topic: .plugins, summary: "Show sessions side by side: conditions above, pairs by rank below.",
    details: """
      Each column is a session, newest first unless you name them; tied pairs share a cell, separated by /. If there are \
      many sessions, the newest are shown; after= continues with older ones.
      """, parameters: [sessions.any] + SkiSessionsCommand.keys + [limit.any, after.any],
    exampleLines: """
      the thesis's Table 3: ski import ski-thesis; ski matrix 1 2 3 4 5 -> new snow
      by ski type: ski import ski-thesis; ski matrix type=Klister -> 017
      a pair in the cold: ski import ski-thesis; ski matrix with=001 air=..-10 -> 001
      the next page: ski import ski-thesis; ski matrix limit=3 after=12 -> after=9
      an unknown session: ski import ski-thesis; ski matrix 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski sessions"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    var conditions = try SessionFilter(call, workspace).conditions
    var numbers: [String] = []
    if !call[Self.sessions].isEmpty {
      for text in call[Self.sessions] {
        numbers.append(try workspace.sessionNumber(text, at: call.span(of: Self.sessions)))
      }
      conditions.append(.isOneOf("session", numbers.map(Value.text)))
    }
    let limit = call[Self.limit]
    let total = try workspace.store.count(RecordQuery(SkiKinds.session, where: conditions))
    let left = try workspace.left(&conditions, after: call[Self.after], at: call.span(of: Self.after))
    let newest = try SkiSessionList(workspace.store, conditions, order: Paging.newestFirst, limit: limit).sessions
    // Named sessions keep the order in which they were named.
    let places = Dictionary(zip(numbers, numbers.indices), uniquingKeysWith: { first, _ in first })
    let chosen = newest.enumerated().sorted {
      (places[$0.element.number] ?? 0, $0.offset) < (places[$1.element.number] ?? 0, $1.offset)
    }.map(\.element)
    guard !chosen.isEmpty else {
      let all = try workspace.store.count(RecordQuery(SkiKinds.session))
      return [
        .table(
          TableOutput(
            try Table([Column("rank", .text([String?]()))]), title: "no session",
            footer: [all == 0 ? "add one: ski session new PLACE" : "none of \(all.counted("session")) matches"]))
      ]
    }
    let parts = try Participation.thing.items(
      in: workspace.store, where: [.isOneOf("session", chosen.map { .text($0.number) })])
    var ranked: [String: [Int: [String]]] = [:]
    for part in parts {
      guard let rank = part.rank else { continue }
      ranked[part.session, default: [:]][rank, default: []].append(part.serialNumber)
    }
    for session in chosen where !session.usesManualRank {
      guard let whole = try SkiRecords(workspace.store, session: session.number)[session: session.number] else {
        continue
      }
      ranked[session.number] = Dictionary(grouping: whole.counted.participations.filter { $0.rank != nil }) {
        $0.rank ?? 0
      }.mapValues { $0.map(\.serialNumber) }
    }
    let deepest = ranked.values.compactMap { $0.keys.max() }.max() ?? 0
    let heads = ["time", "air", "new snow", "old snow", "wet snow"]
    var columns = [Column("rank", .text(heads + (0..<deepest).map { String($0 + 1) }))]
    for session in chosen {
      let shares = session.conditions.shares
      func percent(_ value: Double?) -> String? { value.map { NumberText.significant($0, 4) + "%" } }
      let cells =
        [
          session.day?.description, session.conditions.air.map { NumberText.shortest($0) + "°C" },
          percent(shares?.new), percent(shares?.old), percent(shares?.wet),
        ]
        + (0..<deepest).map { place in
          ranked[session.number]?[place + 1]?.inCodePointOrder().joined(separator: "/")
        }
      columns.append(Column(session.number, .text(cells)))
    }
    return [
      .table(
        TableOutput(
          try Table(columns), title: "rank by session",
          footer: Paging.footer(
            shown: chosen.count, left: left, total: total, last: newest.last?.number, more: "older", most: 200)))
    ]
  }
}
