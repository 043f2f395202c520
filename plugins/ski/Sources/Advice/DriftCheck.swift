internal import PodiumCore
internal import PodiumPlugin

/// Whether the lanes of a session drift apart as the test goes on, told where nobody took it out.
struct DriftCheck {
  /// What the left lane gains on the right one, in cm a run.
  let centimetresPerRun: Double
  let p: Double
  /// Over how many runs.
  let runs: Double
  private let session: String

  /// Fits lane and drift beside what was asked for; nil where drift was asked for, or cannot be told.
  init?(_ glides: SessionGlides, effects: [GlideEffect]) {
    guard !effects.contains(where: { $0.name == "drift" }), let drift = GlideEffect.drift(glides.plain) else {
      return nil
    }
    let others = effects.contains { $0.name == "lane" } ? effects : effects + [.lane]
    let order = LeastSquaresOrder(glides.graph, effects: others + [drift])
    guard let place = order.effects.firstIndex(where: { $0.name == "drift" }), let p = order.p(ofEffect: place) else {
      return nil
    }
    centimetresPerRun = order.effects[place].centimetres
    self.p = p
    // A file may give a run any number: as doubles they cannot overflow.
    let numbers = glides.plain.compactMap(\.run).map(Double.init)
    runs = (numbers.max() ?? 0) - (numbers.min() ?? 0)
    session = glides.session
  }

  /// The warning; nil where chance alone would often show as much (p above 0.05).
  var sentence: String? {
    guard p <= 0.05 else { return nil }
    let amount = NumberText.fixed(centimetresPerRun.magnitude, 1)
    let (gains, other) = centimetresPerRun > 0 ? ("left", "right") : ("right", "left")
    return
      "the track drifts: the \(gains) lane gains \(amount) cm a run on the \(other) one "
      + "(p \(p < 0.001 ? "below 0.001" : NumberText.fixed(p, 3)), \(NumberText.fixed((centimetresPerRun * runs).magnitude, 0)) cm "
      + "over the test): ski order \(Session.quoted(session)) effects=lane,drift takes it out"
  }
}
