internal import PodiumCore
internal import PodiumPlugin

/// `ski labels`: the ranks of a session as Top pick, Ok and Rejected.
struct LabelsCommand: Command {
  static let cuts = Parameter<String>.choice(
    "cuts", ["thesis", "thirds"], default: "thesis",
    help: "Cut points: thesis uses floor(0.33 n) and floor(0.66 n), thirds floor(n/3) and floor(2n/3).")

  let signature = Signature(
    "ski labels", topic: .plugins, summary: "Show the ranks of a session as Top pick, Ok and Rejected.",
    details: """
      n is the number of pairs in the session, ranked or not. Tied pairs get the same label; a pair without a rank has \
      none. The ranks are those in force: manual, or calculated from the glides if the session has rank=calculated.
      """, parameters: [AddCommand.session.any, cuts.any],
    exampleLines: """
      the thesis's cut points: ski import ski-thesis; ski labels 1 -> Top pick
      even thirds: ski import ski-thesis; ski labels 1 cuts=thirds -> Rejected
      too few pairs: ski session new Bruksvallarna number=20; ski pair add 017; ski rank 20 017 add=yes; ski labels 20 -> no rank
      an unknown session: ski import ski-thesis; ski labels 99 -> !unknown-session
      """, traits: .readsOnly, seeAlso: ["ski rank"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let kept = try SkiWorkspace(session).session(call, AddCommand.session)
    let test = kept.counted
    let cuts: RankCuts = call[Self.cuts] == "thirds" ? .even : .shares([0.33, 0.66])
    let order = test.order
    let labels = SessionLabels(cuts, of: order.count)
    let table = try Table([
      Column("serial_number", .text(order.map(\.serialNumber))),
      Column("rank", .integer(order.map { $0.rank ?? ColumnValues.missingInteger })),
      Column(
        "label", .ordered(Categorical(levels: SessionLabels.names, codes: order.map { labels.code(of: $0.rank) }))),
    ])
    var notes: [Output] = kept.calculatedNote.map { [.note($0)] } ?? []
    if labels.bounds.first == 0, order.contains(where: { $0.rank != nil }) {
      notes.append(.note("with \(order.count.counted("pair")) no rank is a Top pick under cuts=\(call[Self.cuts])"))
    }
    let unranked = order.count { $0.rank == nil }
    let footer = ["n = \(order.count)"] + (unranked > 0 ? ["\(unranked.counted("pair")) without a rank or label"] : [])
    return [.table(TableOutput(table, title: test.heading + ": labels", footer: footer))] + notes
  }
}

/// Classes of ranks within one session.
struct SessionLabels {
  static let names = ["Top pick", "Ok", "Rejected"]

  /// The last rank of each class except the last.
  let bounds: [Int]

  init(_ cuts: RankCuts, of n: Int) { bounds = cuts.bounds(of: n, classes: Self.names.count) }

  /// The index of a rank's class; −1 without a rank.
  func code(of rank: Int?) -> Int32 {
    guard let rank else { return -1 }
    return Int32(clamping: bounds.firstIndex { rank <= $0 } ?? bounds.count)
  }
}
