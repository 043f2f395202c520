import PodiumCore
public import PodiumEngine
import PodiumLearn
import PodiumPlugin

/// Types commands at random: any verb with any of its arguments, each valid in its place.
///
/// What is valid follows from the signatures, so a new command is tried without another line here. Tables have fewer
/// than 200 rows, and folds and epochs are few, so that a command takes milliseconds.
public struct Monkey {
  private var random: SystemlessRandom
  private var count = 0

  /// Verbs that quit, that ask the user, and that take minutes (`help` runs its examples).
  private static let leftOut: Set<String> = ["exit", "quit", "edit", "help"]
  /// Verbs that are typed more often: they create what the others work with.
  private static let frequent = [
    "load", "label", "encode", "scale", "impute", "cv", "fit", "undo", "redo", "features", "use", "save",
  ]
  private static let datasets = ["iris", "tastings", "wine"]

  /// The commands for a seed.
  public init(seed: UInt64) { random = SystemlessRandom(seed: seed) }

  /// The next command for a session in its current state.
  public mutating func command(for session: Interpreter) -> String {
    count += 1
    if session.state.current == nil || random.chance(0.02) { return "load " + random.pick(Monkey.datasets) }
    let verbs = session.registry.commands.keys.filter { !Monkey.leftOut.contains($0) }.sorted()
    let verb = random.chance(0.4) ? random.pick(Monkey.frequent) : random.pick(verbs)
    guard let command = session.registry.commands[verb] else { return "columns" }
    return line(command, in: session)
  }

  private mutating func line(_ command: any Command, in session: Interpreter) -> String {
    let signature = command.signature
    if signature.name == "load" {
      return "load " + random.pick(Monkey.datasets) + (random.chance(0.3) ? " as t\(random.below(6))" : "")
    }
    let needed = Set(command.needed(in: session.session))
    var words: [String] = []
    for parameter in signature.parameters.map(\.description) {
      let isNeeded = parameter.isRequired || needed.contains(parameter.name) || Monkey.bounds[parameter.name] != nil
      guard isNeeded || random.chance(0.25) else { continue }
      switch parameter.form {
      case .key: words.append(parameter.name + "=" + value(of: parameter, in: session))
      case .positional(let many):
        for _ in 0..<(many ? 1 + random.below(2) : 1) { words.append(value(of: parameter, in: session)) }
      }
    }
    var text = ([signature.name] + words).joined(separator: " ")
    if signature.has(.expression) { text += " " + condition(in: session) }
    if signature.has(.rows), random.chance(0.2) {
      if random.chance(0.7), !signature.has(.expression) { text += " if " + condition(in: session) }
      if random.chance(0.5) { text += " in \(1 + random.below(40))..\(41 + random.below(60))" }
    }
    if signature.has(.groups), random.chance(0.15),
      let name = column(in: session, of: [.category, .ordered])
    {
      text = "by \(name): " + text
    }
    if random.chance(0.1), !signature.has(.control) { text += " as r\(random.below(20))" }
    if random.chance(0.05) {
      text += " >! out\(random.below(5)).\(random.pick(["csv", "json", "md", "txt", "xlsx", "arff", "tsv"]))"
    }
    return text
  }

  /// Whole numbers that must stay small, by the name of their parameter.
  private static let bounds: [String: ClosedRange<Int>] = ["k": 2...5]
  /// The same for optional parameters.
  private static let small: [String: ClosedRange<Int>] = [
    "repeats": 1...2, "seeds": 1...2, "inner": 2...3, "width": 20...120, "rows": 1...60, "threads": 1...2,
    "undo": 20...120, "count": 1...20, "steps": 1...5,
  ]

  private mutating func value(of parameter: ParameterDescription, in session: Interpreter) -> String {
    switch parameter.completion {
    case .words(let words) where !words.isEmpty: return random.pick(words)
    case .columns(let types): return column(in: session, of: types) ?? "x"
    case .learners: return learner()
    case .results:
      let entries = session.results.entries
      if entries.isEmpty || random.chance(0.3) { return "_" }
      return "$\(random.pick(entries).cell)"
    case .tables: return session.state.order.isEmpty ? "iris" : random.pick(session.state.order)
    case .pages: return random.pick(session.registry.commands.keys.sorted())
    case .settings: return "seed"
    case .files, .data: return "out\(random.below(5)).csv"
    default: break
    }
    if let range = Monkey.bounds[parameter.name] ?? Monkey.small[parameter.name] ?? Monkey.range(parameter.type) {
      let width = min(range.upperBound - range.lowerBound, 1000)
      return String(range.lowerBound + random.below(width + 1))
    }
    switch parameter.name {
    case "shuffle", "replace", "nested": return random.pick(["yes", "no"])
    case "model":
      let models = session.state.models.keys.sorted()
      return models.isEmpty ? "tree" : random.pick(models)
    case "cells": return String(1 + random.below(max(1, session.cells.entries.count)))
    default: return random.pick(["one", "two", "three", "iris", "accuracy"])
    }
  }

  /// The range of whole numbers; nil for another type.
  private static func range(_ type: ParameterType) -> ClosedRange<Int>? {
    if case .integer(let range) = type { range } else { nil }
  }

  private mutating func column(in session: Interpreter, of types: [ColumnType]) -> String? {
    let columns = session.state.current?.table.columns ?? []
    let fitting = columns.filter { types.isEmpty || types.contains($0.type) }
    guard !fitting.isEmpty else { return nil }
    let name = random.pick(fitting).name
    let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == 0x5F || (0x30...0x39).contains($0) }
    return isPlain ? name : "`\(name)`"
  }

  private mutating func learner() -> String {
    random.pick([
      "zeror", "tree", "tree(max-depth=2)", "tree(max-depth=1,2)", "svm", "svm(c=0.1)", "ann(epochs=2,hidden=3)",
      "ann(epochs=3,hidden=2)",
    ])
  }

  private mutating func condition(in session: Interpreter) -> String {
    if random.chance(0.7), let name = column(in: session, of: [.number, .integer]) {
      return "\(name) \(random.pick(["<", ">", "<=", "!="])) \(random.below(20))"
    }
    guard let name = column(in: session, of: []) else { return "1 < 2" }
    return (random.chance(0.5) ? "not " : "") + "missing(\(name))"
  }
}
