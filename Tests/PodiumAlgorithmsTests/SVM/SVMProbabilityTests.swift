import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// References are scikit-learn 1.9's.
@Suite struct SVMProbabilityTests {
  @Test func `balanced classes change the bounds`() throws {
    let iris = try Iris(isScaled: true)
    let data = try Iris.data(iris.features, .classes(iris.species), rows: Array(30..<150))
    let model = try #require(try fitted("svm", [("weights", "balanced")], data) as? SVMModel)
    #expect(model.supportCounts == [6, 22, 21])
    let wanted = [0.017942286147746525, -0.1691651864668166, 0.04810613480927718]
    #expect(zip(model.intercepts, wanted).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `probabilities agree with the classes where they are clear`() throws {
    let iris = try Iris(isScaled: true)
    let data = try Iris.data(iris.features, .classes(iris.species))
    let plain = try fitted("svm", [], data)
    let model = try fitted("svm", [("probability", "yes")], data)
    guard case .classes(let codes, let shares?) = try model.predict(iris.features),
      case .classes(let votes, nil) = try plain.predict(iris.features)
    else {
      Issue.record("no probabilities, or some that no one asked for")
      return
    }
    #expect(codes == votes)
    for row in 0..<150 {
      let own = shares.row(row)
      #expect(abs(own.reduce(0, +) - 1) < 1e-12)
      if let best = own.max(), best > 0.6 { #expect(own[own.startIndex + codes[row]] == best) }
    }
    let rows = ScoredRows(target: .classes(iris.species), prediction: .classes(codes, probabilities: shares))
    // scikit-learn's folds are drawn at random; its log loss is between 0.074 and 0.081.
    let loss = try #require(Measures.named("log_loss")?.compute(rows))
    #expect((0.06...0.095).contains(loss))
  }

  @Test func `one row a class has probabilities too`() throws {
    let data = try Iris.data(
      Matrix(columns: [[1, 2, 3]], rows: 3), .classes(ClassTarget(classes: ["a", "b", "c"], codes: [0, 1, 2])))
    guard case .classes(_, let shares?) = try fitted("svm", [("probability", "yes")], data).predict(data.features)
    else {
      Issue.record("no probabilities")
      return
    }
    #expect(shares.elements.allSatisfy { $0.isFinite && (0...1).contains($0) })
  }
}
