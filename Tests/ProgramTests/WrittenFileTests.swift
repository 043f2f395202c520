import PodiumTestKit
import Testing

/// What `>` and `to` say of the files they write.
struct WrittenFileTests {
  @Test func `a cell that a file does not give back is named by every way to write it`() throws {
    let home = try Home()
    home.write("g,b\n1,x\n2,y\n", to: "a.csv")
    let made = ["load a.csv", "type b text", "replace b = '' if g == 1"]
    for sink in ["> q.dta", "to p.dta", ">! q.dta"] {
      let run = try home.podium(["--no-rc"] + (made + ["head \(sink)"]).flatMap { ["-c", $0] })
      let shown = run.outputText + run.errorText
      #expect(shown.contains("loaded again, 'b' has 1 other cell, first in row 1: missing instead of ''"), "\(shown)")
    }
    // You did not choose the types and roles of what a command prints.
    let columns = try home.podium(["--no-rc", "-c", "load a.csv", "-c", "columns > c.csv"])
    #expect(columns.status == 0 && !(columns.outputText + columns.errorText).contains("loaded again"))
    let empty = try home.podium(["--no-rc", "-c", "load a.csv", "-c", "keep if g < 0", "-c", "head > e.ndjson"])
    #expect((empty.outputText + empty.errorText).contains("'load' cannot read e.ndjson"))
  }
}
