import Glibc
import PodiumTestKit
import Testing

/// `to FILE`, `> FILE`, `>! FILE`, `>> FILE` and `| command`.
struct SinkTests {
  @Test func `an existing file is overwritten only on request`() throws {
    let home = try Home()
    let run = try home.run("load iris", "head 2 to out.csv", "head 3 to out.csv", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("there is already a file 'out.csv'"))
    let two = try #require(home.text("out.csv"))
    #expect(two.split(separator: "\n").count == 3)
    #expect(try home.run("load iris", "head 3 >! out.csv").status == 0)
    #expect(home.text("out.csv")?.split(separator: "\n").count == 4)
    #expect(try home.run("load iris", "head 1 >> notes.txt", "head 1 >> notes.txt").status == 0)
    #expect(home.text("notes.txt")?.split(separator: "\n").filter { $0.contains("setosa") }.count == 2)
  }

  @Test func `a table written as CSV is read back equal`() throws {
    let home = try Home()
    home.write(
      "name,n,x,d,t\n\"a,b\",1,0.1,2018-01-08,2018-01-08T09:00:00Z\n\"say \"\"hi\"\"\",,1e-300,,\n né ,3,-2.5,2020-02-29,2018-01-08T09:00:00.5Z\n",
      to: "in.csv")
    let run = try home.run(
      "load in.csv; head to one.csv; load one.csv; head to two.csv; load in.csv; head",
      options: ["--format", "json"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(home.bytes("one.csv") == home.bytes("two.csv"))
    let first = try home.run("load in.csv; head", options: ["--format", "json"]).outputText
    let again = try home.run("load one.csv; head", options: ["--format", "json"]).outputText
    #expect(rows(first) == rows(again))
  }

  private func rows(_ text: String) -> String.SubSequence? {
    text.split(separator: "\n").last?.split(separator: "\"columns\":").last?.split(separator: "\"elapsed")
      .first
  }

  @Test func `a file that cannot be written leaves no partial file`() throws {
    let home = try Home()
    let run = try home.run("load iris", "head to no/such/folder.csv", "head to .", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("'no/such/folder.csv' cannot be written"))
  }

  @Test func `overwriting follows a link`() throws {
    let home = try Home()
    home.write("old\n", to: "real.csv")
    symlink("real.csv", home.work + "/link.csv")
    #expect(try home.run("load iris", "head 1 >! link.csv").status == 0)
    #expect(home.text("real.csv")?.contains("setosa") == true)
  }

  @Test func `an overwritten file keeps its permissions`() throws {
    let home = try Home()
    let path = home.write("old\n", to: "private.csv")
    chmod(path, 0o640)
    #expect(try home.run("load iris", "head 1 >! private.csv").status == 0)
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test(arguments: [">", ">!", ">>"])
  func `a named pipe is neither overwritten nor waited for`(_ sink: String) throws {
    let home = try Home()
    let path = home.work + "/pipe"
    mkfifo(path, 0o600)
    let run = try home.run("load iris", "head 1 \(sink) ./pipe", "head 1 \(sink) ..", options: ["--keep-going"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("'./pipe' is not a regular file"))
    #expect(run.errorText.contains("'..' is a folder"))
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func `files have all rows and no colours, whatever the width`() throws {
    let home = try Home()
    let run = try home.run(
      "load ski-thesis", "head 112 to all.txt", options: ["--color", "always", "--width", "40"])
    #expect(run.status == 0)
    let text = try #require(home.text("all.txt"))
    #expect(text.split(separator: "\n").count >= 113)
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("stored_label"))
  }

  @Test func `the file extension decides between a page and a document`() throws {
    let home = try Home()
    let run = try home.run(
      "quiet: load iris", "label species to classes.html", "cv tree k=3 to cv.tex", "set to set.htm")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(home.text("classes.html")?.contains("<tr><td>setosa</td><td class=\"number\">50</td>") == true)
    #expect(home.text("cv.tex")?.contains("\\begin{tabular}{lrrr}\n\\hline\nmeasure & mean") == true)
    #expect(home.text("set.htm")?.contains("<td>seed</td><td>0</td>") == true)
  }

  @Test func `output written to a file is not shown`() throws {
    let run = try Home().run("load iris", "quiet: load wine", "head 1 > out.txt")
    #expect(!run.outputText.contains("alcohol"))
    #expect(run.outputText.contains("wrote 'out.txt'"))
  }
}
