import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

@Suite struct FeaturelessTests {
  private func model(_ target: Target, columns: Int = 0) throws -> any Model {
    let features = Matrix(rows: target.rowCount, columns: columns)
    let names = (0..<columns).map { "x\($0)" }
    return try Featureless().fit(
      TrainingData(features: features, featureNames: names, target: target), seed: Seed(0),
      cancellation: Cancellation())
  }

  @Test func `the most frequent class is predicted with the training shares`() throws {
    let target = Target.classes(ClassTarget(classes: ["a", "b"], codes: [0, 1, 1, 1]))
    guard case .classes(let codes, let shares) = try model(target).predict(Matrix(rows: 2, columns: 0)) else {
      return
    }
    #expect(codes == [1, 1])
    #expect(shares?.elements == [0.25, 0.75, 0.25, 0.75])
  }

  @Test func `equal counts go to the first class`() throws {
    let target = Target.classes(ClassTarget(classes: ["a", "b", "c"], codes: [2, 1, 2, 1]))
    guard case .classes(let codes, _) = try model(target).predict(Matrix(rows: 1, columns: 0)) else { return }
    #expect(codes == [1])
  }

  @Test func `numbers are predicted by their mean, however large`() throws {
    #expect(try model(.numbers([1, 2, 6])).predict(Matrix(rows: 2, columns: 0)) == .numbers([3, 3]))
    #expect(
      try model(.numbers([1.5e308, 1.5e308])).predict(Matrix(rows: 1, columns: 0)) == .numbers([1.5e308]))
  }

  @Test func `rows of another width are refused`() throws {
    let model = try model(.numbers([1]), columns: 2)
    #expect(throws: Diagnostic("wrong-width", "the model was fitted on 2 features, but the table has 1")) {
      try model.predict(Matrix(rows: 1, columns: 1))
    }
  }
}
