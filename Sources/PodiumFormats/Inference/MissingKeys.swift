internal import PodiumCore
internal import PodiumPlugin

/// The keys of importers for the texts of missing values.
enum MissingKeys {
  static let added = Parameter<[String]?>.list(
    "missing",
    help: "More texts for missing values, as in missing=pier,–; empty cells, NA, N/A, NaN and NULL always count.")
  static let only = Parameter<[String]?>.list(
    "missing-only", help: "The only texts for missing values, as in missing-only=\"\",NA.")

  /// The texts set by the options; nil for the default ones.
  ///
  /// Throws `unused-key` if both keys are given.
  static func words(_ options: ImportOptions) throws(Diagnostic) -> [String]? {
    let added = options[MissingKeys.added]
    guard let only = options[MissingKeys.only] else { return added.map { MissingWords.standard + $0 } }
    guard added == nil else {
      throw Diagnostic(
        "unused-key", "missing= adds to the usual texts, but missing-only= replaces them",
        span: options.span(of: MissingKeys.added), help: "list all texts in missing-only=")
    }
    return only
  }
}
