import ArgumentParser
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumKernel
import PodiumRender
import PodiumWorkbench
import Synchronization

/// `podium kernel CONNECTION-FILE`, which Jupyter runs, and `podium kernel install|remove`, which makes podium known to it.
struct KernelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium kernel",
    abstract: "Run podium as a Jupyter kernel, or make it known to Jupyter.",
    discussion: """
      podium kernel install              make podium known to Jupyter, for you
      podium kernel install --prefix DIR for who uses the Jupyter of DIR, as a virtual environment
      podium kernel remove               remove what install wrote; takes the same options
      podium kernel CONNECTION-FILE      what Jupyter runs

      JupyterLab, VS Code and nbconvert then offer podium beside other kernels. With --confined a notebook gets what an \
      untrusted file gets: its folder, a workspace of its own, no clock, no shell and no network. The kernel needs the \
      Debian package libzmq5. 'podium doctor' lists what is installed.

      Exit status of the kernel: 0 after a shutdown, 2 unable to start.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Give notebooks what an untrusted file gets.")
  var confined = false

  @Flag(help: "Install for you, which is the default, or remove it.")
  var user = false

  @Option(
    help: ArgumentHelp("Install in the folder that Jupyter was installed in, or remove it.", valueName: "dir"),
    completion: .directory)
  var prefix: String?

  @Option(help: ArgumentHelp("Name of the kernel; the default is podium.", valueName: "name"))
  var name: String?

  @ArgumentParser.Argument(
    help: "The file that Jupyter writes for a kernel it starts; or install, or remove.",
    completion: .list(["install", "remove", "FILE"]))
  var words: [String] = []

  mutating func validate() throws {
    guard let word = words.first else {
      throw ValidationError("podium kernel needs a word: write podium kernel install, remove or CONNECTION-FILE")
    }
    guard words.count == 1 else {
      throw ValidationError("podium kernel takes one word, not '\(words[1])' after '\(word)'")
    }
    guard ["install", "remove"].contains(word) else {
      if user || prefix != nil || name != nil {
        throw ValidationError(
          "--user, --prefix and --name apply to podium kernel install and remove, not to a connection file")
      }
      return
    }
    if user, prefix != nil { throw ValidationError("--user and --prefix name two places: choose one") }
    if prefix?.isEmpty == true { throw ValidationError("--prefix needs a folder") }
  }

  func run() throws {
    let isStart = !["install", "remove"].contains(words[0])
    do throws(Diagnostic) {
      if isStart { try start(words[0]) } else { try words[0] == "install" ? install() : remove() }
    } catch {
      // Front ends show one line of what a kernel says.
      let line = "error: " + SafeText.escapeSentence(error.inOneLine + (error.cause.map { " (\($0))" } ?? "")) + "\n"
      Terminal.write(isStart ? line : TextRenderer(style: .plain).render(error, input: ""), to: .error)
      Terminal.exit(isStart || error.code == "bad-name" ? 2 : 1)
    }
  }

  private func start(_ connectionFile: String) throws(Diagnostic) {
    let options = common.launch
    var configuration = EngineConfiguration.user
    configuration.pluginFolder = options.plugins ?? configuration.pluginFolder
    configuration.version = Assembly.version
    (configuration.client.seed, configuration.client.threads) = (options.seed, options.threads)
    configuration.client.executor = options.executor
    // Whoever started the kernel may not read what it says, and a pipe that is full would stop it.
    let count = Mutex(0)
    try KernelProgram.run(
      connectionFile, isConfined: confined, workspace: common.workspace, configuration: configuration
    ) { error in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number <= 100 else { return }
      let rest = number == 100 ? " (and further messages, which are not shown)" : ""
      Terminal.write("podium kernel: " + SafeText.escapeSentence(error.inOneLine) + rest + "\n", to: .error)
    }
  }

  private func spec() throws(Diagnostic) -> KernelSpec {
    let data =
      prefix.map {
        FilePath.join(FilePath($0).isAbsolute ? $0 : FilePath.join(Environment.currentFolder, $0), "share/jupyter")
      }
      ?? Environment.jupyterFolder
    guard let data else {
      throw Diagnostic(
        "no-folder", "you have no folder of kernels: \(Environment.noWorkspace)",
        help: "name one with --prefix DIR, or set JUPYTER_DATA_DIR")
    }
    return try KernelSpec(named: name ?? "podium", in: data)
  }

  private func install() throws(Diagnostic) {
    let spec = try spec()
    guard let program = ProgramFile.path else {
      throw Diagnostic("unreadable-file", "podium cannot find its own program")
    }
    try spec.install(program: program, isConfined: confined, with: DiskFiles())
    say("installed the kernel '\(spec.folder.name)' in '\(spec.folder.text)'; it runs '\(program)'")
    do throws(Diagnostic) { _ = try ZeroMQTransport.library() } catch {
      Terminal.write("warning: " + SafeText.escapeSentence(error.inOneLine) + "\n", to: .error)
    }
  }

  private func remove() throws(Diagnostic) {
    let spec = try spec()
    try spec.remove(with: DiskFiles())
    say("removed the kernel '\(spec.folder.name)' from '\(spec.folder.text)'")
  }

  private func say(_ text: String) { Terminal.write(SafeText.escape(text) + "\n", to: .output) }
}
