import PodiumAlgorithms
import PodiumLearn

extension TransformerCatalogue {
  /// All steps that come with podium.
  static let all = TransformerCatalogue([EncodeStep(), ScaleStep(), ImputeStep()] + Algorithms.steps)
}
