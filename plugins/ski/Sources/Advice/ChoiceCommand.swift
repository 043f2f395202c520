internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// `ski choice`: which pairs to take, in words, for the coach's phone or a sheet of paper.
struct ChoiceCommand: Command {
  let kept: KeptAdvice

  let signature = Signature(
    "ski choice", topic: .plugins, summary: "Say in words which pairs to take to a race, and why: the coach's page.",
    details: """
      The answer of 'ski recommend' for people who do not test skis: 'to choice.html' writes a page for a phone or one \
      sheet of paper. Top pick holds the pairs to take, Ok the others in the first two thirds of the predicted order, \
      Rejected the rest; the percentage beside a pair is its chance of being the fastest of all. Below are the reasons \
      for each top pick with the number of its tests, relative to the mean of the pairs, and what is not known.
      """, parameters: RaceForecast.parameters,
    exampleLines: """
      what to take: ski import ski-thesis; ski choice type=Klister air=5 new=50 wet=50 -> take these two
      four pairs, as a page: ski import ski-thesis; ski choice type=Klister air=5 new=50 wet=50 shortlist=4 to choice.html -> choice.html
      colder than any test: ski import ski-thesis; ski choice type=Klister air=-25 new=100 -> Not known
      snow that does not sum to 100: ski import ski-thesis; ski choice type=Klister air=5 new=50 wet=40 -> !bad-snow
      """, traits: .readsOnly, seeAlso: ["ski recommend", "ski why", "ski sheet"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let race = try RaceForecast(call, session, kept)
    let (advice, support, forecast) = (race.advice, race.support, race.forecast)
    let best = forecast.chances(seed: session.seed).best
    let list = race.size.list(best)
    let pairs = race.chosen.map { advice.history.pairs[$0] }
    func serials(_ places: [Int]) -> [String] { places.map { pairs[$0].serial } }

    var columns: [[Int]] = [list.places, [], []]
    for (rank, place) in forecast.order.enumerated() where !list.places.contains(place) {
      columns[max(1, TopPicks.label(rank: Double(rank + 1), of: pairs.count))].append(place)
    }
    let height = columns.map(\.count).max() ?? 0
    let table = try Table(
      zip(SessionLabels.names, columns).map { name, places in
        let cells: [String?] = places.map { pairs[$0].serial + " " + Self.percent(best[$0], of: pairs.count) }
        return Column(name, .text(cells + [String?](repeating: nil, count: height - places.count)))
      })
    let types = Set(pairs.compactMap(\.type)).inCodePointOrder()
    let setting = "For " + (types + [race.conditions.text]).joined(separator: ", ")
    let reasons = list.places.map { Self.reason(pairs[$0], $0, race, best[$0], isOnlyType: types.count < 2) }
    var output = TableOutput(
      table,
      title: (support.isExtrapolated ? "Beyond all tests: " : "")
        + Self.headline(serials(list.places), list.chance, of: pairs.count),
      footer: [
        setting + ": the chance of being the fastest of \(pairs.count.counted("pair")), from "
          + "\(support.sessions.count.counted("test")), \(support.near) of them in like conditions."
      ] + reasons + Self.unknowns(pairs, list.places, race).map { "Not known: " + $0 + "." })
    output.essential = SessionLabels.names
    output.facts = [
      ("take", .text(serials(list.places).joined(separator: " "))), ("holds_best", .number(list.chance)),
      ("pairs", .integer(pairs.count)), ("sessions", .integer(support.sessions.count)),
      ("sessions_near", .integer(support.near)),
    ]
    return [.table(output)] + advice.history.notes.map(Output.note)
  }

  // MARK: Words

  /// `95 %: take these two: 023, 024`.
  private static func headline(_ serials: [String], _ chance: Double, of count: Int) -> String {
    let names = serials.joined(separator: ", ")
    guard serials.count < count else {
      return count == 1 ? "Take \(names), the only pair" : "Take all \(count), as any may be the fastest: " + names
    }
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let number = words.indices.contains(serials.count - 1) ? words[serials.count - 1] : String(serials.count)
    return percent(chance, of: count) + ": take " + (serials.count == 1 ? "this one" : "these " + number) + ": " + names
  }

  /// A chance in whole per cent, never 0 or 100 where there is a choice.
  static func percent(_ chance: Double, of pairs: Int) -> String {
    if pairs == 1 { return "100 %" }
    return chance < 0.01 ? "<1 %" : chance > 0.99 ? ">99 %" : "\(Int((100 * chance).rounded())) %"
  }

  /// Why a pair is taken: its chance, its tests, and what speaks for and against it.
  private static func reason(
    _ pair: TestedPair, _ place: Int, _ race: RaceForecast, _ chance: Double, isOnlyType: Bool
  ) -> String {
    let (advice, forecast, count) = (race.advice, race.forecast, race.support.counts[place])
    let largest = forecast.reasons[place].map(\.value.magnitude).max() ?? 0
    func parts(_ sign: Double) -> String {
      // A tenth of the largest part decides nothing.
      let found = forecast.reasons[place].filter {
        $0.value * sign > largest / 10 && !(isOnlyType && $0.name.hasPrefix("type "))
      }
      return found.sorted { $0.value.magnitude > $1.value.magnitude }.prefix(3).map {
        $0.name + (advice.model.isMeasured ? ($0.value > 0 ? " +" : " ") + NumberText.fixed($0.value, 1) + " cm" : "")
      }.joined(separator: ", ")
    }
    let sides = [("for it", parts(1)), ("against it", parts(-1))].filter { !$0.1.isEmpty }
    return "\(pair.serial): \(percent(chance, of: forecast.estimates.count)), n = \(count.all.counted("test")), "
      + "\(count.near) in like conditions" + sides.map { "; \($0.0): \($0.1)" }.joined() + "."
  }

  /// What the tests leave open, as phrases.
  private static func unknowns(_ pairs: [TestedPair], _ taken: [Int], _ race: RaceForecast) -> [String] {
    let (advice, support, forecast, linked) = (race.advice, race.support, race.forecast, race.linked)
    func names(_ places: [Int], _ text: (Int) -> String = { _ in "" }) -> String? {
      places.isEmpty ? nil : places.map { pairs[$0].serial + text($0) }.listed(8)
    }
    let untested = pairs.indices.filter { support.counts[$0].all == 0 }
    let found: [String?] = [
      support.isExtrapolated ? "how pairs glide in such conditions, as no test was near them" : nil,
      names(untested).map { "how fast these are, as they were never tested: " + $0 },
      names(
        taken.filter {
          (1...2).contains(support.counts[$0].near)
            || (support.counts[$0].near == 0 && !support.isExtrapolated && support.counts[$0].all > 0)
        }
      ) {
        " (n = \(support.counts[$0].near))"
      }.map { "much of these in such conditions, so test them before the race: " + $0 },
      names(forecast.order.filter { !linked[$0] && support.counts[$0].all > 0 }).map {
        "how these compare with \(forecast.order.first.map { pairs[$0].serial } ?? ""), as no test links them: " + $0
      }, names(taken.filter { pairs[$0].grinding == nil }).map { "the grinding of " + $0 },
      advice.model.isMeasured ? nil : "how far ahead in cm, as no glide was measured",
      "what humidity, snow temperature and wax change: the chances know only air and snow",
    ]
    return found.compactMap(\.self)
  }
}
