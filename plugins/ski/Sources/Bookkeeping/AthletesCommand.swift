internal import PodiumCore
internal import PodiumPlugin

/// `ski athletes`: the athletes with their numbers of pairs.
struct AthletesCommand: Command {
  static let waxer = Parameter<String?>.text(
    "waxer", help: "Only athletes this waxer covers today.", completion: .waxers())
  static let gender = Parameter<String?>.choice("gender", ["M", "F"], help: "Only athletes of this gender.")
  static let archived = Parameter<Bool>.flag("archived", default: false, help: "List archived athletes instead.")

  let signature = Signature(
    "ski athletes", topic: .plugins, summary: "List athletes.", parameters: [waxer.any, gender.any, archived.any],
    exampleLines: """
      all athletes: ski athlete add "Anna Nilsson"; ski athletes -> Nilsson
      women: ski athlete add "Anna Nilsson" gender=F; ski athlete add "Per Berg" gender=M; ski athletes gender=F -> Anna
      the athletes of a waxer: ski athlete add "Anna Nilsson"; ski waxer add LN; ski cover LN Nilsson; ski athletes waxer=LN -> Nilsson
      an unknown waxer: ski athletes waxer=XY -> !unknown-waxer
      """, traits: .readsOnly, seeAlso: ["ski athlete", "ski cover"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    var athletes = try workspace.athletes().filter { $0.isArchived == call[Self.archived] }
    let cover = try Cover(workspace)
    if let text = call[Self.waxer] {
      let waxer = try workspace.waxer(text, at: call.span(of: Self.waxer))
      let covered = Set(cover.athletes(of: waxer, on: workspace.now?.date).map(\.athlete))
      athletes.removeAll { !covered.contains($0.number) }
    }
    if let gender = call[Self.gender] { athletes.removeAll { $0.gender != gender } }
    let owners = try workspace.store.texts(
      "owner", of: SkiKinds.pair, where: [.not(.equals("archived", .boolean(true)))])
    let pairs = Dictionary(grouping: owners, by: \.self).mapValues(\.count)
    let waxers = Dictionary(grouping: cover.duties, by: \.athlete).mapValues { $0.map(\.waxer).joined(separator: ",") }
    func words(_ value: (Athlete) -> String?) -> ColumnValues { .text(athletes.map(value)) }
    let table = try Table([
      Column("last_name", words(\.lastName)), Column("first_name", words(\.firstName)),
      Column("number", words(\.number)), Column("gender", words(\.gender)),
      Column("pairs", .integer(athletes.map { pairs[$0.number] ?? 0 })),
      Column("waxers", words { waxers[$0.number] }), Column("brand", words(\.brand)),
      Column("fis_code", .integer(athletes.map { $0.fisCode ?? ColumnValues.missingInteger })),
      Column("nation", words(\.nation)), Column("team", words(\.team)),
    ])
    let output = TableOutput(table, title: athletes.count.counted("athlete"))
    return [.table(output.showing(["last_name", "first_name", "pairs"]))]
  }
}
