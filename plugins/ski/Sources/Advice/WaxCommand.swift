internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import SkiModel

/// `ski wax`: the effects of treatments from glides on matched skis, corrected by the zero test.
struct WaxCommand: Command {
  let signature = Signature(
    "ski wax", topic: .plugins, summary: "Rank the treatments of a wax test, corrected by the zero test.",
    details: """
      Each glide of a wax test names the treatments of both pairs. Least squares splits the centimetres into the \
      effects of the treatments and those of the skis. Glides without treatments are the zero test, which measures the \
      difference between the skis. Without it, a treatment may be confounded with the skis it was on, and a warning \
      reports it.
      """, parameters: [OrderCommand.session.any],
    exampleLines: """
      two powders: \(Self.scene); ski wax 1 -> treatment
      write to a file: \(Self.scene); ski wax 1 to wax.json -> wax.json
      treatments swapped between the skis: \(Self.scene); ski glide 1 002 beats 003 margin=6 treatments=LF6,HF8; ski wax 1 -> degrees_of_freedom
      a session without treatments: \(OrderCommand.scene); ski wax 1 -> !no-treatments
      """, traits: .readsOnly, seeAlso: ["ski order"])

  static let scene = """
    \(OrderCommand.scene); ski glide 1 001 beats 002 margin=18 treatments=HF8,LF6; \
    ski glide 1 001 beats 002 margin=8 treatments=LF6,HF8; ski glide 1 001 beats 003 margin=34 treatments=HF8,LF6
    """

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let test = try SkiWorkspace(session).session(call, OrderCommand.session)
    let names = Set(test.glides.flatMap { [$0.winnerTreatment, $0.loserTreatment].compactMap(\.self) })
    try SessionSize.check(
      names.count, of: "treatments", most: SessionSize.mostTreatments, in: test.number,
      at: call.span(of: OrderCommand.session))
    guard let result = WaxTest(test.glides) else {
      throw Diagnostic(
        "no-treatments", "no glide in session '\(test.number)' compares treatments",
        span: call.span(of: OrderCommand.session),
        help: "name them: ski glide \(CommandText.word(test.number)) WINNER beats LOSER margin=6cm treatments=A,B")
    }
    let places = RatingOrder.places(result.estimates)
    let table = try Table([
      Column("treatment", .text(places.map { result.treatments[$0] })),
      Column("estimate_cm", .number(places.map { result.estimates[$0] })),
      Column("se_cm", .number(places.map { result.errors[$0] ?? .nan })),
      Column("behind_cm", .number(places.map { result.estimates[places[0]] - result.estimates[$0] })),
      Column("p_slower", .number(places.map { result.slower($0, than: places[0]) ?? .nan })),
      Column("glides", .integer(places.map { result.counts[$0] })),
    ])
    var record = RecordOutput(test.heading + ": wax test")
    record.add("session", .text(test.number))
    record.add("treatments", .integer(result.treatments.count))
    record.add("zero_test_glides", .integer(result.zeroCount))
    record.add("sigma", result.sigma.map(Value.number) ?? .missing)
    record.add("degrees_of_freedom", .integer(result.degreesOfFreedom))
    for (serial, centimetres) in result.skis { record.add("ski_\(serial)_cm", .number(centimetres)) }
    var outputs: [Output] = [
      .table(
        TableOutput(
          table, title: test.heading + ": treatments, cm relative to their mean",
          decimals: ["estimate_cm": 1, "se_cm": 1, "behind_cm": 1, "p_slower": 3])), .record(record),
    ]
    if result.zeroCount == 0 {
      outputs.append(.warning("no zero test: glide the skis against each other before treating them"))
    }
    if !result.isIdentified {
      outputs.append(
        .warning("treatments and skis are confounded: swap the treatments between the skis, or run a zero test"))
    }
    if result.degreesOfFreedom <= 0 {
      outputs.append(.warning("no error estimate: no glide is left to check the others"))
    }
    return outputs
  }
}
