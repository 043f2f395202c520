internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel
internal import Synchronization

/// The model of the workspace's pairs, and how many past tests support given conditions.
struct PairAdvice {
  let history: PairHistory
  let model: PairModel
  let workspace: SkiWorkspace

  /// The minimum number of sessions for advice.
  static let fewestSessions = 3

  /// Reads the workspace and fits the model, unless that was done already. Throws `too-few-tests` and `interrupted`.
  init(_ session: Session, _ kept: KeptAdvice) throws(Diagnostic) {
    workspace = try SkiWorkspace(session)
    (history, model) = try kept.model(
      workspace.store, now: workspace.now, threads: session.state.settings.threads, cancellation: session.cancellation)
  }

  /// The past sessions that support a prediction.
  struct Support {
    /// Sessions in which pairs of these types were compared, as indices of the tests, nearest first.
    var sessions: [(test: Int, distance: Double)]
    /// How many of them are near.
    var near: Int
    /// For each pair, the number of sessions it took part in and of those that were near.
    var counts: [(all: Int, near: Int)]
    var isExtrapolated: Bool { near == 0 }
  }

  /// Counts the sessions that support a prediction for pairs in some conditions. Throws `too-few-sessions` below three sessions
  /// with pairs of these types.
  func support(_ pairs: [Int], under conditions: TestConditions, at span: SourceSpan?) throws(Diagnostic) -> Support {
    let types = Set(pairs.map { history.pairs[$0].type })
    let place = Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($1, $0) })
    var support = Support(sessions: [], near: 0, counts: [(all: Int, near: Int)](repeating: (0, 0), count: pairs.count))
    for (number, test) in history.tests.enumerated() {
      let isOfType = test.entries.contains { types.contains(history.pairs[$0.pair].type) }
      guard isOfType, test.entries.count >= 2 else { continue }
      let isNear = test.conditions.isNear(conditions)
      support.sessions.append((number, test.conditions.distance(to: conditions)))
      if isNear { support.near += 1 }
      for entry in test.entries {
        guard let pair = place[entry.pair] else { continue }
        support.counts[pair].all += 1
        if isNear { support.counts[pair].near += 1 }
      }
    }
    guard support.sessions.count >= Self.fewestSessions else {
      throw Diagnostic(
        "too-few-sessions",
        "\(support.sessions.count.counted("session")) with these ski types can be used, but advice needs at least "
          + "\(Self.fewestSessions)",
        span: span, help: "add sessions with air temperature, snow, and ranks or glides: ski sessions")
    }
    support.sessions.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.test > $1.test }
    return support
  }

  /// The warning for untested conditions; nil if a session was near.
  func extrapolation(_ support: Support) -> String? {
    guard support.isExtrapolated, let nearest = support.sessions.first else { return nil }
    let test = history.tests[nearest.test]
    return "extrapolated: no session was near these conditions; the nearest is \(test.name) at \(test.conditions.text)"
  }

  /// A session's label in a list: its number, day and place.
  func label(_ test: Int) -> String {
    let detail = history.details[test]
    return ([history.tests[test].name] + [detail.day?.description, detail.place].compactMap(\.self))
      .joined(separator: " ")
  }

  /// The pair a text names, among those of the history; throws `unknown-pair`, `ambiguous-pair`.
  func pair(_ text: String, at span: SourceSpan?) throws(Diagnostic) -> Int {
    let found = try workspace.pair(text, at: span)
    guard let place = history.placeOf[found.serialNumber] else {
      throw Diagnostic("unknown-pair", "unknown ski pair '\(text)'", span: span)
    }
    return place
  }

  /// A pair's rivals: the active pairs of its owner and type, itself included.
  func rivals(of pair: Int) -> [Int] {
    let own = history.pairs[pair]
    return history.pairs.indices.filter {
      $0 == pair
        || (!history.archived.contains($0) && history.pairs[$0].owner == own.owner
          && history.pairs[$0].type == own.type)
    }
  }

  /// The decimal places shown of estimates and chances: no glide measures a millimetre.
  var decimals: [String: Int] {
    let places = model.isMeasured ? 1 : 2
    return ["estimate_" + unit: places, "effect_" + unit: places, "se": places, "chance_best": 3, "chance_top": 3]
  }

  static let chances: Set = ["chance_best", "chance_top"]

  /// The unit in names of columns: `cm`, or `score` where nothing was measured.
  var unit: String { model.isMeasured ? "cm" : "score" }
}

/// The size of a shortlist: a number of pairs, or as many as contain the fastest with a given probability.
enum ShortlistSize: Equatable {
  case count(Int)
  case coverage(Double)

  static let parameter = Parameter<String?>.text(
    "shortlist", help: "Number of pairs to take, or the probability that the fastest is among them: 5 or 95%.",
    completion: .words(["3", "5", "80%", "95%"]))

  /// Reads `5` or `95%`; throws `bad-value`.
  static func read(_ call: Call) throws(Diagnostic) -> ShortlistSize {
    guard let text = call[parameter] else { return .coverage(0.95) }
    if text.hasSuffix("%"), let share = Double(decimal: text.dropLast()), share >= 1, share <= 99.9 {
      return .coverage(share / 100)
    }
    if let count = Int(text), (1...1000).contains(count) { return .count(count) }
    throw .badValue(
      "shortlist", text, allowed: "a whole number from 1 to 1000, or 1% to 99.9%", span: call.span(of: parameter))
  }

  /// The pairs on the list and the probability that the best is among them.
  func list(_ best: [Double]) -> (places: [Int], chance: Double) {
    switch self {
    case .count(let count): PairForecast.shortlist(best, count: count)
    case .coverage(let coverage): PairForecast.shortlist(best, coverage: coverage)
    }
  }
}

/// The history and model of the latest fit, reused until someone writes to the workspace. A class because the commands of one
/// registry share it. It asks the store each time whether it is still valid, so writes by another process count too. It does not
/// keep the store, which keeps the registry: neither would ever be freed.
final class KeptAdvice: Sendable {
  private struct Entry: Sendable {
    let mark: StoreMark
    /// The period in which the pairs keep their current grindings; nil without a clock.
    let time: ClosedRange<Moment>?
    let history: PairHistory
    let model: PairModel
  }

  private let entry = Mutex<Entry?>(nil)

  /// The model of the store's current contents, fitted again only if something may have changed. Throws `too-few-tests` and
  /// `interrupted`.
  func model(
    _ store: any RecordStore, now: Moment?, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (history: PairHistory, model: PairModel) {
    let mark = try store.mark()
    if let known = entry.withLock({ $0 }), known.mark == mark,
      now.map({ known.time?.contains($0) ?? false }) ?? (known.time == nil)
    {
      return (known.history, known.model)
    }
    let history = try PairHistory(store, now: now)
    let model = try PairModel(history.pairs, history.tests, threads: threads, cancellation: cancellation)
    // Someone may have written between the check and the end of the read.
    if let mark, try store.mark() == mark {
      let time = now.map { $0...max($0, history.nextGrinding ?? Moment(microseconds: .max)) }
      entry.withLock { $0 = Entry(mark: mark, time: time, history: history, model: model) }
    }
    return (history, model)
  }
}
