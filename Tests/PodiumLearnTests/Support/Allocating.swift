import PodiumCore
import PodiumLearn

extension ResamplingSpec {
  /// The folds of podium's own ways.
  func allocate(_ task: LearningTask, seed: Seed) throws(Diagnostic) -> FoldAllocation {
    try ResamplingCatalogue.builtIn.allocate(self, task, seed: seed)
  }
}
