import PodiumCore
import PodiumLearn
import Testing

/// The protocols of the ski thesis, old and honest, beside what scikit-learn gives on them.
@Suite struct SkiParityTests {
  private func evaluate(_ key: String, _ place: SkiReference, _ labels: String, _ scheme: String) throws -> Evaluation {
    let (resampling, fit) = try #require(SkiReference.schemes[scheme])
    return try CrossValidation.evaluate(
      place.task(labels), key, recipe: SkiReference.recipe, resampling: resampling, fit: fit)
  }

  @Test(arguments: SkiReference.all, SkiReference.cases)
  func `the featureless learner agrees fold by fold`(_ place: SkiReference, _ protocols: SkiReference.Case) throws {
    let wanted = try place.scheme(protocols).zeror
    let found = try evaluate("zeror", place, protocols.labels, protocols.scheme)
    #expect(found.foldAccuracies.count == wanted.foldAccuracies.count)
    for (mine, theirs) in zip(found.foldAccuracies, wanted.foldAccuracies) {
      #expect(abs(mine - theirs) < 1e-6)
    }
    #expect(found.confusion?.counts == wanted.confusion)
  }

  @Test(arguments: SkiReference.all, SkiReference.cases)
  func `the tree lies inside the range of scikit-learn's seeds`(
    _ place: SkiReference, _ protocols: SkiReference.Case
  ) throws {
    let range = try #require(place.scheme(protocols).treeRange)
    let mean = 100 * (try #require(try evaluate("tree", place, protocols.labels, protocols.scheme)["accuracy"]?.mean))
    print("tree \(place) \(protocols): \(NumberText.fixed(mean, 2)) in \(range)")
    // The range may be rounded to two decimals.
    #expect(mean >= range[0] - 0.005 && mean <= range[2] + 0.005)
  }
}
