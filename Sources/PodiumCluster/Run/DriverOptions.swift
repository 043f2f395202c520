internal import PodiumCore

/// How a run is driven: where, in chunks of which size, and how patiently.
struct DriverOptions: Sendable {
  /// The folder that all nodes see.
  var root: String
  /// The seconds of a chunk.
  var chunk = 300.0
  /// Below how many seconds of work nothing is submitted.
  var here = 60.0
  var threads = 1
  /// The path of podium, on this machine and on the nodes, and its build.
  var program: String
  var build: String
  /// The command that asks for the run.
  var command = ""
  /// Where Slurm's commands are; nil for those on PATH.
  var commands: String?
  /// How long the fits may take from which times are estimated, and the estimate where they take longer.
  var sample = 10.0
  let unknown = 30.0
  /// Scales the times below; tests wait less.
  var pace = 1.0

  /// The seconds between two looks at the results of so many tasks: those of few are read quickly.
  func look(tasks: Int) -> Double { (tasks <= 64 ? 0.25 : 1) * pace }
  /// The seconds without news after which the queue is asked, growing while it stays quiet.
  var silences: [Double] { [10, 20, 40, 60].map { $0 * pace } }
  /// The seconds for which results may be late.
  var lateness: Double { 90 * pace }
  /// The least time between two rounds while tasks are alive.
  var between: Double { 60 * pace }
}
