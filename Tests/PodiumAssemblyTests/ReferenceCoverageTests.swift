import PodiumAssembly
import PodiumCore
import PodiumFiles
import PodiumLearn
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// The reference under `docs/reference` has everything that can be named; that it is current is for `ReferenceTests`.
struct ReferenceCoverageTests {
  private static let registry: Registry? = try? Assembly.registry()

  private func page(_ name: String) throws -> Set<String> {
    let path = Checkout.path("docs/reference/\(name).md")
    let text = String(decoding: try DiskFiles().read(path, shown: name), as: UTF8.self)
    return Set(text.split(separator: "\n").map { String($0) })
  }

  /// The pages as lines, all pages of commands in one.
  private func commandPages(_ registry: Registry) throws -> Set<String> {
    let names = Signature.Topic.allCases.map(\.rawValue) + registry.plugins.map(\.name)
    return names.reduce(into: []) { lines, name in lines.formUnion((try? page("commands-" + name)) ?? []) }
  }

  private func row(_ name: String, in lines: Set<String>) -> Bool {
    lines.contains { $0.hasPrefix("| `\(name)` |") || $0.hasPrefix("| [`\(name)`](") }
  }

  @Test func `every command has its section, its synopsis and each of its keys`() throws {
    let registry = try #require(Self.registry)
    let lines = try commandPages(registry)
    #expect(registry.commands.count > 100)
    for command in registry.commands.values {
      let signature = command.signature
      #expect(lines.contains("## " + signature.name))
      for parameter in signature.parameters.map(\.description) {
        let name = parameter.form == .key ? parameter.name + "=" : parameter.name.uppercased()
        #expect(row(name, in: lines), "\(signature.name) \(name)")
      }
      for example in registry.examples(of: signature.name) where example.fails == nil {
        #expect(lines.contains("podium> " + example.line), "\(example.line)")
      }
    }
  }

  @Test func `every learner, hyperparameter, fold method, recipe step, measure and evaluator is there`() throws {
    let registry = try #require(Self.registry)
    let learners = try page("learners")
    for learner in registry.learners.all {
      #expect(learners.contains("## " + learner.key))
      for hyperparameter in learner.hyperparameters { #expect(row(hyperparameter.name + "=", in: learners)) }
    }
    let resampling = try page("resampling")
    for method in registry.resamplings.all { #expect(resampling.contains("## " + method.key)) }
    let steps = try page("recipe-steps")
    for key in registry.transformers.keys { #expect(row(key, in: steps)) }
    let measures = try page("measures")
    for measure in registry.measures { #expect(row(measure.key, in: measures)) }
    for key in registry.evaluators.keys { #expect(row(key, in: measures)) }
  }

  @Test func `every importer, exporter, format, setting, function, dataset, figure and executor is there`() throws {
    let registry = try #require(Self.registry)
    let formats = try page("formats")
    for importer in registry.importers.values {
      #expect(formats.contains("### Importer " + importer.key))
      for parameter in importer.parameters { #expect(row(parameter.description.name + "=", in: formats)) }
    }
    for key in registry.exporters.keys { #expect(row(key, in: formats)) }
    for key in registry.renderers.keys { #expect(row(key, in: formats)) }
    let settings = try page("settings")
    let set = try #require(registry.commands["set"])
    #expect(set.signature.parameters.count > 10)
    for parameter in set.signature.parameters { #expect(row(parameter.description.name, in: settings)) }
    let functions = try page("functions")
    for function in ExpressionFunctions.synopses { #expect(row(function.use, in: functions)) }
    for function in ExpressionAggregates.synopses { #expect(row(function.use, in: functions)) }
    let catalogues = try page("catalogues")
    for name in Array(registry.datasets.keys) + Array(registry.figures.keys) + Array(registry.executors.keys) {
      #expect(row(name, in: catalogues))
    }
  }

  @Test func `every kind of output and each of its members is in the JSON contract`() throws {
    let lines = try page("json")
    #expect(JSONContract.kinds.count == 10)
    for kind in JSONContract.kinds {
      #expect(lines.contains("### " + kind.name))
      for member in kind.members { #expect(row(member.name, in: lines), "\(kind.name) \(member.name)") }
    }
  }

  /// The variables that the sources ask for by name.
  @Test func `every environment variable that the program reads is documented`() throws {
    let lines = try page("files")
    let sources = try ProgramRun(
      [
        "/usr/bin/env", "git", "grep", "-hoE", #"(getenv|variable|folder|environment)\("[A-Z_]+""#, "--",
        "Sources/podium",
        "Sources/Podium*", ":!Sources/PodiumTestKit",
      ],
      input: [], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"], folder: Checkout.root)
    let names = Set(
      sources.outputText.split(separator: "\n").compactMap { line in
        line.split(separator: "\"").dropFirst().first.map { String($0) }
      })
    #expect(names.count > 8)
    for name in names.subtracting(["PATH"]) { #expect(row(name, in: lines), "\(name)") }
  }

  /// The codes of errors, as the sources write them: `Diagnostic("code"` and `unknown("kind"`.
  @Test func `every error code is documented, and no other`() throws {
    let files = try ProgramRun(
      [
        "/usr/bin/env", "git", "ls-files", "--", "Sources/podium/*.swift", "Sources/podium-serve/*.swift",
        "Sources/Podium*.swift", "plugins/*.swift",
      ],
      input: [], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"], folder: Checkout.root)
    let apart = ["Tests/", "/ModelTests/", "/Bench/", "PodiumConformance/", "PodiumTestKit/", "PodiumBenchmarks/"]
    var (codes, things): (Set<String>, Set<String>) = ([], [])
    for file in files.outputText.split(separator: "\n") where !apart.contains(where: { file.contains($0) }) {
      let text = String(decoding: try DiskFiles().read(Checkout.path(String(file)), shown: String(file)), as: UTF8.self)
      let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      codes.formUnion(Self.literals(after: "Diagnostic(", in: code))
      for mark in ["ambiguous: ", "ambiguous: String = "] { codes.formUnion(Self.literals(after: mark, in: code)) }
      // The finder of a thing makes its code of the last word of the verb.
      things.formUnion(
        Self.literals(after: "verb: ", in: code).map { "unknown-" + ($0.split(separator: " ").last ?? "") })
      codes.formUnion(Self.literals(after: "unknown(", in: code).map { "unknown-" + $0.replacing(" ", with: "-") })
      // A catalogue says what its entries are called where it is made.
      let made = ["self.init("] + (code.contains("Catalogue<") ? [">("] : [])
      things.formUnion(
        made.flatMap { Self.literals(after: $0, in: code) }.map { "unknown-" + $0.replacing(" ", with: "-") })
    }
    #expect(codes.count > 250)
    let documented = Set(
      try page("error-codes").filter { $0.hasPrefix("| `") }.map { String($0.dropFirst(3).prefix { $0 != "`" }) })
    #expect(codes.subtracting(documented) == [])
    #expect(documented.subtracting(codes).subtracting(things) == [])
  }

  /// The plain literals that directly follow a mark.
  private static func literals(after mark: String, in text: String) -> [String] {
    text.split(separator: mark, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
      let quoted = rest.drop { $0.isWhitespace }
      guard quoted.first == "\"" else { return nil }
      let literal = quoted.dropFirst().prefix { $0 != "\"" }
      // Half of a code is joined to the rest of it.
      guard literal.last != "-" else { return nil }
      return literal.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == " " } ? String(literal) : nil
    }
  }
}
