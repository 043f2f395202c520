internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The keys that choose among settings by inner folds of the training rows.
enum NestedOptions {
  static let nested = Parameter<Bool>.flag(
    "nested", default: false,
    help: "Whether to choose the best of a grid by inner folds of the training rows, not by the test rows.")
  static let inner = Parameter<Int>.int(
    "inner", in: 2...100, default: 5,
    help: "Number of inner folds for nested=yes and shortlist=, if the method takes a number.")
  static let innerFolds = Parameter<String?>.name(
    "inner-folds", ResamplingCatalogue.builtIn.keys, of: .resamplings,
    help: "How nested=yes splits the training rows; by default the same way as folds=.")

  /// The inner folds a call asks for; `measure` chooses.
  ///
  /// Throws `unknown-word` for a method that is not registered, and `unused-key` for a number it does not take.
  static func folds(_ call: Call, measure: String?, in session: Session) throws(Diagnostic) -> InnerFolds {
    let catalogue = session.registry.resamplings
    let outer = call[ResamplingOptions.folds]
    let named = call[innerFolds]
    if let named, catalogue[named] == nil {
      throw .unknownWord("inner-folds", named, among: catalogue.keys, span: call.span(of: innerFolds))
    }
    if let span = call.span(of: inner), let key = named ?? outer, let method = catalogue[key],
      method.takes("k") == nil, method.chance != .always
    {
      throw Diagnostic(
        "unused-key", "the number of inner folds cannot be set for \(key)", span: span,
        help: "omit inner=, or add inner-folds=group")
    }
    var spec: ResamplingSpec?
    if let named, named != outer {
      spec = ResamplingSpec(named, settings: [:])
      for column in ResamplingOptions.columns where catalogue[named]?.takes(column.name) != nil {
        spec?.settings[column.name] = call[column]
      }
    }
    return InnerFolds(spec, count: call[inner], measure: measure)
  }

  /// Throws `unused-key` for a key that only nested=yes takes.
  static func refuseUnused(_ call: Call) throws(Diagnostic) {
    let (why, help) = ("requires nested=yes", "omit it, or add nested=yes and a grid")
    try call.refuse(inner, why, help: help)
    try call.refuse(innerFolds, why, help: help)
  }
}
