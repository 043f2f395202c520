internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The one model whose waves count for some days at a spot: for windows, alerts, the journal and all that is learned of them.
///
/// The model that is asked for, or that of the spot; else the one with waves on most of the days; of equal ones the one with
/// most stored days, then the first by name. A model that is asked for and has no waves on those days does not count.
struct ModelChoice {
  /// Nil where no model has waves.
  let model: String?

  init(
    _ issues: [StoredIssue], of spot: Spot, wish: String? = nil, from: Moment, until: Moment,
    in store: any RecordStore
  ) throws(Diagnostic) {
    let days = StoredIssue.days(issues, from: from, until: until)
    let wanted = wish ?? spot.model
    let names = SpotForecast.order(Array(days.keys), first: wanted)
    guard let first = names.first else {
      model = nil
      return
    }
    if let wanted, wanted == SpotForecast.consensus || wanted == first || "stormglass-" + wanted == first {
      model = wanted == SpotForecast.consensus ? wanted : first
      return
    }
    let most = days.values.max() ?? 0
    let best = names.filter { days[$0] == most }
    guard best.count > 1 else {
      model = best.first
      return
    }
    let stored = try ModelChoice.storedDays(of: spot, in: store)
    let longest = best.map { stored[$0] ?? 0 }.max() ?? 0
    model = best.first { stored[$0] ?? 0 == longest }
  }

  /// How many days the issues of each model cover.
  private static func storedDays(of spot: Spot, in store: any RecordStore) throws(Diagnostic) -> [String: Int] {
    let rows = try RecordRows(
      RecordQuery(StoredIssue.kindName, where: [.equals("spot", .integer(spot.issues))]), ["model", "first", "last"],
      in: store)
    let (models, firsts, lasts) = (rows.texts("model"), rows.moments("first"), rows.moments("last"))
    var days: [String: Set<Int>] = [:]
    for row in 0..<rows.count {
      guard let model = models[row], let first = firsts[row]?.date.days, let last = lasts[row]?.date.days,
        (0...400).contains(last - first)
      else { continue }
      days[model, default: []].formUnion(first...last)
    }
    return days.mapValues(\.count)
  }
}

extension IssueFinder {
  /// A finder by the model of `ModelChoice`.
  init(
    _ issues: [StoredIssue], of spot: Spot, from: Moment, until: Moment, in store: any RecordStore
  ) throws(Diagnostic) {
    self.init(issues, model: try ModelChoice(issues, of: spot, from: from, until: until, in: store).model)
  }
}

extension SpotForecast {
  /// The hours from a moment on until another, by the newest issues known at `asOf`.
  ///
  /// Waves come from the one model of `ModelChoice`; hours that it lacks have those of the next one, unless `isPure`. Wind
  /// and weather that it lacks come from the others in the order of their names.
  init(
    of spot: Spot, model: String?, from: Moment, until: Moment, asOf: Moment, isPure: Bool = false,
    in store: any RecordStore
  ) throws(Diagnostic) {
    // An issue reaches some days ahead, so that those before `from` count too.
    let issues = try StoredIssue.all(
      of: spot.issues, from: from.later(-StoredIssue.reach), through: min(asOf, until), known: asOf, in: store)
    let choice = try ModelChoice(issues, of: spot, wish: model, from: from, until: until, in: store)
    self.init(issues, model: choice.model, from: from, until: until, isPure: isPure)
  }
}
