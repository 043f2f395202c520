internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// `ski pairs`: lists the pairs that match some conditions.
struct PairsCommand: Command {
  static let athlete = Parameter<String?>.text(
    "owner", help: "Only pairs of this athlete.", completion: .athletes()
  ).formerly("athlete")
  static let waxer = Parameter<String?>.text(
    "waxer", help: "Only pairs of athletes this waxer covers today.", completion: .waxers())
  static let type = Parameter<String?>.text("type", help: "Only pairs of this ski type.", completion: .terms(.type))
  static let base = Parameter<String?>.text("base", help: "Only pairs with this base.", completion: .terms(.base))
  static let brand = Parameter<String?>.text("brand", help: "Only pairs of this brand.", completion: .terms(.brand))
  static let tag = Parameter<String?>.text("tag", help: "Only pairs with this tag.", completion: .terms(.tag))
  static let grinding = Parameter<String?>.text(
    "grinding", help: "Only pairs whose latest grinding is this one.", completion: .terms(.grinding))
  static let archived = Parameter<Bool>.flag("archived", default: false, help: "List archived pairs instead.")
  static let limit = Parameter<Int>.int("limit", in: 1...100_000, default: 100, help: "Maximum number of rows.")
  static let after = Parameter<String?>.text(
    "after", help: "Show the next page, after this serial number.", completion: .pairs())

  let signature = Signature(
    "ski pairs", topic: .plugins, summary: "List ski pairs.",
    details: "Sorted by serial number; the grinding is the latest one. after= continues after a serial number.",
    parameters: [
      athlete.any, waxer.any, type.any, base.any, brand.any, tag.any, grinding.any, archived.any, limit.any, after.any,
    ],
    exampleLines: """
      some pairs: ski import ski-thesis; ski pairs type=Klister base=White -> 021
      by the latest grinding: ski import ski-thesis; ski pairs grinding=A limit=3 -> 005
      the pairs of an athlete: ski pair add 4711 owner="Anna Nilsson"; ski pairs owner=Nilsson -> 4711
      the next page: ski import ski-thesis; ski pairs limit=3 after=020 -> after=023
      a typo: ski import ski-thesis; ski pairs type=Klistre -> !unknown-type
      """, traits: .readsOnly, seeAlso: ["ski pair", "ski find"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    var conditions: [RecordQuery.Condition] = [
      call[Self.archived] ? .equals("archived", .boolean(true)) : .not(.equals("archived", .boolean(true)))
    ]
    var terms = workspace.terms
    func word(_ parameter: Parameter<String?>, _ list: Terms.List) throws(Diagnostic) -> String? {
      guard let text = call[parameter] else { return nil }
      return try terms.existing(list, text, at: call.span(of: parameter))
    }
    if let type = try word(Self.type, .type) { conditions.append(.equals("ski_type", .text(type))) }
    if let base = try word(Self.base, .base) { conditions.append(.equals("ski_base", .text(base))) }
    if let brand = try word(Self.brand, .brand) { conditions.append(.equals("brand", .text(brand))) }
    let tag = try word(Self.tag, .tag)
    if let tag { conditions.append(.contains("tags", tag)) }
    if let text = call[Self.athlete] {
      let known = try workspace.athletes()
      if text == ChosenPairs.unowned, Athlete.thing.hits(text, among: known).isEmpty {
        conditions.append(.isMissing("owner"))
      } else {
        let athlete = try workspace.athlete(text, among: known, at: call.span(of: Self.athlete))
        conditions.append(.equals("owner", .text(athlete.number)))
      }
    }
    if let text = call[Self.waxer] {
      let athletes = try Cover(workspace).athletes(
        of: try workspace.waxer(text, at: call.span(of: Self.waxer)), on: workspace.now?.date)
      conditions.append(.isOneOf("owner", athletes.map { .text($0.athlete) }))
    }
    let (limit, all) = (call[Self.limit], conditions)
    let after = try call[Self.after].map { (text) throws(Diagnostic) in
      try workspace.pair(text, at: call.span(of: Self.after)).serialNumber
    }
    let grinding = try word(Self.grinding, .grinding)
    // A tag is one of several in its field and the latest grinding is not a field: these conditions scan all pairs.
    let isWhole = tag != nil || grinding != nil
    if let after, !isWhole { conditions.append(.not(.isAtMost("serial_number", .text(after)))) }
    var pairs = try SkiRecords.pairs(workspace.store, where: conditions, limit: isWhole ? nil : limit)
    if let tag { pairs.removeAll { !$0.tags.contains(tag) } }
    let grinds = try workspace.currentGrindings(of: isWhole ? nil : pairs.map(\.serialNumber))
    if let grinding { pairs.removeAll { grinds[$0.serialNumber] != grinding } }
    let total = isWhole ? pairs.count : try workspace.store.count(RecordQuery(SkiKinds.pair, where: all))
    if let after, isWhole { pairs.removeAll { !CodePointOrder.precedes(after, $0.serialNumber) } }
    let left = isWhole ? pairs.count : try workspace.store.count(RecordQuery(SkiKinds.pair, where: conditions))
    let shown = Array(pairs.prefix(limit))
    var output = try Self.table(shown, grinds, workspace, total: total)
    output.footer = Paging.footer(shown: shown.count, left: left, total: total, last: shown.last?.serialNumber)
    return [.table(output)]
  }

  static func table(
    _ shown: [SkiPair], _ grinds: [String: String], _ workspace: SkiWorkspace, total: Int? = nil, title: String = ""
  ) throws(Diagnostic) -> TableOutput {
    let names = try workspace.athleteNames()
    let all = total ?? shown.count
    func words(_ value: (SkiPair) -> String?) -> ColumnValues { .text(shown.map(value)) }
    let table = try Table([
      Column("serial_number", words(\.serialNumber)),
      Column("owner", words { $0.owner.map { names[$0] ?? "athlete " + $0 } }), Column("ski_type", words(\.skiType)),
      Column("ski_base", words(\.base)), Column("grinding", words { grinds[$0.serialNumber] }),
      Column("nickname", words(\.nickname)), Column("brand", words(\.brand)),
      Column("tags", words { $0.tags.isEmpty ? nil : $0.tags.joined(separator: ",") }),
      Column("stiffness_n_per_mm", .number(shown.map { $0.camber.stiffness ?? .nan })),
      Column("comment", words(\.comment)),
    ])
    var output = TableOutput(table, title: title.isEmpty ? all.counted("ski pair") : title, totalRows: all)
    output.essential = ["serial_number", "ski_type", "grinding"]
    return output
  }
}

extension Terms {
  /// A known term, case ignored; throws `unknown-…` for any other.
  mutating func existing(_ list: List, _ text: String, at span: SourceSpan?) throws(Diagnostic) -> String {
    try read([list])
    if let found = find(list, text) { return found }
    var error = Diagnostic.unknown(
      list.noun, text, among: known[list] ?? [], span: span, help: "use ski term \(list.rawValue) to list them")
    error.code = "unknown-" + list.rawValue
    throw error
  }
}
