public import PodiumCore

/// The resampling methods by key.
public typealias ResamplingCatalogue = Catalogue<any Resampling>

extension ResamplingCatalogue {
  /// Makes a catalogue; of two methods with one key the first stays.
  public init(_ list: [any Resampling]) { self.init("resampling", list) { $0.key } }

  /// The methods that come with podium.
  public static var builtIn: ResamplingCatalogue {
    ResamplingCatalogue([
      StratifiedFolds(), StratifiedFolds(legacy: true), StratifiedGroupFolds(), BlockFolds(), GroupFolds(),
      LeaveOneGroupOut(), GivenFolds(), RollingFolds(), LeaveOneOut(), Holdout(), Bootstrap(),
    ])
  }

  /// The default for a target: stratified for classes, blocks for numbers.
  public static func standard(for kind: TargetKind) -> String {
    kind == .classes ? ResamplingName.stratified.key : ResamplingName.kfold.key
  }

  /// The keys of the methods that take a name, as you type them: `folds=group, folds=stratified-group`.
  public func whoTakes(_ name: String) -> [String] {
    all.filter { $0.takes(name) != nil }.map { "folds=" + $0.key }
  }

  /// Checks what was chosen and fills in defaults and columns by their role; throws what `allocate` throws.
  public func completed(_ spec: ResamplingSpec, for task: LearningTask) throws(Diagnostic) -> ResamplingSpec {
    let (_, settings) = try checked(spec, for: task)
    return ResamplingSpec(spec.key, settings: settings.texts, repeats: spec.repeats)
  }

  /// The folds of a spec in words, with shuffling and repeats: `10 stratified folds, shuffled, 5 times`.
  public func sentence(_ spec: ResamplingSpec, folds: Int) -> String {
    guard let method = self[spec.key] else { return "\(folds) \(spec.key) folds" }
    var values: [String: HyperparameterValue] = [:]
    var columns: [String: String] = [:]
    for key in method.keys {
      guard let text = spec.settings[key.name] else { continue }
      switch key {
      case .value(let definition), .optional(let definition, _): values[key.name] = try? definition.parse(text)
      case .column: columns[key.name] = text
      }
    }
    var sentence = method.sentence(ResamplingSettings(values: values, columns: columns), folds: folds)
    if spec.shuffle { sentence += ", shuffled" }
    if spec.repeats > 1 { sentence += ", \(spec.repeats) times" }
    return sentence
  }

  /// The method and its settings, checked against a task.
  func checked(
    _ spec: ResamplingSpec, for task: LearningTask
  ) throws(Diagnostic) -> (method: any Resampling, settings: ResamplingSettings) {
    let method = try require(spec.key)
    for name in spec.settings.keys.inCodePointOrder() where method.takes(name) == nil {
      var error = method.unused(name)
      let others = whoTakes(name)
      if let last = others.last {
        error.help =
          others.count == 1
          ? last + " does" : others.dropLast().joined(separator: ", ") + " and " + last + " do"
      }
      throw error
    }
    let settings = try method.settings(spec.settings, of: task)
    guard (1...ResamplingSpec.repeatLimit).contains(spec.repeats) else {
      throw Diagnostic(
        "bad-value",
        "'repeats' must be a whole number from 1 to \(ResamplingSpec.repeatLimit), not '\(spec.repeats)'",
        subject: "repeats")
    }
    if spec.repeats > 1 { try requireChance(method, settings) }
    return (method, settings)
  }

  /// Refuses repeats that would give the same folds each time.
  private func requireChance(_ method: any Resampling, _ settings: ResamplingSettings) throws(Diagnostic) {
    switch method.chance {
    case .always: return
    case .asked:
      if settings.flag("shuffle") { return }
      throw Diagnostic(
        "unused-key", "repeats without shuffle=yes would repeat the same folds", help: "add shuffle=yes",
        subject: "repeats")
    case .never:
      throw Diagnostic(
        "unused-key", "repeats of folds=\(method.key) would repeat the same folds", help: "omit repeats=",
        subject: "repeats")
    }
  }
}
