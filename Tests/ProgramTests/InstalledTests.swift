import Glibc
import PodiumAssembly
import PodiumFiles
import PodiumTestKit
import Testing

/// The program as it is installed: PREFIX/bin, lib, libexec and share, in a folder with a space in its name.
struct InstalledTests {
  /// A prefix with the program in it.
  private struct Prefix {
    let home: Home
    var folder: String { home.path + "/a prefix" }
    var program: String { folder + "/bin/podium" }

    init() throws {
      home = try Home()
      home.write("x,y\n1,2\n", to: folder + "/share/podium/datasets/iris/iris.csv")
      home.write("", to: program)
      let copied = try ProgramRun(
        ["/bin/cp", try BuiltProgram.path("podium"), program], environment: home.environment())
      try #require(copied.ending == .status(0))
      try #require(chmod(program, 0o755) == 0)
    }

    func run(
      _ arguments: [String], as name: String? = nil, environment changes: [String: String] = [:]
    ) throws -> ProgramRun {
      try withExtendedLifetime(home) {
        try ProgramRun([name ?? program] + arguments, environment: home.environment(changes), folder: home.work)
      }
    }
  }

  @Test func `a program in any folder finds its data, through a link too, and lists no more than is there`() throws {
    let prefix = try Prefix()
    let link = prefix.home.path + "/podium"
    try #require(symlink(prefix.program, link) == 0)
    for name in [prefix.program, link] {
      let run = try prefix.run(["-c", "load iris", "-c", "head 1"], as: name)
      #expect(run.status == 0 && run.outputText.contains("x  y"), Comment(rawValue: run.outputText + run.errorText))
    }
    let listed = try prefix.run(["--format", "json", "-c", "datasets"])
    #expect(listed.outputText.contains("\"iris\"") && !listed.outputText.contains("ski-vasaloppet"))
    // The prefix may be read-only, and the user may have no home.
    #expect(chmod(prefix.folder + "/bin", 0o555) == 0 && chmod(prefix.folder, 0o555) == 0)
    let homeless = ["HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""]
    #expect(try prefix.run(["-c", "load iris"], environment: homeless).status == 0)
    #expect(chmod(prefix.folder, 0o755) == 0 && chmod(prefix.folder + "/bin", 0o755) == 0)
  }

  @Test func `without its data the folder that was searched is named`() throws {
    let prefix = try Prefix()
    try #require(unlink(prefix.folder + "/share/podium/datasets/iris/iris.csv") == 0)
    let run = try prefix.run(["-c", "load iris"])
    #expect(run.status == 1)
    #expect(
      run.errorText.contains("'iris' is not installed")
        && run.errorText.contains(prefix.folder + "/share/podium/datasets"), Comment(rawValue: run.errorText))
  }

  @Test func `a library that came with the program comes before the system's`() throws {
    let prefix = try Prefix()
    func openBLAS() throws -> String {
      let text = try prefix.run(["doctor"]).outputText
      return text.split(separator: "\n").first { $0.hasPrefix("  OpenBLAS ") }.map(String.init) ?? text
    }
    #expect(try !openBLAS().contains("lib/podium"))
    // What cannot be loaded is passed by.
    let file = prefix.home.write("no library", to: prefix.folder + "/lib/podium/libopenblas.so.0")
    #expect(try !openBLAS().contains("lib/podium"))
    _ = dlopen("libopenblas.so.0", RTLD_LAZY)
    let installed = try #require(MappedFile.path(containing: "libopenblas"))
    try #require(unlink(file) == 0 && symlink(installed, file) == 0)
    #expect(try openBLAS().hasSuffix(", ~/a prefix/lib/podium/libopenblas.so.0"))
  }

  @Test func `the service is found in libexec`() throws {
    let prefix = try Prefix()
    let missing = try prefix.run(["serve"])
    #expect(missing.status == 2 && missing.errorText.contains("a prefix/libexec/podium/podium-serve"))
    let service = prefix.home.write("#!/bin/sh\necho \"$0 $*\"\n", to: prefix.folder + "/libexec/podium/podium-serve")
    try #require(chmod(service, 0o755) == 0)
    #expect(try prefix.run(["serve", "check"]).outputText == service + " check\n")
  }

  @Test func `the version names the commit of the build, where the build knew it`() throws {
    let run = try Home().podium(["--version"])
    #expect(run.outputText == "podium \(Assembly.build)\n")
    #expect(Assembly.build.wholeMatch(of: /0\.2\.0( \([0-9a-f]{12}(\+changes)?\))?/) != nil)
    // The tests are linked in the same build; elsewhere the commit may be unknown.
    if let commit = getenv("PODIUM_COMMIT").map({ String(cString: $0) }), !commit.isEmpty {
      #expect(Assembly.build.hasSuffix("(\(commit))"))
    }
  }

  @Test(.enabled(if: hidesProc, "this machine lets no user hide /proc"))
  func `without proc it is an error, and no prompt`() throws {
    let run = try ProgramRun(
      Self.hiding + ["mount -t tmpfs none /proc; exec \"$0\" --version", try BuiltProgram.path("podium")],
      environment: Home().environment())
    #expect(run.status == 2 && run.outputText.isEmpty)
    #expect(run.errorText.contains("/proc is not mounted"))
  }

  private static let hiding = ["/usr/bin/unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c"]
  private static let hidesProc: Bool =
    (try? ProgramRun(hiding + ["mount -t tmpfs none /proc"], environment: ["PATH": "/usr/bin:/bin"]))?.status == 0
}
