internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

extension IssueFinder {
  /// A finder by the model of `ModelChoice`.
  init(
    _ issues: [StoredIssue], of spot: Spot, from: Moment, until: Moment, in store: any RecordStore
  ) throws(Diagnostic) {
    self.init(issues, model: try ModelChoice(issues, of: spot, from: from, until: until, in: store).model)
  }
}
