import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Short ways to say what is meant: patterns of columns, pairs of names, results by name, pictures by columns.
struct HandsTests {
  private func names(_ lines: String...) -> [String] {
    var session = CommandFixture.session()
    for line in ["load iris"] + lines {
      let report = session.report(line)
      #expect(report?.status == .ok, "\(line): \(report?.error?.message ?? "")")
    }
    return session.state.current?.table.names ?? []
  }

  private func failure(_ lines: String...) -> Diagnostic? {
    var session = CommandFixture.session()
    var last: CommandReport?
    for line in ["load iris"] + lines { last = session.report(line) }
    return last?.error
  }

  @Test func `patterns, ranges and types name columns`() {
    #expect(names("keep petal_* species") == ["petal_length_cm", "petal_width_cm", "species"])
    #expect(names("keep *_width_??") == ["sepal_width_cm", "petal_width_cm"])
    #expect(
      names("keep sepal_width_cm:petal_width_cm") == ["sepal_width_cm", "petal_length_cm", "petal_width_cm"])
    #expect(names("keep species:petal_width_cm") == ["species", "petal_width_cm"])
    #expect(names("keep :sepal_width_cm") == ["sepal_length_cm", "sepal_width_cm"])
    #expect(names("keep petal_width_cm:") == ["petal_width_cm", "species"])
    #expect(names("drop type=number") == ["species"])
    #expect(names("keep type=category type=number").first == "species")
    #expect(names("features drop=sepal_*").count == 5)
    #expect(names("derive lap = duration(sepal_length_cm)", "keep type=duration") == ["lap"])
    #expect(names("derive lap = duration(sepal_length_cm)", "keep type=number").last == "lap")
    // The exact name comes first.
    #expect(names("rename petal_length_cm p*", "keep p*") == ["p*"])
    #expect(names("rename petal_length_cm a:b", "keep a:b") == ["a:b"])
  }

  @Test func `patterns name columns in rename, plot, by and where one column is taken`() throws {
    #expect(names("keep petal_*", "rename petal_* p_*") == ["p_length_cm", "p_width_cm"])
    #expect(
      names("keep petal_*", "rename petal_length_cm:petal_width_cm x_*") == ["x_petal_length_cm", "x_petal_width_cm"])
    #expect(names("keep spec*", "rename spec* kind") == ["kind"])
    #expect(failure("rename petal_* p")?.code == "bad-name")
    #expect(failure("rename z_* p_*")?.code == "unknown-column")
    #expect(names("label spec*").count == 5)
    #expect(failure("label petal_*")?.code == "unexpected-list")
    #expect(names("by spec*: summarize n = n()") == ["species", "n"])
    #expect(failure("by z*: summarize n = n()")?.code == "unknown-column")
    for line in [
      "plot hist petal_*", "plot box type=number x=species", "plot scatter petal_*", "plot petal_*", "plot type=number",
      "plot petal_length_cm sepal_w*", "plot bar spec*", "plot hist x=petal_w*",
    ] {
      #expect(failure(line) == nil, "\(line)")
    }
    #expect(failure("plot hist spec*")?.code == "unknown-column")
    #expect(failure("plot species zz")?.message == "unknown column 'zz'")
  }

  @Test func `texts of days are days in functions and beside moments`() throws {
    let folder = TemporaryFolder()
    var session = try CommandFixture.session("at\n2024-01-02T06:00:00Z\n", in: folder)
    #expect(text(session.report("= days(\"2024-01-01\", \"2024-03-01\")")).contains("60"))
    #expect(text(session.report("= year(\"2024-01-01\")")).contains("2024"))
    #expect(text(session.report("= hour(\"2024-01-01T08:30:00Z\")")).contains("8"))
    #expect(session.report("derive gap = at - \"2024-01-01\"")?.error == nil)
    #expect(text(session.report("head")).contains("30:00:00"))
    #expect(session.report("= year(\"soon\")")?.error?.help?.contains("'type COLUMN date'") == true)
    #expect(session.report("type at date")?.error == nil)
    #expect(session.report("derive w = at - \"2024-01-01\"")?.error?.help?.contains("days(FROM, TO)") == true)
  }

  @Test func `a pattern without a column says so`() {
    #expect(failure("keep z*")?.message == "no column fits 'z*'")
    #expect(failure("scale spec*")?.code == "unknown-column")
    #expect(failure("keep type=date")?.code == "unknown-column")
    #expect(failure("keep type=number,nonsense")?.message == "'nonsense' is not a type of columns")
    #expect(failure("keep type=nonsense")?.help?.hasSuffix("datetime, duration, time") == true)
    #expect(failure("keep nothing:species")?.code == "unknown-column")
    #expect(failure("head type=number")?.code == "unknown-key")
    #expect(failure("keep " + String(repeating: "*a", count: 400))?.code == "unknown-column")
  }

  @Test func `several columns are renamed at once, and may swap names`() {
    #expect(
      names("keep species petal_length_cm", "rename species petal_length_cm petal_length_cm species")
        == ["petal_length_cm", "species"])
    #expect(names("keep species petal_length_cm", "rename species a petal_length_cm b") == ["a", "b"])
    #expect(failure("rename species a species b")?.code == "repeated-column")
    #expect(failure("rename species a petal_length_cm a")?.code == "taken-column")
    #expect(failure("rename species a petal_length_cm")?.code == "unexpected-argument")
    #expect(failure("rename species petal_length_cm sepal_width_cm b")?.code == "taken-column")
  }

  @Test func `a result is shown by its name alone`() {
    var session = CommandFixture.session()
    _ = session.report("load iris")
    _ = session.report("head 1 as first")
    _ = session.report("count species")
    let (first, last) = (session.report("$first"), session.report("_"))
    #expect(first?.status == .ok && last?.status == .ok)
    #expect(first?.outputs.count == 1 && last?.outputs.count == 1)
    #expect(session.report("$nothing")?.error?.code == "unknown-result")
    #expect(
      session.report("$")?.error?.code == "missing-verb" && session.report("_x")?.error?.code == "unknown-command")
  }

  @Test func `a condition on aggregates is tested once`() {
    #expect(failure("assert n() > 10") == nil)
    #expect(failure("assert n() > 10 if species == 'setosa'") == nil)
    #expect(failure("by species: assert n() == 50 and mean(petal_length_cm) > 1") == nil)
    #expect(failure("by species: assert petal_length_cm > 0") == nil)
    let error = failure("assert n() > 10 and mean(petal_length_cm) > 5")
    #expect(error?.code == "assertion-failed" && error?.message.contains("not > 5") == true)
    #expect(failure("by species: assert mean(petal_length_cm) < 5")?.code == "assertion-failed")
    #expect(failure("assert mean(petal_length_cm)")?.code == "not-a-condition")
    #expect(failure("assert petal_length_cm > mean(petal_length_cm)")?.code == "needs-aggregate")
  }

  @Test(arguments: [
    ("petal_length_cm petal_width_cm", "plot scatter petal_length_cm petal_width_cm"),
    ("petal_length_cm", "plot hist petal_length_cm"), ("species", "plot bar species"),
    ("species petal_length_cm", "plot box petal_length_cm species"),
    ("petal_length_cm species", "plot box petal_length_cm species"),
    ("species species", "plot heatmap species species"),
    ("day petal_length_cm", "plot line petal_length_cm x=day"),
    ("petal_length_cm day", "plot line petal_length_cm x=day"),
    ("petal_length_cm x=species", "plot box petal_length_cm x=species"),
    ("petal_length_cm petal_width_cm color=species", "plot scatter petal_length_cm petal_width_cm color=species"),
  ])
  func `columns alone are drawn by the kind that suits them`(_ columns: String, _ command: String) {
    var session = CommandFixture.session()
    _ = session.report("load iris")
    _ = session.report("derive day = '2026-01-01'")
    _ = session.report("type day date")
    let report = session.report("plot " + columns)
    #expect(report?.status == .ok, "\(report?.error?.message ?? "")")
    #expect(report?.outputs.compactMap(\.remark?.text).contains("drawn by: " + command) == true)
    let again = session.report(command)
    #expect(again?.status == .ok)
  }

  @Test func `keys of a kind apply to columns alone`() {
    #expect(failure("plot petal_length_cm x=species") == nil && failure("plot petal_length_cm bins=5") == nil)
    #expect(failure("plot petal_length_cm species petal_width_cm")?.code == "unknown-result")
  }
}
