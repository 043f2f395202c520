public import PodiumLearn

/// The learners and recipe steps that come with podium.
public enum Algorithms {
  /// All learners, the baseline first.
  public static let all: [LearnerDefinition] = [
    Featureless.definition, Tree.definition, SVM.definition, Perceptron.definition, Neighbours.definition,
    Bayes.definition, Discriminant.definition, QuadraticDiscriminant.definition, LogisticRegression.definition,
    LeastSquares.definition, Ridge.definition, Lasso.definition, ElasticNet.definition, SVR.definition,
    Forest.definition, Boosting.definition, Ordinal.definition, Calibrated.definition,
  ]

  /// The recipe steps that look at the target, change the rows or need linear algebra; the others are in `TransformerCatalogue`.
  public static let steps: [any Transformer] = [
    SelectStep(), PCAStep(), TargetEncodeStep(), ClassSizeStep.upsample, ClassSizeStep.downsample,
  ]

  /// All learners by key.
  public static let catalogue = LearnerCatalogue(all)
}
