internal import PodiumCore
public import PodiumLearn

extension Parameter where Value == [LearnerSpec] {
  /// Learners with their hyperparameters, given by place; lists in the brackets make a grid.
  ///
  /// `tree(criterion=gini,entropy)` stands for two learners.
  public static func learners(_ name: String, required: Bool, help: String) -> Parameter<[LearnerSpec]> {
    learners(name, .positional(many: true), required: required, allowed: "learners", help: help)
  }

  /// One learner given by a key, as in `baseline=svm(c=10)`; none where it is left out.
  public static func learner(key name: String, help: String) -> Parameter<[LearnerSpec]> {
    learners(name, .key, required: false, allowed: "a learner", help: help)
  }

  private static func learners(
    _ name: String, _ form: ParameterDescription.Form, required: Bool, allowed: String, help: String
  ) -> Parameter<[LearnerSpec]> {
    Parameter(
      ParameterDescription(
        name, form, isRequired: required, type: .learner, allowed: allowed, help: help, invalid: ["no-such-learner"]),
      fallback: []
    ) { values, scope throws(Diagnostic) in
      var specs: [LearnerSpec] = []
      for value in values {
        for item in value.items { specs += try scope.learners(item) }
      }
      return specs
    }
  }
}

extension Hyperparameter {
  /// Whether its value is itself a list, so that commas do not make a grid.
  var takesList: Bool {
    switch kind {
    case .integers, .integersOrChoice: true
    default: false
    }
  }

  /// What the items given for it stand for: one list of them all, or a grid.
  ///
  /// `17,17` is one list; `17x17,9x9` are two, and so are `17x,9x`.
  func choices(_ texts: [String]) -> [String] {
    takesList && !texts.contains { $0.contains("x") } ? [texts.joined(separator: ",")] : texts
  }
}

extension ParsingScope {
  /// The maximum number of learners one command may ask for; a grid multiplies.
  static let learnerLimit = 1000

  /// The learners an item names: one, or the grid its lists span.
  func learners(_ item: ArgumentValue.Item) throws(Diagnostic) -> [LearnerSpec] {
    let name: Word
    let settings: [Argument]
    switch item.kind {
    case .call(let called, let given): (name, settings) = (called, given)
    default: (name, settings) = (Word(try text(item), item.span), [])
    }
    guard let definition = registry.learners[name.text] else {
      let error = Diagnostic.unknown(
        "learner", name.text, among: registry.learners.keys, span: name.span,
        help: registry.learners.retired[name.text] ?? "'learners' lists them with their hyperparameters")
      guard let meant = LearnerNames.meant(name.text), registry.learners[meant] != nil else { throw error }
      throw error.offering(meant)
    }
    var grid: [[(String, String)]] = [[]]
    var places: [String: SourceSpan] = [:]
    for setting in settings {
      guard let key = setting.key else { continue }
      guard let hyperparameter = definition.hyperparameters.first(where: { $0.name == key.text }) else {
        throw Diagnostic.unknown(
          "hyperparameter", key.text, among: definition.hyperparameters.map(\.name), span: key.span,
          help: "'help \(name.text)' lists the hyperparameters of '\(name.text)'")
      }
      if places[key.text] != nil {
        throw Diagnostic("repeated-key", "'\(key.text)' is given twice", span: key.span)
      }
      places[key.text] = setting.value.span
      let items = try list(setting.value)
      let choices = hyperparameter.choices(items.map(\.text))
      for (place, choice) in choices.enumerated() {
        let span = choices.count == items.count ? items[place].span : setting.value.span
        _ = try Diagnostic.located(at: span, hyperparameter.parse(choice))
      }
      guard grid.count * choices.count <= ParsingScope.learnerLimit else {
        throw Diagnostic(
          "too-large", "the grid of '\(name.text)' makes more than \(ParsingScope.learnerLimit) learners",
          span: item.span)
      }
      grid = grid.flatMap { chosen in choices.map { chosen + [(key.text, $0)] } }
    }
    var specs: [LearnerSpec] = []
    for given in grid {
      do { specs.append(try definition.spec(given)) } catch { throw error.at(item.span) }
    }
    return specs
  }
}
