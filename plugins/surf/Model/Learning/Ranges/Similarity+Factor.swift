internal import Glibc

extension Similarity.Part {
  /// What the similarity is multiplied by for this variable, from 0 to 1.
  public var factor: Double { exp(-loss) }
}
