import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Networks beside scikit-learn's, whose random numbers are others: only means over seeds can agree.
@Suite(.enabled(if: Reference.runsHeavy, "they take long in a debug build; PODIUM_HEAVY=1 runs them"))
struct NeuralParityTests {
  struct Expected: Decodable {
    struct Summary: Decodable {
      let mean: Double
      let sd: Double
    }
    struct Model: Decodable {
      struct Configuration: Decodable {
        let hidden: [Int]
        let epochs: Int
      }
      let seeds: Int
      let acc: Summary
      let config: Configuration
    }
    struct Models: Decodable { let mlp: Model }
    struct Stochastic: Decodable { let models: Models }
    let stochastic: Stochastic
  }

  @Test(arguments: Reference.neuralSets)
  func `the mean over seeds agrees`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let wanted = try place.read(Expected.self).stochastic.models.mlp
    let seeds = place.name == "breast_cancer" ? 10 : 20
    let found = try CrossValidation.evaluate(
      set.task(), "ann", given: [("epochs", String(wanted.config.epochs))], recipe: set.recipe("infold"),
      resampling: set.resampling("stratified10"), seeds: seeds)
    let spread = try #require(found.overSeeds("accuracy"))
    let sd = try #require(spread.sd)
    let reach = 3 * wanted.acc.sd * (1 / Double(wanted.seeds) + 1 / Double(seeds)).squareRoot() + 0.005
    print("ann \(set.name): \(spread.mean) (sd \(sd)) for \(wanted.acc.mean) (sd \(wanted.acc.sd)) ± \(reach)")
    #expect(abs(spread.mean - wanted.acc.mean) <= reach)
    #expect(sd <= 2 * wanted.acc.sd + 0.002)
  }

  @Test func `the thesis's protocol gives the thesis's network`() throws {
    let table = try SkiBundle(folder: SkiReference.bundled.folder).table
    let found = try CrossValidation.evaluate(
      LearningTask(table: table, target: "stored_label"), "ann", given: [("hidden", "17,17")],
      recipe: Recipe([RecipeStep("encode"), RecipeStep("scale")]), resampling: ResamplingSpec(.stratifiedLegacy, k: 10),
      fit: .all, seeds: 3)
    let mean = 100 * (try #require(found.overSeeds("accuracy")).mean)
    print("ann ski thesis protocol: \(mean)")
    #expect(abs(mean - 65.9) <= 8)
  }
}
