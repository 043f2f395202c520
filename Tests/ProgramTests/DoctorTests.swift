import PodiumAssembly
import PodiumTestKit
import Testing

/// `podium doctor`.
struct DoctorTests {
  @Test func `it reports what a bug report needs, without the home folder`() throws {
    let home = try Home()
    let run = try home.podium(["doctor"], environment: ["SECRET": "hunter2"])
    #expect(run.status == 0, Comment(rawValue: run.outputText + run.errorText))
    for word in ["podium", "Swift", "readline", "OpenBLAS", "TERM", "workspace", "iris", "ski"] {
      #expect(run.outputText.contains(word))
    }
    for library in ["readline", "SQLite", "OpenBLAS", "zlib", "libcurl", "cmark-gfm", "librsvg", "libzmq"] {
      let line = run.outputText.split(separator: "\n").first { $0.hasPrefix("  " + library + " ") }
      #expect(line?.last?.isNumber == true, "\(library) has a version")
    }
    #expect(run.outputText.contains("  " + Assembly.build + "\n"))
    #expect(run.outputText.contains("\nknown faults\n"))
    #expect(
      run.outputText.contains("/libzmq.so.5") && run.outputText.contains("'podium kernel install' makes podium known")
    )
    #expect(run.outputText.contains("in files only with --trust"))
    #expect(run.outputText.contains("~/data/podium/workspace.sqlite, does not exist yet"))
    #expect(!run.outputText.contains(home.path) && !run.outputText.contains("hunter2"))
    #expect(home.bytes(home.path + "/data/podium/workspace.sqlite") == nil)
  }

  @Test func `a broken workspace is reported with status 1`() throws {
    let home = try Home()
    home.write("this is not a database, and long enough to be looked at for what it is", to: "w.sqlite")
    let run = try home.podium(["doctor", "--workspace", "w.sqlite", "--format", "json"])
    #expect(run.status == 1)
    #expect(run.outputText.hasPrefix("{\"v\":1,\"findings\":[") && run.outputText.contains("\"ok\":false"))
    #expect(run.outputText.split(separator: "\n").count == 1)
  }

  @Test func `it works without a home folder`() throws {
    let none = ["HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""]
    let run = try Home().podium(["doctor"], environment: none)
    #expect(run.status == 0, Comment(rawValue: run.outputText + run.errorText))
    #expect(run.outputText.contains("HOME is not set"))
  }
}
