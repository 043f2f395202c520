import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumAlgorithms
import PodiumBenchmarks
import PodiumCore
import PodiumFiles
import PodiumLearn
import PodiumPlugin

/// `podium-bench growth`: how the time of an evaluation grows with rows, columns and folds, learner by learner.
struct GrowthBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Measure how the time of a cross-validation grows with rows, columns and folds.",
    discussion: """
      From one base (2,000 rows, 10 columns, 5 folds) one size doubles at a time while the others stay. The exponent is that \
      of the power that fits the last two doublings: 1 where twice the size takes twice the time. With --csv the times go to \
      a table, which podium draws: plot line size seconds color=learner facet=what log=x,y.
      """)

  @Option(help: ArgumentHelp("Learners; by default each that needs no settings.", valueName: "name,…"))
  var learners = "zeror,tree,forest,boost,knn,svm,ann,logistic,lda,bayes"

  @Option(help: "How often each size doubles.")
  var doublings = 3

  @Option(help: "Number of timed runs of each size.")
  var runs = 3

  @Option(help: "Number of threads.")
  var threads = 2

  @Option(help: ArgumentHelp("File for the times, as a table.", valueName: "file"))
  var csv: String?

  func validate() throws {
    guard runs > 0, threads > 0, (2...6).contains(doublings) else {
      throw ValidationError("--runs and --threads must be at least 1, --doublings 2 to 6")
    }
  }

  private struct Size: Sendable {
    var rows = 2000
    var columns = 10
    var folds = 5
  }

  /// What grows: its name, and the size at a step.
  private static let axes: [(name: String, at: @Sendable (Int) -> (size: Int, all: Size))] = [
    ("rows", { step in (2000 << step, Size(rows: 2000 << step)) }),
    ("columns", { step in (10 << step, Size(columns: 10 << step)) }),
    ("folds", { step in (5 << step, Size(folds: 5 << step)) }),
  ]

  func run() throws {
    let keys = learners.split(separator: ",").map { String($0) }
    var table = "learner,what,size,seconds\n"
    print("learner".padded(toWidth: 10) + "what".padded(toWidth: 9) + "times in ms, each size twice the last; exponent")
    do {
      for key in keys {
        for axis in GrowthBench.axes {
          let times = try (0...doublings).map { step in
            let (size, all) = axis.at(step)
            let seconds = try time(key, all)
            table += "\(key),\(axis.name),\(size),\(NumberText.shortest(seconds))\n"
            return seconds
          }
          show(key, axis.name, times)
        }
      }
      if let csv { try DiskFiles().write(Array(table.utf8), to: csv, shown: csv, mode: .replace) }
    } catch let error as Diagnostic {
      print(error.message)
      throw ExitCode(1)
    }
  }

  /// The least time of an evaluation, in seconds.
  private func time(_ key: String, _ size: Size) throws -> Double {
    let table = try LearnRow.clouds("growth", rows: size.rows, columns: size.columns, classes: 3)
    let task = try LearningTask(table: table, target: "y")
    let spec = try Algorithms.catalogue.require(key).spec()
    let tools = LearningTools(learners: Algorithms.catalogue, executor: ThreadExecutor(threads: threads))
    let times = try (0..<runs).map { _ in
      try ContinuousClock().measure {
        _ = try tools.resample(LearnerChoice(spec), on: task, by: ResamplingSpec(.stratified, k: size.folds))
      }
    }
    return (times.min() ?? .zero) / .seconds(1)
  }

  private func show(_ key: String, _ what: String, _ times: [Double]) {
    let last = times.count - 1
    let exponent = log2(times[last] / times[last - 2]) / 2
    let most = times.max() ?? 1
    let bars = times.map { GrowthBench.bars[min(7, Int(7.999 * $0 / most))] }.joined()
    let figures = times.map { time in
      let text = NumberText.fixed(time * 1000, 1)
      return String(repeating: " ", count: max(1, 10 - text.count)) + text
    }
    print(
      key.padded(toWidth: 10) + what.padded(toWidth: 9) + figures.joined() + "  " + bars + "  "
        + NumberText.fixed(exponent, 2))
  }

  private static let bars = "▁▂▃▄▅▆▇█".map { String($0) }
}
