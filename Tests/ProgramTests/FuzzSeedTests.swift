import PodiumTestKit
import Testing

/// The readers of untrusted bytes (`Tests/Fuzz`), given kept inputs: each promise holds for each of them, on any day.
struct FuzzSeedTests {
  private static let folder = Checkout.path("Tests/Fuzz")
  static let targets = Listing.names(folder + "/Seeds")

  /// The paths of a target's seeds.
  private static func seeds(_ target: String) -> [String] {
    Listing.names(folder + "/Seeds/" + target).map { "\(folder)/Seeds/\(target)/\($0)" }
  }

  private func feed(_ arguments: [String], isPlanted: Bool = false) throws -> ProgramRun {
    let home = try Home()
    return try ProgramRun(
      [try BuiltProgram.path("podium-fuzz")] + arguments, input: [],
      environment: home.environment(
        ["PODIUM_FUZZ_ROOM": home.path].merging(isPlanted ? ["PODIUM_FUZZ_PLANT": "1"] : [:]) { $1 }),
      folder: home.work)
  }

  @Test func `every target has seeds`() {
    #expect(Self.targets.count == 27)
    for target in Self.targets { #expect(!Self.seeds(target).isEmpty, "\(target)") }
  }

  @Test(arguments: targets)
  func `the seeds of a target break no promise`(_ target: String) throws {
    let run = try feed([target] + Self.seeds(target))
    #expect(run.ending == .status(0), "\(run.errorText.suffix(2000))")
  }

  @Test(arguments: targets)
  func `long inputs made of the seeds break no promise`(_ target: String) throws {
    let seeds = Self.seeds(target).filter { !$0.contains("/found-") }.prefix(8)
    let run = try feed(["--long", target] + seeds)
    #expect(run.ending == .status(0), "\(run.errorText.suffix(2000))")
  }

  @Test(arguments: targets)
  func `a planted bug makes a target fail, and its input does no harm otherwise`(_ target: String) throws {
    let input = "\(Self.folder)/Planted/\(target)"
    let run = try feed([target, input], isPlanted: true)
    #expect(run.ending != .status(0), "the planted bug was not found")
    #expect(try feed([target, input]).ending == .status(0))
  }
}
