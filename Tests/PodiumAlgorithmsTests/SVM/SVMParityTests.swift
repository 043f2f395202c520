import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Agreement with scikit-learn's SVC.
@Suite struct SVMParityTests {
  @Test(arguments: Reference.classSets)
  func `every row that no tolerance decides is predicted as by scikit-learn`(_ place: ReferencePlace) throws {
    try SVMParity.protocols(ReferenceSet(place), SVMReference(place))
  }

  @Test(arguments: Reference.machineSets, ["rbf", "linear", "poly"])
  func `machines on all rows have scikit-learn's coefficients`(_ place: ReferencePlace, _ kernel: String) throws {
    let fits = try #require(try ReferencePlace.read(SVMReference.Details.self, from: place.machines).fits[kernel])
    #expect(fits.count == 2)
    for (tolerance, fit) in fits {
      try SVMParity.detail(ReferenceSet(place), kernel, String(tolerance.dropFirst(4)), fit)
    }
  }
}

/// The protocols of the ski thesis beside what scikit-learn gives on them.
@Suite struct SVMSkiParityTests {
  @Test(arguments: SkiReference.all, SkiReference.cases)
  func `the machine agrees fold by fold`(_ place: SkiReference, _ protocols: SkiReference.Case) throws {
    let wanted = try place.scheme(protocols).svm
    let (resampling, fit) = try #require(SkiReference.schemes[protocols.scheme])
    let found = try CrossValidation.evaluate(
      place.task(protocols.labels), "svm", given: [("gamma", "auto")], recipe: SkiReference.recipe,
      resampling: resampling, fit: fit)
    let accuracy = try #require(found["accuracy"])
    print("svm \(place) \(protocols): \(100 * (accuracy.mean ?? .nan)) (\(100 * (accuracy.sd ?? .nan)))")
    // The figures beside the checkout are rounded to two decimals.
    #expect(abs(100 * (accuracy.mean ?? .nan) - wanted.mean) < 0.0051)
    #expect(abs(100 * (accuracy.sd ?? .nan) - wanted.sd) < 0.0051)
    #expect(found.foldAccuracies.count == wanted.foldAccuracies.count)
    for (mine, theirs) in zip(found.foldAccuracies, wanted.foldAccuracies) {
      #expect(abs(mine - theirs) < 1e-6)
    }
    #expect(found.confusion?.counts == wanted.confusion)
  }

  @Test func `bare words give the honest answer, with a scale step added`() throws {
    let found = try CrossValidation.evaluate(
      SkiReference.bundled.task("clean_labels_28_42_42"), "svm", recipe: Recipe([RecipeStep("encode")]),
      resampling: ResamplingSpec(.stratified, k: 10))
    let accuracy = try #require(found["accuracy"])
    #expect(abs(100 * (accuracy.mean ?? .nan) - 63.18) < 0.0051)
    #expect(abs(100 * (accuracy.sd ?? .nan) - 16.79) < 0.0051)
  }
}
