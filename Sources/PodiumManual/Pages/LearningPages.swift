internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The pages of what learning uses: learners, folds, recipe steps, measures and evaluators.
struct LearningPages {
  let registry: Registry

  var pages: [ManualPage] { [learners, resampling, steps, measures] }

  private var learners: ManualPage {
    let definitions = registry.learners.all
    let rows = definitions.map { learner in
      [
        "[\(MarkdownText.code(learner.key))](#\(MarkdownText.anchor(learner.key)))", MarkdownText.text(learner.summary),
        LearningPages.targets(learner), learner.capabilities.probabilities ? "yes" : "no",
      ]
    }
    let use = """
      Name a learner after `cv`, `compare` or `fit`, with hyperparameters in parentheses: `cv svm(c=10,gamma=scale) k=5`.
      A list of values makes a grid: `compare tree(max-depth=2,4,8)`. Every comparison includes `zeror`, the learner that
      guesses.
      """
    return ManualPage(
      "learners", "Learners and their hyperparameters", summary: "Learning algorithms, with their hyperparameters.",
      introduction: use + "\n\n"
        + MarkdownText.table(["learner", "what it is", "predicts", "probabilities"], rows),
      sections: definitions.map { ManualSection($0.key, isName: true, LearningPages.body(of: $0)) })
  }

  private static func targets(_ learner: LearnerDefinition) -> String {
    learner.capabilities.targetNames.joined(separator: ", ")
  }

  private static func body(of learner: LearnerDefinition) -> String {
    var parts = [sentence(learner.summary)]
    var traits = ["Predicts \(targets(learner).replacing(", ", with: " and "))."]
    if learner.capabilities.needsScaling {
      traits.append("Needs scaled features: `cv`, `compare` and `fit` append a `scale` step to a recipe without one.")
    }
    if learner.capabilities.isStochastic { traits.append("Depends on the random seed; `seeds=` shows by how much.") }
    if learner.capabilities.usesGroups { traits.append("Uses the column with the role group.") }
    if !learner.trainingColumns.isEmpty {
      traits.append(
        "Trains on the columns \(learner.trainingColumns.map { MarkdownText.code($0) }.joined(separator: ", ")) of training rows too, "
          + "whatever their role; it never sees those of test rows.")
    }
    parts.append(traits.joined(separator: " "))
    let rows = learner.hyperparameters.map {
      [
        MarkdownText.code($0.name + "="), MarkdownText.text($0.help), MarkdownText.text($0.allowedText),
        MarkdownText.code($0.defaultValue.text),
      ]
    }
    if !rows.isEmpty { parts.append(MarkdownText.table(["hyperparameter", "meaning", "values", "default"], rows)) }
    if !learner.reference.isEmpty { parts.append("Reference: " + MarkdownText.text(sentence(learner.reference))) }
    return parts.joined(separator: "\n\n")
  }

  private var resampling: ManualPage {
    let methods = registry.resamplings.all
    let rows = methods.map {
      ["[`folds=\($0.key)`](#\(MarkdownText.anchor($0.key)))", MarkdownText.text($0.summary)]
    }
    let sections = methods.map { method in
      var traits: [String] = []
      if method.needsClasses { traits.append("Needs a target with classes.") }
      if method.isForward { traits.append("Trains only on rows earlier than the test rows.") }
      switch method.chance {
      case .never: traits.append("Uses no random numbers.")
      case .asked: traits.append("Random only with `shuffle=yes`.")
      case .always: traits.append("Always random; `set seed=` changes the split.")
      }
      let keys = method.keys.map { key in
        let (values, standard) = LearningPages.values(of: key)
        return [MarkdownText.code(key.name + "="), MarkdownText.text(key.help), MarkdownText.text(values), standard]
      }
      let parts =
        [LearningPages.sentence(method.summary), traits.joined(separator: " ")]
        + (keys.isEmpty ? [] : [MarkdownText.table(["key", "meaning", "values", "default"], keys)])
      return ManualSection(method.key, isName: true, parts.joined(separator: "\n\n"))
    }
    return ManualPage(
      "resampling", "Folds: how rows are split into training and test",
      summary: "The values of `folds=` for `cv` and `compare`.",
      introduction: """
        `cv` and `compare` test a learner on rows that it has not been trained on. `folds=` chooses how they are split. The
        default is `stratified` for classes and `kfold` for numbers. Rows that belong together (one day, one athlete) must
        stay in one fold: use a method with `group=`. A column that `group=`, `fold=` or `time=` names is not a feature in that command.

        \(MarkdownText.table(["method", "what it does"], rows))
        """, sections: sections)
  }

  private static func values(of key: ResamplingKey) -> (values: String, standard: String) {
    switch key {
    case .value(let definition): (definition.allowedText, MarkdownText.code(definition.defaultValue.text))
    case .optional(let definition, _): (definition.allowedText, "")
    case .column(_, let role, let isRequired, _):
      ("a column", role.map { "the column with the role " + $0.rawValue } ?? (isRequired ? "required" : ""))
    }
  }

  private var steps: ManualPage {
    let rows = registry.transformers.keys.map { key in
      [MarkdownText.code(key), MarkdownText.text(registry.transformers[key]?.summary ?? "")]
    }
    return ManualPage(
      "recipe-steps", "Recipe steps", summary: "Steps that change features before a learner sees them.",
      introduction: """
        The command of the same name adds a step to the recipe of the current table; `recipe` shows the steps. `cv` and
        `compare` fit every step on the training rows of each fold, so no test row influences it; `fit=all` fits the steps
        once on all rows, as older studies did.

        \(MarkdownText.table(["step", "what it does"], rows))
        """)
  }

  private var measures: ManualPage {
    let rows = (registry.measures + ClassMeasures.of(0, named: "CLASS")).map { measure in
      [
        MarkdownText.code(measure.key), MarkdownText.text(measure.summary), measure.target.rawValue,
        measure.higherIsBetter ? "higher" : "lower",
      ]
    }
    let evaluators = registry.evaluators.values.inCodePointOrder(by: \.key)
      .map { [MarkdownText.code($0.key), MarkdownText.text($0.summary)] }
    return ManualPage(
      "measures", "Measures and evaluators", summary: "What `cv` and `compare` compute from predictions.",
      introduction: """
        A measure scores predictions against the truth. `cv` prints its mean and standard deviation over the folds, and the
        number of folds in which it is defined. An undefined measure prints as `·` and is `null` in JSON, never 0.
        `measure=` on `compare` chooses the measure to test; `fields` lists the values of a result. Measures of one class are
        computed where `class=CLASS` or `measure=` asks for them; of two classes the second counts unless you name one.
        """,
      sections: [
        ManualSection("Measures", MarkdownText.table(["measure", "what it is", "target", "better"], rows)),
        ManualSection(
          "Evaluators",
          """
          An evaluator belongs to a plugin and scores predictions the way its field does. Add one with `evaluators=`:
          `cv tree evaluators=ski.tau`. A value that is a share comes with its counts and a Wilson 95 % interval.

          """ + "\n" + MarkdownText.table(["evaluator", "what it scores"], evaluators)),
      ])
  }

  /// A summary as a sentence: a capital first, a full stop last.
  static func sentence(_ text: String) -> String {
    let whole = text.prefix(1).uppercased() + text.dropFirst()
    return MarkdownText.text(whole.hasSuffix(".") || whole.isEmpty ? whole : whole + ".")
  }
}
