import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Agreement with scikit-learn of learners that have one answer: neighbours, naive Bayes, discriminants, logistic regression.
@Suite struct ClosedFormParityTests {
  static let models: [String: @Sendable (ReferenceResults.Models) -> ReferenceResults.Scores?] = [
    "knn": { $0.neighbours }, "bayes": { $0.bayes }, "lda": { $0.discriminant }, "logistic": { $0.logistic },
  ]

  @Test(arguments: Reference.classSets, models.keys.sorted())
  func `rows and figures agree in every protocol`(_ place: ReferencePlace, _ key: String) throws {
    let set = try ReferenceSet(place)
    let task = try set.task()
    let pick = try #require(Self.models[key])
    var compared = 0
    for (scheme, splits) in try place.read(ReferenceResults.self).results {
      for (split, models) in splits {
        guard let wanted = pick(models) else { continue }
        let found = try CrossValidation.evaluate(
          task, key, recipe: set.recipe(scheme), resampling: set.resampling(split),
          fit: scheme == "leaky" ? .all : .fold, scaleIfWanted: scheme != "raw")
        check(found, wanted, "\(set.name) \(scheme) \(split) \(key)")
        compared += 1
      }
    }
    #expect(compared > 0)
  }

  private func check(_ found: Evaluation, _ wanted: ReferenceResults.Scores, _ place: String) {
    let fragile = Set(wanted.fragile ?? [])
    #expect(found.failures.isEmpty, "\(place)")
    #expect(found.predictedCodes.count == wanted.pred.count, "\(place)")
    let differing = zip(found.predictedCodes, ReferenceResults.unpacked(wanted.pred)).enumerated().filter {
      $1.0 != $1.1 && !fragile.contains($0)
    }
    #expect(differing.isEmpty, "\(place): rows \(differing.map(\.offset))")
    for (fold, losses) in (wanted.logloss ?? []).enumerated() {
      #expect(abs(loss(found, fold: fold) - losses) <= 1e-6 * max(1, losses), "\(place)")
    }
    if !fragile.isEmpty { return }
    let lists = [("accuracy", wanted.acc), ("balanced_accuracy", wanted.bacc), ("f1_macro", wanted.f1Macro)]
    for (measure, values) in lists {
      for (fold, value) in zip(found.folds, values ?? []) {
        #expect(abs((fold[measure] ?? .nan) - value) < 1e-11, "\(place) \(measure)")
      }
    }
  }

  /// The log loss of a fold with probabilities from 1e-15 on, as the reference has it; podium's own begins at 2⁻⁵².
  private func loss(_ found: Evaluation, fold: Int) -> Double {
    guard let probabilities = found.probabilities, case .classes(let truth) = found.truth else { return .nan }
    let rows = found.foldOfRow.indices.filter { found.foldOfRow[$0] == fold }
    return rows.reduce(0) { $0 - log(max(1e-15, probabilities[$1][truth[$1]])) } / Double(rows.count)
  }

  private func fitted(_ set: ReferenceSet, _ key: String) throws -> LinearClassModel {
    let model = try FittedModel.fit(
      Algorithms.catalogue.require(key).spec(), to: set.task(), recipe: set.recipe("infold"),
      learners: Algorithms.catalogue, transformers: .builtIn, seed: Seed(0), version: "test",
      cancellation: Cancellation())
    return try #require(model.model as? LinearClassModel)
  }

  /// Rows of coefficients as the reference has them: two classes have one score, that of the second.
  private func rows(_ model: LinearClassModel) -> (coefficients: [[Double]], intercepts: [Double]) {
    let lists = (0..<model.intercepts.count).map { Array(model.coefficients.row($0)) }
    guard lists.count == 2 else { return (lists, model.intercepts) }
    return ([zip(lists[1], lists[0]).map { $0 - $1 }], [model.intercepts[1] - model.intercepts[0]])
  }

  @Test(arguments: Reference.classSets)
  func `the coefficients are those of the optimum`(_ place: ReferencePlace) throws {
    let set = try ReferenceSet(place)
    let wanted = try place.read(ReferenceResults.self).fullFit
    let logistic = rows(try fitted(set, "logistic"))
    for (found, coef) in zip(logistic.coefficients.joined(), wanted.logreg.coef.joined()) {
      #expect(abs(found - coef) <= 1e-5)
    }
    // More than two intercepts are free up to a common shift.
    let shift =
      logistic.intercepts.count > 1 ? logistic.intercepts.reduce(0, +) / Double(logistic.intercepts.count) : 0
    for (found, intercept) in zip(logistic.intercepts, wanted.logreg.intercept) {
      #expect(abs(found - shift - intercept) <= 1e-5)
    }
    let discriminant = rows(try fitted(set, "lda"))
    for (found, coef) in zip(discriminant.coefficients.joined(), wanted.lda.coef.joined()) {
      #expect(abs(found - coef) <= 1e-6 * max(1, abs(coef)))
    }
    for (found, intercept) in zip(discriminant.intercepts, wanted.lda.intercept) {
      #expect(abs(found - intercept) <= 1e-6 * max(1, abs(intercept)))
    }
  }
}
