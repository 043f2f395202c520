public import PodiumCore
public import PodiumLearn

/// What plugins and podium register, and whose it is.
extension Registry {
  /// Lets a plugin register; what it brings is stamped with its name.
  ///
  /// Throws when a name is taken, naming both owners, or lacks the plugin's prefix.
  public mutating func add(_ plugin: any Plugin) throws(Diagnostic) { try add(plugin, checksThings: true) }

  /// The same, with or without a look at whether what it declares fits what it keeps.
  mutating func add(_ plugin: any Plugin, checksThings: Bool) throws(Diagnostic) {
    settle()
    try check(pluginName: plugin.name)
    var copy = self
    copy.owner = plugin.name
    try copy.claim("plugin", plugin.name, bare: true)
    try plugin.register(into: &copy)
    if checksThings { try copy.checkThings(of: plugin.name) }
    copy.things.plugins.append(
      PluginEntry(
        name: plugin.name, version: plugin.version, summary: plugin.summary, origin: plugin.origin,
        guide: plugin.guide))
    copy.owner = owner
    self = copy
  }

  /// Throws `bad-plugin-name` and `taken-name` when no plugin of this name can be added.
  public func check(pluginName name: String) throws(Diagnostic) {
    // `podium` is who brought what is built in, and owes no prefix.
    guard name != "podium", Registry.isPluginName(name) else {
      throw Diagnostic(
        "bad-plugin-name", "'\(name)' cannot be the name of a plugin",
        help: "a name begins with a lower-case letter and has only lower-case letters, digits and hyphens")
    }
    if let other = plugins.first(where: { $0.name == name }) {
      throw Diagnostic(
        "taken-name", "there is already a plugin '\(name)' (\(other.origin))",
        help: "rename one of them")
    }
    if commands[name] != nil {
      throw Diagnostic(
        "taken-name",
        "plugin '\(name)' has the name of a command of '\(self.owner(of: "command", name) ?? owner)'",
        help: "rename one of them")
    }
    // Its verbs would be among podium's own of two words (`learner add`).
    if namespaces.contains(name) {
      throw Diagnostic(
        "taken-name", "plugin '\(name)' has a name that other commands begin with",
        help: "rename it")
    }
  }

  /// Adds a verb.
  public mutating func add(_ command: any Command) throws(Diagnostic) {
    let name = command.signature.name
    try claim("command", name, bare: true)
    if owner != "podium" {
      guard name.hasPrefix(owner + " ") else { throw unprefixed("command", name, owner + " ") }
      let words = name.utf8.dropFirst(owner.utf8.count + 1).split(
        separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      if words.count > 2 || words.contains(where: \.isEmpty) {
        throw Diagnostic(
          "bad-command-name", "the name of command '\(name)' must be '\(owner)' and one or two more words")
      }
    } else if let plugin = things.owners["plugin " + name] {
      throw Diagnostic(
        "taken-name", "command '\(name)' of '\(owner)' has the name of plugin '\(plugin)'",
        help: "rename one of them")
    }
    things.commands.append(command)
    for (place, head) in Registry.heads(of: name).enumerated() {
      if place == 0 { things.namespaces.insert(head) }
      things.heads.insert(head)
    }
  }

  /// Adds an importer; a plugin's own name may be its key.
  public mutating func add(_ importer: any Importer) throws(Diagnostic) {
    try insert(importer, into: \.importers, bare: importer.key == owner)
  }

  /// Adds an exporter; a plugin's own name may be its key.
  public mutating func add(_ exporter: any Exporter) throws(Diagnostic) {
    try insert(exporter, into: \.exporters, bare: exporter.key == owner)
  }

  public mutating func add(_ renderer: any Renderer) throws(Diagnostic) { try insert(renderer, into: \.renderers) }

  /// The importers of files with an extension, without the dot; those that read what they name come first.
  public func importers(ending: String) -> [any Importer] {
    let named = importers.values.filter { $0.extensions.contains(ending) }
      .inCodePointOrder(by: \.key)
    return named.filter(\.isReader) + named.filter { !$0.isReader }
  }

  /// The renderer of files with an extension, without the dot; nil where there is none.
  public func renderer(ending: String) -> (any Renderer)? {
    renderers.values.filter { $0.extensions.contains(ending) }.min { CodePointOrder.precedes($0.key, $1.key) }
  }

  /// What verbs of several words begin with: `ski` and `ski pair` of `ski pair add`.
  package static func heads(of name: String) -> [String] {
    var heads: [String] = []
    for index in name.utf8.indices where name.utf8[index] == UInt8(ascii: " ") { heads.append(String(name[..<index])) }
    return heads
  }

  /// Adds a function to expressions.
  public mutating func add(_ function: FunctionDefinition) throws(Diagnostic) {
    try insert(function, into: \.functions)
  }

  public mutating func add(_ evaluator: any Evaluator) throws(Diagnostic) { try insert(evaluator, into: \.evaluators) }

  public mutating func add(_ learner: LearnerDefinition) throws(Diagnostic) { try insert(learner, into: \.learners) }

  /// Says what to use in place of a learner that earlier versions had, to those who type it or load a model of it.
  public mutating func retire(learner key: String, help: String) { things.learners.retired[key] = help }

  /// The registry with learners a user added to the session, stamped with the owner `session`.
  ///
  /// Throws when a key is taken.
  func adding(_ added: [AddedLearner]) throws(Diagnostic) -> Registry {
    var copy = self
    copy.owner = "session"
    for learner in added {
      try copy.claim("learner", learner.definition.key, bare: true)
      copy.things.learners.append(learner.definition)
    }
    copy.owner = owner
    return copy
  }

  /// Adds a recipe step.
  public mutating func add(_ transformer: any Transformer) throws(Diagnostic) {
    try insert(transformer, into: \.transformers, as: "step")
  }

  /// Adds a resampling method, which `folds=` then takes.
  public mutating func add(_ resampling: any Resampling) throws(Diagnostic) {
    try insert(resampling, into: \.resamplings)
  }

  /// Adds an executor, which `set executor=` then takes.
  public mutating func add(_ executor: ExecutorEntry) throws(Diagnostic) { try insert(executor, into: \.executors) }

  /// The kinds of jobs by key, which a worker does for another podium.
  public var jobKinds: [String: any JobKind] { ownJobKinds.reduce(into: all.jobKinds.byKey) { $0[$1.key] = $1 } }

  var ownJobKinds: [any JobKind] { [EvaluationJobs(), FitJobs(), EvaluatorJobs(evaluators)] }

  /// Adds a kind of jobs, so that other processes of podium know it too.
  public mutating func add(_ kind: some JobKind) throws(Diagnostic) { try insert(kind, into: \.jobKinds) }

  /// Adds a measure, which every evaluation it applies to is scored by.
  public mutating func add(_ measure: Measure) throws(Diagnostic) {
    try claim("measure", measure.key)
    things.measures.append(measure)
  }

  /// Adds a figure, which `plot` draws then.
  public mutating func add(_ figure: any FigureMaker) throws(Diagnostic) { try add(PlotKind(figure)) }

  /// Adds a kind of picture.
  public mutating func add(_ kind: PlotKind) throws(Diagnostic) { try insert(kind, into: \.plots) }

  /// Adds the next version of what the plugin keeps in the workspace; versions are 1, 2, 3 and so on.
  ///
  /// Throws `bad-migration` for a gap, and for a kind or field that is not named as it must be.
  public mutating func add(_ migration: StoreMigration) throws(Diagnostic) {
    settle()
    var migrations = things.storeMigrations.byPlugin
    let known = migrations[owner] ?? []
    guard migration.version == known.count + 1 else {
      throw Diagnostic(
        "bad-migration",
        "migration \(migration.version) of '\(owner)' follows \(known.count), but versions must be 1, 2, 3 and so on")
    }
    for kind in migration.madeKinds {
      try claim("kind", kind.name)
      try kind.check()
    }
    try claim("migration", "\(owner) \(migration.version)", bare: true)
    migrations[owner] = known + [migration]
    things.storeMigrations = StoreMigrations(migrations)
  }

  /// Adds a description of a kind of records, made when it is asked for, and checked when the plugin has registered all it
  /// brings.
  public mutating func add(
    thing kind: String, _ describe: @escaping @Sendable () -> ThingDescription
  ) throws(Diagnostic) {
    try claim("thing", kind)
    things.described.append(describe)
  }

  /// Adds what the plugin lets a service show and do, made when a service asks for it.
  ///
  /// `Exposure.problems` tells what of it does not fit the plugin's things and verbs.
  public mutating func add(_ exposure: @escaping @Sendable () -> Exposure) throws(Diagnostic) {
    try claim("exposure", owner, bare: true)
    things.exposures[owner] = exposure
  }

  /// Throws `bad-declaration` for a thing of a plugin that contradicts itself or the plugin's migrations.
  private func checkThings(of plugin: String) throws(Diagnostic) {
    let own = things.described.map { $0() }.filter { owner(of: "thing", $0.kind) == plugin }
    guard !own.isEmpty else { return }
    let kept = StoreMigration.fields(after: things.storeMigrations.byPlugin[plugin] ?? [])
    for thing in own { try thing.check(kept: kept) }
  }

  /// What plugins keep in the workspace: their migrations in order of version.
  public var migrations: [String: [StoreMigration]] { storeMigrations.byPlugin }

  /// Adds a bundled dataset; its name needs no prefix, since people type it.
  public mutating func add(_ dataset: DatasetEntry) throws(Diagnostic) {
    try insert(dataset, into: \.datasets, bare: true)
  }

  /// Adds a file that the owner's examples use; its name needs no prefix, since examples type it.
  public mutating func add(_ file: ExampleFile) throws(Diagnostic) {
    try insert(file, into: \.exampleFiles, bare: true)
  }

  /// The texts of the files that examples use, by name.
  public var exampleFiles: [String: String] {
    all.exampleFiles.byKey.mapValues(\.text)
  }

  /// Adds examples to a verb that works on what the owner brings; they follow the verb's own.
  public mutating func add(_ examples: [Example], to verb: String) {
    settle()
    things.addedExamples[verb, default: []] += examples
  }

  /// The examples of a verb: its own, then those that plugins added to it.
  public func examples(of verb: String) -> [Example] {
    let all = all
    return (all.commands[verb]?.signature.examples ?? []) + (all.addedExamples[verb] ?? [])
  }

  /// Who brought a thing of a kind (`command`, `learner`, …).
  public func owner(of kind: String, _ name: String) -> String? {
    let key = kind + " " + name
    return things.owners[key] ?? all.owners[key]
  }

  /// Everything an owner registered, as kind and name, in code-point order.
  public func registered(by owner: String) -> [(kind: String, name: String)] {
    all.owners.filter { $0.value == owner }.keys.inCodePointOrder().compactMap { key in
      guard let blank = key.firstIndex(of: " ") else { return nil }
      let kind = String(key[..<blank])
      // Nothing a user could name: the plugin itself, the files of its examples, what its verbs are made of.
      let isUnnamed = ["plugin", "example", "thing", "exposure"].contains(kind)
      return isUnnamed ? nil : (kind, String(key[key.index(after: blank)...]))
    }
  }

  /// The program's version with those of the plugins that brought some learners, steps or ways of resampling: what their results depend on.
  public func version(_ program: String, with keys: [String]) -> String {
    let kinds = ["learner", "step", "resampling"]
    let owners = Set(keys.flatMap { key in kinds.compactMap { owner(of: $0, key) } })
    let used = plugins.filter { owners.contains($0.name) }
    return ([program] + used.map { $0.name + " " + $0.version }).joined(separator: ", ")
  }

  /// Claims the name of an entry and adds it to a catalogue.
  private mutating func insert<Entry: Sendable>(
    _ entry: Entry, into catalogue: WritableKeyPath<Things, Catalogue<Entry>>, as noun: String? = nil,
    bare: Bool = false
  ) throws(Diagnostic) {
    let key = things[keyPath: catalogue].key(entry)
    try claim(noun ?? things[keyPath: catalogue].noun, key, bare: bare)
    things[keyPath: catalogue].append(entry)
  }

  /// Notes whose a name is; throws `taken-name`, and `unprefixed-name` for a plugin's name without its prefix, unless names of
  /// this kind may be bare.
  private mutating func claim(_ noun: String, _ name: String, bare: Bool = false) throws(Diagnostic) {
    settle()
    if let other = things.owners.updateValue(owner, forKey: noun + " " + name) {
      things.owners[noun + " " + name] = other
      throw Diagnostic(
        "taken-name", "\(noun) '\(name)' of '\(owner)' is already registered by '\(other)'", help: "rename one of them")
    }
    if !bare, owner != "podium", !name.hasPrefix(owner + ".") { throw unprefixed(noun, name, owner + ".") }
  }

  /// Whether a text can name a plugin: lower-case letters, digits and hyphens, a letter first.
  public static func isPluginName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first >= 0x61, first <= 0x7A else { return false }
    return name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
  }

  private func unprefixed(_ kind: String, _ name: String, _ prefix: String) -> Diagnostic {
    Diagnostic("unprefixed-name", "\(kind) '\(name)' of plugin '\(owner)' must begin with '\(prefix)'")
  }
}
