import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// `podium kernel install` and `podium kernel remove`.
struct KernelInstallTests {
  private let home: Home

  init() throws { home = try Home() }

  private func kernel(_ words: String..., environment: [String: String] = [:]) throws -> ProgramRun {
    try home.podium(["kernel"] + words, environment: environment)
  }

  private func spec(_ folder: String) throws -> JSONValue {
    try JSONReader.value(try #require(home.bytes(folder + "/kernel.json")))
  }

  @Test func `install writes a spec that starts this program, and a logo, and says where`() throws {
    let folder = home.path + "/data/jupyter/kernels/podium"
    let run = try kernel("install")
    #expect(run.status == 0 && run.errorText == "", Comment(rawValue: run.errorText))
    let program = try BuiltProgram.path("podium")
    #expect(run.outputText == "installed the kernel 'podium' in '\(folder)'; it runs '\(program)'\n")
    let spec = try spec(folder)
    #expect(spec["argv"]?.array?.map(\.string) == [program, "kernel", "{connection_file}"])
    #expect(spec["display_name"]?.string == "podium" && spec["language"]?.string == "podium")
    #expect(spec["interrupt_mode"]?.string == "message" && spec["kernel_protocol_version"]?.string == "5.4")
    #expect(spec["metadata"]?.text == #"{"debugger":false,"supported_features":[]}"#)
    let logo = try #require(home.bytes(folder + "/logo-svg.svg"))
    #expect(XMLCheck.fault(logo) == nil)
  }

  @Test func `install again replaces podium's own spec, and remove removes it`() throws {
    let folder = home.path + "/data/jupyter/kernels/podium"
    #expect(try kernel("install").status == 0)
    #expect(try kernel("install", "--user", "--confined").status == 0)
    let spec = try spec(folder)
    #expect(spec["argv"]?.array?.last?.string == "--confined")
    #expect(spec["display_name"]?.string == "podium (confined)")
    let run = try kernel("remove")
    #expect(run.outputText == "removed the kernel 'podium' from '\(folder)'\n")
    #expect(access(folder, F_OK) != 0 && access(home.path + "/data/jupyter/kernels", F_OK) == 0)
    let again = try kernel("remove")
    #expect(again.status == 1 && again.errorText.contains("the kernel 'podium' is not installed"))
  }

  @Test func `a prefix and a name choose the place, and Jupyter's own variable does`() throws {
    #expect(try kernel("install", "--prefix", "venv", "--name", "podium-next").status == 0)
    #expect(home.bytes("venv/share/jupyter/kernels/podium-next/kernel.json") != nil)
    #expect(try kernel("install", "--prefix=" + home.path + "/sys").status == 0)
    #expect(home.bytes(home.path + "/sys/share/jupyter/kernels/podium/kernel.json") != nil)
    let chosen = ["JUPYTER_DATA_DIR": home.path + "/own"]
    #expect(try kernel("install", environment: chosen).status == 0)
    #expect(home.bytes(home.path + "/own/kernels/podium/kernel.json") != nil)
    #expect(try kernel("remove", "--prefix", "venv", "--name", "podium-next").status == 0)
    #expect(home.bytes("venv/share/jupyter/kernels/podium-next/kernel.json") == nil)
  }

  @Test(arguments: [
    #"{"argv":["python3","-m","ipykernel_launcher"]}"#, #"{"argv":["/usr/bin/podium"]}"#,
    #"{"argv":["/usr/bin/podium","run"]}"#,
    "{", "", #"{"argv":[7,"kernel"]}"#, #"{"argv":"podium kernel"}"#,
  ])
  func `another program's spec is neither replaced nor removed`(_ text: String) throws {
    let file = "p/share/jupyter/kernels/podium/kernel.json"
    home.write(text, to: file)
    for word in ["install", "remove"] {
      let run = try kernel(word, "--prefix", "p")
      #expect(run.status == 1 && run.errorText.contains("is not podium's"), Comment(rawValue: run.errorText))
      #expect(home.text(file) == text)
    }
  }

  @Test func `what else is in the way stays`() throws {
    home.write("mine", to: "p/share/jupyter/kernels/podium/notes.txt")
    #expect(try kernel("install", "--prefix", "p").status == 1)
    home.write("mine", to: "q/share/jupyter/kernels/podium")
    #expect(try kernel("install", "--prefix", "q").status == 1)
    home.write("mine", to: "r/share/jupyter/kernels/other.txt")
    #expect(symlink("/nowhere", home.work + "/r/share/jupyter/kernels/podium") == 0)
    #expect(try kernel("install", "--prefix", "r").status == 1)
    // A file added beside podium's own keeps the folder.
    #expect(try kernel("install", "--prefix", "s").status == 0)
    home.write("mine", to: "s/share/jupyter/kernels/podium/notes.txt")
    #expect(try kernel("remove", "--prefix", "s").status == 0)
    #expect(home.text("s/share/jupyter/kernels/podium/notes.txt") == "mine")
    #expect(home.text("s/share/jupyter/kernels/podium/kernel.json") == nil)
  }

  @Test(arguments: ["Podium", "..", "a/b", ".hidden", "ä", "a b", String(repeating: "a", count: 65)])
  func `a name that Jupyter does not take is refused`(_ name: String) throws {
    let run = try kernel("install", "--name", name)
    #expect(run.status == 2 && run.errorText.contains("a kernel cannot be named"), Comment(rawValue: run.errorText))
  }

  @Test func `wrong usage is explained`() throws {
    func expect(_ words: [String], _ part: String) throws {
      let run = try home.podium(["kernel"] + words)
      #expect(run.status == 2 && run.errorText.contains(part), Comment(rawValue: run.errorText))
    }
    try expect([], "install, remove or CONNECTION-FILE")
    try expect(["install", "remove"], "takes one word, not 'remove'")
    try expect(["install", "--user", "--prefix", "p"], "two places")
    try expect(["install", "--prefix", ""], "needs a folder")
    try expect(["k.json", "--name", "x"], "apply to podium kernel install and remove")
  }

  @Test func `without a home folder a place is needed`() throws {
    let run = try kernel("install", environment: ["HOME": "", "XDG_DATA_HOME": ""])
    #expect(run.status == 1 && run.errorText.contains("--prefix DIR"))
  }

  @Test func `a folder that cannot be written is named`() throws {
    let run = try kernel("install", "--prefix", "/proc")
    #expect(run.status == 1 && run.errorText.contains("/proc"))
  }

  @Test func `the doctor lists the specs, and marks one whose program is gone`() throws {
    #expect(try kernel("install").status == 0)
    let good = try home.podium(["doctor"])
    #expect(good.status == 0 && good.outputText.contains(" ~/data/jupyter/kernels/podium, runs "))
    home.write(
      #"{"argv":["/nowhere/podium","kernel","{connection_file}"]}"#,
      to: home.path + "/data/jupyter/kernels/old/kernel.json")
    home.write(#"{"argv":["python3","-m","x"]}"#, to: home.path + "/data/jupyter/kernels/python3/kernel.json")
    let bad = try home.podium(["doctor"])
    #expect(bad.status == 1 && bad.outputText.contains("! kernel old"))
    #expect(bad.outputText.contains("/nowhere/podium, which does not exist") && !bad.outputText.contains("python3"))
  }
}
