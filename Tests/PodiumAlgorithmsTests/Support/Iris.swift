import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// The bundled iris data as matrices.
struct Iris {
  let features: Matrix
  let species: ClassTarget

  /// Reads the rows; with `isScaled` every column has mean 0 and deviation 1 over all of them.
  init(isScaled: Bool = false) throws {
    let table = try SimpleCSV.table(Checkout.path("datasets/iris/iris.csv"), categories: ["species"])
    let task = try LearningTask(
      table: table.setting(try table.column("species").with(role: .target)), target: "species")
    species = try #require(task.classes)
    let recipe = Recipe(isScaled ? [RecipeStep("scale")] : [])
    features = try recipe.fit(task.frame, using: .builtIn).apply(task.frame).matrix()
  }

  /// Some columns of some rows as features, with a target of them.
  static func data(_ features: Matrix, _ target: Target, rows: [Int]? = nil) throws -> TrainingData {
    let rows = rows ?? Array(0..<features.rows)
    return try TrainingData(
      features: features.selecting(rows: rows), featureNames: (0..<features.columns).map { "x\($0)" },
      target: target.selecting(rows: rows))
  }

  /// The first three columns, and the fourth as a number to predict.
  func widths() -> (features: Matrix, target: [Double]) {
    (Matrix(columns: (0..<3).map { features.column($0) }, rows: features.rows), features.column(3))
  }
}

/// A learner of the catalogue with some settings, fitted on data.
func fitted(_ key: String, _ given: [(String, String)] = [], _ data: TrainingData) throws(Diagnostic) -> any Model {
  let definition = try Algorithms.catalogue.require(key)
  return try definition.learner(definition.spec(given)).fit(data, seed: Seed(1), cancellation: Cancellation())
}
