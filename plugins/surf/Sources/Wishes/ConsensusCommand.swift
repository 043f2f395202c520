internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf consensus SPOT`: what people think of the conditions at a spot, with no one named.
struct ConsensusCommand: Command {
  /// With fewer people a cell would show who rated it.
  static let fewest = 3

  let signature = Signature(
    "surf consensus", topic: .plugins, summary: "Show how people rate the conditions at a spot, without names.",
    details: """
      Cells are the wave height (in metres), the period (below 8, to 12, above 12 s) and the side of the wind, which \
      decide most. Each person counts once in a cell, with the median of their ratings there; cells with fewer than \
      3 people are withheld. disagreement is the distance of the quartiles over people.
      """,
    parameters: [SpotFinder.spot.any],
    examples: SurfSamples.examples(
      """
      one spot: crowd; surf consensus ramp -> people
      saved to a file: crowd; surf consensus ramp to ramp.csv -> ramp.csv
      by its number: crowd; surf consensus 1 -> median
      a spot that is not stored: surf consensus nowhere -> !unknown-spot
      """), traits: .readsOnly, seeAlso: ["surf sessions", "surf compare"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let spot = try SpotFinder(in: store).one(call)
    let snapshots = try SessionSnapshot.all(in: store)
    let sessions = try JournalSession.all(spot: spot.number, in: store)
    var cells: [Cell: [String: [Int]]] = [:]
    var unknown = 0
    for entry in sessions {
      guard let state = snapshots[entry.number]?.best?.found.state, let cell = Cell(state, facing: spot.facing) else {
        unknown += 1
        continue
      }
      cells[cell, default: [:]][entry.person, default: []].append(entry.rating)
    }
    let shown = cells.filter { $0.value.count >= ConsensusCommand.fewest }.sorted { $0.key < $1.key }
    guard !shown.isEmpty else {
      throw Diagnostic(
        "too-few-people",
        "no conditions at \(Abridged.quoted(spot.name)) were rated by \(ConsensusCommand.fewest) people",
        span: call.verbSpan, help: "import journals of others: surf import FILE person=NAME")
    }
    let medians = shown.map { _, people in
      // One number a person, in an order that names no one.
      people.values.map { ConsensusCommand.median($0.map(Double.init)) }.sorted()
    }
    let table = try Table([
      Column("height", .text(shown.map { $0.key.heightText() })), Column("period", .text(shown.map(\.key.periodText))),
      Column("wind", .text(shown.map(\.key.wind))), Column("people", .integer(medians.map(\.count))),
      Column("sessions", .integer(shown.map { $0.value.values.reduce(0) { $0 + $1.count } })),
      Column("median", .number(medians.map { ConsensusCommand.median($0) })),
      Column("disagreement", .number(medians.map { Quantiles.interquartileRange($0) ?? .nan })),
    ])
    let withheld = cells.count - shown.count
    var output = TableOutput(
      table, title: "\(spot.name): consensus",
      footer: [
        "ratings from 1 to 5; withheld \(withheld.counted("cell")) with fewer than \(ConsensusCommand.fewest) people"
          + (unknown > 0 ? "; \(unknown.counted("session")) without conditions" : "")
      ], decimals: ["median": 1, "disagreement": 1])
    if let unit = try SurfProfile.current(in: store).units[.length], unit != .metre {
      output.screen = try Table(
        [Column("height", .text(shown.map { $0.key.heightText(in: unit) }))] + table.columns.dropFirst())
    }
    return [.table(output)]
  }

  private static func median(_ values: [Double]) -> Double {
    Quantiles.quantile(0.5, ofSorted: values.sorted()) ?? .nan
  }

  /// Conditions that are much alike.
  private struct Cell: Hashable, Comparable {
    /// Steps of height: half metres up to 2 m, then metres.
    let height: Int
    let period: Int
    let wind: String?

    private static let heights = [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    private static let periods = ["below 8 s", "8 to 12 s", "above 12 s"]

    /// Nil where height or period is not known.
    init?(_ state: SeaState, facing: Double?) {
      guard let height = state.height, let period = state.peakPeriod else { return nil }
      self.height = (Cell.heights.lastIndex { $0 <= height }) ?? 0
      self.period = period < 8 ? 0 : period <= 12 ? 1 : 2
      wind = state.windSide(facing: facing)?.rawValue
    }

    func heightText(in unit: SurfUnit = .metre) -> String {
      func text(_ height: Double) -> String { NumberText.shortest((unit.shown(height) * 10).rounded() / 10) }
      let from = text(Cell.heights[height])
      guard height + 1 < Cell.heights.count else { return "\(from) \(unit.name) and more" }
      return "\(from) to \(text(Cell.heights[height + 1])) \(unit.name)"
    }

    var periodText: String { Cell.periods[period] }

    static func < (a: Cell, b: Cell) -> Bool {
      (a.height, a.period, a.wind ?? "") < (b.height, b.period, b.wind ?? "")
    }
  }
}
