internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

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
