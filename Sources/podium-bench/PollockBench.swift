import ArgumentParser
import FoundationEssentials
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumPlugin

/// `podium-bench pollock FOLDER`: the score of the Pollock benchmark for readers of delimited text.
///
/// Vitagliano et al., "Pollock: A Data Loading Benchmark", PVLDB 16(8), 2023; `PollockScore` has the definition.
struct PollockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pollock", abstract: "Score reading the files of the Pollock benchmark.")

  @ArgumentParser.Argument(help: "Folder polluted_files of the benchmark, with csv, clean and parameters.")
  var folder: String

  @Option(help: "Number of files to list, those that lose the most first.")
  var list = 15

  @Option(help: "Lowest score: the status is 1 if reading as text is below it.")
  var least = 9.95

  func run() throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "/csv") else {
      print("skipped: '\(folder)/csv' is missing")
      return
    }
    let files = names.filter { $0.hasSuffix(".csv") }.sorted()
    guard !files.isEmpty else { throw ValidationError("the folder '\(folder)/csv' has no files") }
    print("\(files.count) files, at most 10: mean score, by kind of pollution")
    var text = 0.0
    for mode in PollockReading.allCases {
      var scores: [(file: String, score: PollockScore)] = []
      for file in files {
        let expected = try rows(of: "clean/\(file)")
        scores.append((file, PollockScore(mode.rows(of: file, in: folder), expected: expected)))
      }
      let mean = PollockBench.mean(scores.map(\.score.total))
      if mode == .text { text = mean }
      print("\(mode.rawValue): \(NumberText.fixed(mean, 4))")
      for (kind, group) in PollockBench.kinds(scores) {
        print("  \(kind): \(group.count) files, \(NumberText.fixed(PollockBench.mean(group), 4))")
      }
      let worst = scores.filter { $0.score.total < 9.9999 }.sorted { $0.score.total < $1.score.total }
      for (file, score) in worst.prefix(list) { print("  \(file): \(score.shown)") }
    }
    if text < least { throw ExitCode(1) }
  }

  private func rows(of path: String) throws -> [[String]] {
    PollockText.rows(try DiskFiles().read(folder + "/" + path, shown: path))
  }

  private static func mean(_ values: [Double]) -> Double { values.mean ?? 0 }

  /// The scores by the first two words of the file's name.
  private static func kinds(_ scores: [(file: String, score: PollockScore)]) -> [(String, [Double])] {
    var groups: [String: [Double]] = [:]
    for (file, score) in scores {
      let words = file.split(separator: "_")
      let kind = words.first == "row" ? words.prefix(3).joined(separator: "_") : "file"
      groups[String(kind.prefix { !$0.isNumber }), default: []].append(score.total)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// How podium reads a file of the benchmark.
enum PollockReading: String, CaseIterable {
  /// As `load` does without options; dates are written in ISO form, so their cells differ from the file's.
  case typed
  /// Every column as text, so that the cells are the file's.
  case text
  /// As text, with the delimiter, quote, header and lines to skip that the benchmark gives to every reader.
  case dialect

  /// The names and rows that podium reads; nil if it refuses the file.
  func rows(of file: String, in folder: String) -> [[String]]? {
    do {
      let bytes = try DiskFiles().read(folder + "/csv/" + file, shown: file)
      var options = DelimitedOptions()
      if self == .dialect {
        let path = "parameters/\(file)_parameters.json"
        options = try PollockReading.options(DiskFiles().read(folder + "/" + path, shown: path))
      }
      var loaded = try CSVReader.read(bytes, name: file, options: options)
      if self != .typed {
        options.types = Dictionary(
          loaded.table.names.map { ($0, ColumnType.text) }, uniquingKeysWith: { first, _ in first })
        options.missing = []
        loaded = try CSVReader.read(bytes, name: file, options: options)
      }
      let rows = PollockText.rows(CSVWriter.write(loaded.table))
      return loaded.report.hasHeader ? rows : Array(rows.dropFirst())
    } catch {
      return nil
    }
  }

  private static func options(_ json: [UInt8]) throws -> DelimitedOptions {
    var options = DelimitedOptions()
    guard case .object(let members) = try JSONReader.value(json) else { return options }
    for (key, value) in members {
      switch (key, value) {
      case ("delimiter", .string(let text)): options.delimiter = text.utf8.first
      case ("quotechar", .string(let text)): options.quote = text.utf8.first
      case ("preamble_lines", .integer(let count)): options.skip = count
      case ("header_lines", .integer(0)): options.header = false
      default: break
      }
    }
    return options
  }
}
