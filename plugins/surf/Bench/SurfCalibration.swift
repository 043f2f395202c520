import ArgumentParser
import PodiumCore
import SurfStudies

/// What each way says of later windows of made surfers, and what came true.
struct SurfCalibration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration", abstract: "Check that the chances of good windows come true, on made surfers.")

  @Option(help: "Number of groups of four surfers.")
  var groups = 400

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 0

  func validate() throws {
    guard (2...10_000).contains(groups) else { throw ValidationError("--groups from 2 to 10000") }
  }

  func run() throws {
    let study = try CalibrationStudy(groups: groups, seed: Seed(seed))
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    print(
      ["way", "chances", "groups", "windows", "said", "came true", "standard error", "errors apart"]
        .map { cell($0, 15) }.joined())
    for tally in study.tallies where tally.windows > 0 {
      let numbers = [tally.said, tally.cameTrue, tally.error].map { NumberText.fixed($0, 4) }
      let cells =
        [tally.way.rawValue, tally.isHigh ? "above 0.9" : "all", String(tally.groups), String(tally.windows)]
        + numbers + [NumberText.fixed(tally.z, 1)]
      print(cells.map { cell($0, 15) }.joined())
    }
    print("chances from \(NumberText.fixed(study.least, 4)) to \(NumberText.fixed(study.most, 4))")
  }
}
