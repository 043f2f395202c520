internal import PodiumCore
internal import PodiumPlugin

/// `ski move`: moves one pair to another rank and shifts the others.
struct MoveCommand: Command {
  static let pair = Parameter<String>.pair
  static let rank = Parameter<String>.required(
    "rank", allowed: "a rank from 1, a tie as in 2=, or none",
    help: "New rank, or a tie as in 2=; 'none' removes the pair's rank.",
    completion: .words(["none"]))

  let signature = Signature(
    "ski move", topic: .plugins, summary: "Move a pair of a session to another rank.",
    details: """
      The pair is taken out and inserted before the pair with that rank, and all ranks are renumbered, so that none is \
      missing or repeated. With = it shares the rank with that pair. A rank above the number of pairs means the last rank.
      """, parameters: [AddCommand.session.any, pair.any, rank.any, RankCommand.part.any],
    exampleLines: """
      up: ski import ski-thesis; ski move 1 004 2 -> 004
      a tie: ski import ski-thesis; ski move 1 004 2= -> 004
      to the last rank: ski import ski-thesis; ski move 1 001 99 -> 8
      remove the rank: ski import ski-thesis; ski move 1 001 none -> without a rank
      an invalid rank: ski import ski-thesis; ski move 1 001 0 -> !bad-value
      """, seeAlso: ["ski rank"])

  /// Changes all ranks of the session at once.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    var test = try workspace.session(call, AddCommand.session)
    let serial = try workspace.participant(call, Self.pair, in: test)
    let part = RankPart(rawValue: call[RankCommand.part]) ?? .all
    var order = RankOrder(ranks: part.ranks(test.participations))
    let text = call[Self.rank]
    if text == "none" {
      order.remove(serial)
    } else {
      var typed = Int(text).map { (rank: $0, isTied: false) }
      if case .rank(let rank, let isTied) = RankText(text) { typed = (rank, isTied) }
      guard let (rank, isTied) = typed, rank >= 1 else {
        throw .badValue("rank", text, allowed: Self.rank.description.allowed, span: call.span(of: Self.rank))
      }
      let got = order.move(serial, to: rank, isTied: isTied)
      if rank > order.count {
        workspace.warn("used rank \(got), because there are only \(order.count.counted("ranked pair"))")
      } else if got != rank, !isTied {
        workspace.warn("rank \(rank) is within a tie; placed '\(serial)' after it, at \(got)")
      }
    }
    let changed = try workspace.write(order, part, in: test.number)
    if part == .all { try workspace.countByHand(test) }
    if changed == 0 { workspace.note("nothing was changed") }
    session.touch(SkiKinds.session, test.number)
    test.participations = part.ranked(test.participations, order)
    return [.table(try SkiSessionScreen(workspace).pairs(test))] + workspace.remarks
  }
}
