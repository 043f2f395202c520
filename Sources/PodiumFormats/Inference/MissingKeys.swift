internal import PodiumCore
internal import PodiumPlugin

/// The keys of importers for the texts that mean missing.
enum MissingKeys {
  static let added = Parameter<[String]?>.list(
    "missing",
    help: "More texts that mean missing, as in missing=pier,–; the empty cell, NA, N/A, NaN and NULL always do.")
  static let only = Parameter<[String]?>.list(
    "missing-only", help: "The only texts that mean missing, as in missing-only=\"\",NA.")

  /// The texts that options give; nil for the usual ones.
  ///
  /// Throws `unused-key` where both keys are given.
  static func words(_ options: ImportOptions) throws(Diagnostic) -> [String]? {
    let added = options[MissingKeys.added]
    guard let only = options[MissingKeys.only] else { return added.map { MissingWords.standard + $0 } }
    guard added == nil else {
      throw Diagnostic(
        "unused-key", "missing= adds to the usual texts, and missing-only= replaces them",
        span: options.span(of: MissingKeys.added), help: "put all texts into missing-only=")
    }
    return only
  }
}
