import PodiumCore
import PodiumLearn
import Testing

/// Forests and boosting beside the spread of scikit-learn's seeds; hundreds of trees, so in release builds only.
@Suite(.enabled(if: Reference.runsHeavy, "they take long in a debug build; PODIUM_HEAVY=1 runs them"))
struct StochasticParityTests {
  struct Expected: Decodable {
    struct Accuracy: Decodable { let mean, sd: Double }
    struct Model: Decodable { let acc: Accuracy }
    struct Models: Decodable {
      let forest, boosting: Model
      enum CodingKeys: String, CodingKey {
        case forest = "random_forest100"
        case boosting = "hist_gradient_boosting100"
      }
    }
    struct Stochastic: Decodable { let models: Models }
    let stochastic: Stochastic
  }

  @Test(arguments: Reference.classSets)
  func `the forest's accuracy lies in the spread of the reference`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let wanted = try place.read(Expected.self).stochastic.models.forest.acc
    let seeds = 10
    let found = try CrossValidation.evaluate(
      set.task(), "forest", recipe: set.recipe("infold"), resampling: set.resampling("stratified10"), seeds: seeds)
    let spread = try #require(found.overSeeds("accuracy"))
    print("forest \(set.name): \(spread.mean) ± \(spread.sd ?? 0) beside \(wanted.mean) ± \(wanted.sd)")
    #expect(abs(spread.mean - wanted.mean) <= 3 * wanted.sd * (1.0 / 20 + 1 / Double(seeds)).squareRoot() + 0.005)
  }

  @Test(arguments: Reference.classSets)
  func `the accuracy of boosting is that of the reference`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let wanted = try place.read(Expected.self).stochastic.models.boosting.acc
    let found = try CrossValidation.evaluate(
      set.task(), "boost", recipe: set.recipe("infold"), resampling: set.resampling("stratified10"))
    let mean = try #require(found["accuracy"]?.mean)
    print("boost \(set.name): \(mean) beside \(wanted.mean)")
    #expect(abs(mean - wanted.mean) <= 0.01)
  }
}
