import Foundation
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Ten ways to know too much, each planted in a table, and each reported by its code.
struct PlantedLeakTests {
  /// Eighty rows in twenty groups: two noisy measurements, the class, and columns that leak it.
  private static let leaky: String = {
    var random = RandomSource(seed: 11)
    var lines = ["site,id,day,x,z,copy,price,level,rank,y"]
    for row in 0..<80 {
      let isHigh = row % 2 == 0
      let x = (isHigh ? 1.0 : 0) + 2.5 * random.uniform()
      let z = (isHigh ? 0.5 : 0) + 3 * random.uniform()
      let price = (isHigh ? 20.0 : 10) + random.uniform()
      lines.append(
        "s\(row / 4),n\(row),\(row / 2 + 1),\(x),\(z),\(isHigh ? "b" : "a"),\(price),\(isHigh ? "up" : "down")\(row % 5),"
          + "\(row % 4 + 1),\(isHigh ? "high" : "low")")
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  private func codes(_ commands: String...) throws -> [String] {
    let folder = TemporaryFolder()
    let path = folder.path + "/leaky.csv"
    try #require(fopenWrite(path, PlantedLeakTests.leaky))
    var session = CommandFixture.session()
    var found: [String] = []
    for line in ["load \(path)"] + commands {
      let answer = session.report(line)
      let report = try #require(answer)
      found += report.outputs.compactMap(\.remark?.code) + (report.error.map { [$0.code] } ?? [])
    }
    return found
  }

  private func fopenWrite(_ path: String, _ text: String) -> Bool {
    (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil
  }

  @Test(
    arguments: [
      ("leak-copy", "copy", "cv tree k=4"), ("leak-alone", "price", "cv tree k=4"),
      ("leak-alone", "level", "cv tree k=4"),
      ("leak-id", "id", "cv tree k=4"),
    ])
  func `a column that knows too much is reported`(_ code: String, _ column: String, _ command: String) throws {
    #expect(try codes("label y", "features x z \(column)", "encode", command).contains(code))
    // Without it there is nothing to report.
    #expect(try codes("label y", "features x z", "cv tree k=4").isEmpty)
  }

  @Test func `a feature from which the target was made is refused`() throws {
    let made = ["by site: label rank cuts=0.5 names=best,rest", "features x z", "features add=rank"]
    #expect(try codes(made[0], made[1], made[2], "cv tree k=4").contains("leak-derived"))
  }

  @Test func `an earlier target among the features is reported`() throws {
    #expect(
      try codes("label copy", "label y", "features x z", "features add=copy", "encode", "cv tree k=4").contains(
        "leak-copy"))
  }

  @Test func `groups and times on both sides are reported with the way out`() throws {
    #expect(try codes("label y", "features x z", "role site group", "cv tree k=3").contains("leak-group"))
    #expect(try codes("label y", "features x z", "role site group", "cv tree folds=group k=4").isEmpty)
    #expect(try codes("label y", "features x z", "role day time", "cv tree k=4").contains("leak-time"))
    #expect(!(try codes("label y", "features x z", "role day time", "cv tree folds=rolling k=4").contains("leak-time")))
  }

  @Test func `equal rows, a recipe fitted on all rows and a choice on test rows are reported`() throws {
    #expect(try codes("label y", "features x z", "bind leaky", "cv tree k=4").contains("leak-duplicate"))
    #expect(try codes("label y", "features x z", "scale", "cv tree k=4 fit=all").contains("leak-fit-all"))
    #expect(try codes("label y", "features x z", "cv tree(max-depth=1,2,3) k=4").contains("leak-chosen"))
  }

  @Test func `figures that are too good are reported`() throws {
    let lines = (0..<240).map { "\($0 % 2 == 0 ? 5 : 1).\($0 % 7),\($0 % 3),\($0 % 2 == 0 ? "p" : "q")" }
    let folder = TemporaryFolder()
    let path = folder.path + "/easy.csv"
    try #require(fopenWrite(path, "a,b,y\n" + lines.joined(separator: "\n") + "\n"))
    var session = CommandFixture.session()
    for line in ["load \(path)", "label y"] { #expect(session.report(line)?.status == .ok) }
    let found = session.report("cv tree k=4")
    let codes = try #require(found).outputs.compactMap(\.remark?.code)
    #expect(codes.contains("leak-too-good"))
  }
}
