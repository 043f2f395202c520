internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The keys that `cv` and `compare` share: how to split rows and what to fit where.
enum ResamplingOptions {
  static let k = Parameter<Int?>.optionalInt("k", in: 2...100_000, help: ResamplingKey.k.help)
  static let folds = Parameter<String?>.name(
    "folds", ResamplingCatalogue.builtIn.keys, of: .resamplings,
    help: "How to split the rows; by default stratified for classes and kfold for numbers.")
  static let group = Parameter<String?>.column("group", help: ResamplingKey.group(isRequired: false).help)
  static let fold = Parameter<String?>.column("fold", help: ResamplingKey.fold.help)
  static let time = Parameter<String?>.column("time", help: ResamplingKey.time.help)
  static let every = Parameter<Double?>.number("every", in: 0...1e9, help: ResamplingKey.every.help)
  static let first = Parameter<Double?>.number("first", in: 0...1e9, help: ResamplingKey.first.help)
  static let gap = Parameter<Double?>.number("gap", in: 0...1e9, help: ResamplingKey.gap.help)
  static let test = Parameter<Double?>.number("test", in: 0.01...0.99, help: ResamplingKey.test.help)
  static let shuffle = Parameter<Bool>.flag("shuffle", default: false, help: ResamplingKey.shuffle.help)
  static let repeats = Parameter<Int>.int(
    "repeats", in: 1...1000, default: 1, help: "Number of repetitions, each with different random numbers.")
  static let fit = Parameter<String>.choice(
    "fit", ["fold", "all"], default: "fold",
    help: "Where to fit the recipe: on each fold's training rows, or once on all rows, as older studies did.")
  static let scale = Parameter<Bool>.flag(
    "scale", default: true, help: "Whether to add a scale step for learners that need scaled features.")
  static let seeds = Parameter<Int>.int(
    "seeds", in: 1...1000, default: 1,
    help: "Number of seeds for learners that use random numbers, on the same folds.")

  static let resume = Parameter<Bool>.flag(
    "resume", default: false,
    help:
      "Whether to reuse folds that an interrupted run saved in the workspace; quick folds of more than 10,000 rows are "
      + "not saved.")

  /// The keys that name a column.
  static let columns = [group, fold, time]
  /// The keys that split rows.
  static let splitting = [
    k.any, folds.any, group.any, fold.any, time.any, every.any, first.any, gap.any, test.any, shuffle.any, repeats.any,
  ]
  static let all = splitting + [fit.any, scale.any, seeds.any, resume.any, LeakChecks.isOn.any]

  /// The resampling a call asks for; by default stratified for classes and kfold for numbers.
  ///
  /// Throws `bad-value` for a method that is not registered, and `unknown-key` and `unused-key` for keys it does not
  /// accept.
  static func spec(_ call: Call, for kind: TargetKind, in session: Session) throws(Diagnostic) -> ResamplingSpec {
    let catalogue = session.registry.resamplings
    let named = call[folds]
    if let named, catalogue[named] == nil {
      throw .unknownWord("folds", named, among: catalogue.keys, span: call.span(of: folds))
    }
    var spec = ResamplingSpec(
      named ?? ResamplingCatalogue.standard(for: kind), settings: [:], repeats: call[repeats])
    if let k = call[k] { spec.settings["k"] = String(k) }
    for column in columns { spec.settings[column.name] = call[column] }
    for number in [every, first, gap, test] {
      if let value = call[number] { spec.settings[number.name] = NumberText.shortest(value) }
    }
    if call[shuffle] { spec.settings["shuffle"] = "yes" }
    let own = try catalogue.require(spec.key).keys.map(\.name)
    for argument in call.otherKeys {
      guard let key = argument.key else { continue }
      guard own.contains(key.text) else {
        throw Diagnostic.unknown(
          "key", key.text, among: all.map(\.description.name) + own, span: key.span,
          help: "'help \(call.verb)' lists its keys")
      }
      let parameter = Parameter<String?>.text(key.text, help: "")
      let options = try ImportOptions(
        [argument], parameters: [parameter.any], of: spec.key, scope: session.parsingScope)
      spec.settings[key.text] = options[parameter]
    }
    return spec
  }

  /// The place of the key that an error of the plan is about.
  static func place(of error: Diagnostic, _ call: Call) -> SourceSpan? {
    error.subject.flatMap { key in call.syntax.arguments.first { $0.key?.text == key }?.value.span }
      ?? call.span(of: folds) ?? call.verbSpan
  }
}
