public import PodiumLearn

/// The learners that come with podium.
public enum Algorithms {
  /// All of them, the baseline first.
  public static let all: [LearnerDefinition] = [
    Featureless.definition, Tree.definition, SVM.definition, Perceptron.definition, Neighbours.definition,
    Bayes.definition, Discriminant.definition, LogisticRegression.definition, LeastSquares.definition, Ridge.definition,
    Lasso.definition, Forest.definition, Boosting.definition, Ordinal.definition,
  ]

  /// All of them by key.
  public static let catalogue = LearnerCatalogue(all)
}
