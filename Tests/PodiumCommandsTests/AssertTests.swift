import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

/// The errors of `assert`.
struct AssertTests {
  private func message(_ lines: String...) -> String? {
    var session = CommandFixture.session()
    var last: Diagnostic?
    for line in lines { last = session.report(line)?.error }
    return last?.message
  }

  @Test func `a failed assertion shows the value and what it should be`() {
    let made = ["load iris", "label species", "cv zeror k=5 as base"]
    var session = CommandFixture.session()
    for line in made { #expect(session.report(line)?.error == nil) }
    let error = session.report("assert $base.rows == 150 and $base.accuracy > 0.6")?.error
    #expect(error?.code == "assertion-failed")
    #expect(error?.message.hasPrefix("assertion failed: $base.accuracy is 0.33") == true)
    #expect(error?.message.hasSuffix(", not > 0.6") == true)
    #expect(session.report("assert 0.6 > $base.accuracy")?.error == nil)
    #expect(
      session.report("assert 200 < $base.rows")?.error?.message == "assertion failed: $base.rows is 150, not > 200")
    #expect(
      session.report("assert $base.folds == $base.rows")?.error?.message
        == "assertion failed: $base.folds == $base.rows (left 5, right 150)")
  }

  @Test func `rows that fail are counted and the first is named`() {
    #expect(
      message("load iris", "assert sepal_length_cm < 7")
        == "assertion failed in 13 of 150 rows, first in row 51: sepal_length_cm is 7, not < 7")
    #expect(
      message("load iris", "assert species == \"setosa\" in 1..60")
        == "assertion failed in 10 of 60 rows, first in row 51: species is \"versicolor\", not \"setosa\"")
    #expect(
      message("load iris", "assert missing(species)")
        == "assertion failed in 150 of 150 rows, first in row 1: 'missing(species)' is not true, where species is \"setosa\""
    )
  }

  @Test func `the group in which it failed is named, a missing one too`() throws {
    let folder = TemporaryFolder()
    var session = try CommandFixture.session("g,x\na,1\na,2\n,3\n", in: folder)
    #expect(
      session.report("by g: assert n() > 1")?.error?.message == "assertion failed: n() is 1, not > 1 (g is missing)")
    #expect(session.report("by g: assert n() > 2")?.error?.message == "assertion failed: n() is 2, not > 2 (g=a)")
  }

  @Test(arguments: [
    ("assert", "missing-expression"), ("assert 3", "not-a-condition"), ("assert specie == 1", "unknown-column"),
    ("assert $9.rows > 1", "unknown-result"), ("assert 1 < 2 if species == \"setosa\"", "unexpected-clause"),
    ("assert species == \"setosa\" if sepal_length_cm > 100", "no-rows"),
    ("by species: assert 1 > 0", "unexpected-clause"),
  ])
  func `invalid assertions are refused`(_ line: String, _ code: String) {
    var session = CommandFixture.session()
    _ = session.report("load iris")
    #expect(session.report(line)?.error?.code == code)
  }
}
