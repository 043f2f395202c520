internal import PodiumCore

/// How probabilities become a class, where it is not simply what the learner predicts.
public enum DecisionRule: Sendable, Codable, Hashable {
  /// The class with the least expected cost.
  case costs(CostMatrix)
  /// One class from a probability on; below it the most probable of the others.
  case threshold(classPlace: Int, probability: Double)

  /// The class of a row, from the probabilities of all classes; ties go to the earlier class.
  public func decide(_ probabilities: ArraySlice<Double>) -> Int {
    switch self {
    case .costs(let costs): return costs.decide(probabilities)
    case .threshold(let place, let least):
      let chances = Array(probabilities)
      precondition(chances.indices.contains(place), "a probability for each class is needed")
      if chances[place] >= least { return place }
      var best: Int?
      for other in chances.indices where other != place {
        if best.map({ chances[other] > chances[$0] }) ?? true { best = other }
      }
      return best ?? place
    }
  }

  /// A prediction decided by the rule; one without probabilities, or of numbers, stays as it is.
  public func decided(_ prediction: Prediction) -> Prediction {
    guard case .classes(_, let probabilities?) = prediction else { return prediction }
    return .classes((0..<probabilities.rows).map { decide(probabilities.row($0)) }, probabilities: probabilities)
  }

  func fits(_ classes: [String]?) -> Bool {
    switch self {
    case .costs(let costs): costs.classes == classes
    case .threshold(let place, let probability): classes?.indices.contains(place) ?? false && probability.isFinite
    }
  }

  /// The rule in words, for the classes in order.
  public func sentence(_ classes: [String]) -> String {
    switch self {
    case .costs(let costs): "the class with the least expected cost (\(costs.name))"
    case .threshold(let place, let probability):
      "'\(classes.indices.contains(place) ? classes[place] : "")' from probability \(NumberText.shortest(probability)) on"
    }
  }
}
