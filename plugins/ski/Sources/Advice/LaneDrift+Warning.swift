internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

extension LaneDrift {
  /// The warning; nil where the drift is not significant (p above 0.05).
  func warning(session: String) -> String? {
    guard p <= 0.05 else { return nil }
    let amount = NumberText.fixed(centimetresPerRun.magnitude, 1)
    let (gains, other) = centimetresPerRun > 0 ? ("left", "right") : ("right", "left")
    return
      "the track drifts: the \(gains) lane gains \(amount) cm per run on the \(other) one "
      + "(p \(p < 0.001 ? "below 0.001" : NumberText.fixed(p, 3)), \(NumberText.fixed((centimetresPerRun * runs).magnitude, 0)) cm "
      + "over the test): ski order \(Session.quoted(session)) effects=lane,drift corrects for it"
  }
}
