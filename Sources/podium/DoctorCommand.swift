import ArgumentParser
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumDoctor
import PodiumEngine
import PodiumFiles
import PodiumKernel
import PodiumPlugin
import PodiumWorkbench
import Synchronization

/// `podium doctor`: what a bug report should include about the machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium doctor",
    abstract: "Report the build, the libraries and the files that podium uses, for a bug report.",
    discussion: """
      Nothing secret is shown: the home folder appears as ~, and only the environment variables of the terminal are \
      listed. A problem is marked with !, and the exit status is then 1. Libraries older than the repair of a \
      published fault are listed, with the release that has it. With --format json the report is one object.
      """)

  @OptionGroup var common: CommonOptions

  func run() throws {
    var doctor = Doctor(home: Environment.variable("HOME"))
    doctor.addProgram(version: Assembly.build, file: ProgramFile.path)
    doctor.addLibraries()
    doctor.addKnownFaults()
    doctor.addMachine()
    addTerminal(to: &doctor)
    addFiles(to: &doctor)
    addKernels(to: &doctor)
    let bench = Workbench(common.launch, isInteractive: false)
    doctor.addSession(
      bench.session.snapshot, plugins: bench.pluginDirectory,
      trust: "programs and the network: allowed at the prompt, in -c and in a pipe; in files only with --trust")
    bench.close()
    Terminal.write(common.format == "json" ? SafeText.escapeJSON(doctor.json) + "\n" : doctor.text, to: .output)
    Terminal.exit(doctor.findings.contains(where: \.isBroken) ? 1 : 0)
  }

  private func addTerminal(to doctor: inout Doctor) {
    for name in ["TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "PODIUM_SCREENREADER"] {
      doctor.add("terminal", name, Environment.variable(name) ?? "not set")
    }
    let characters = Environment.isUTF8 ? "UTF-8" : "the locale is not UTF-8: the prompt is plain ASCII"
    doctor.add("terminal", "characters", characters)
    let size = TerminalSize.current.map { "\($0.columns) columns, \($0.rows) rows" }
    doctor.add("terminal", "size", size ?? "standard output is not a terminal")
  }

  private func addKernels(to doctor: inout Doctor) {
    if let file = try? ZeroMQTransport.library() { doctor.add("Jupyter", "libzmq", file) }
    let files = DiskFiles()
    let specs = KernelSpec.all(in: Environment.jupyterFolders, with: files)
    for spec in specs {
      let program = spec.program(with: files) ?? ""
      let isThere = files.kind(of: program) == .file
      doctor.add(
        "Jupyter", "kernel " + spec.folder.name,
        "\(doctor.shown(spec.folder.text)), runs \(doctor.shown(program))" + (isThere ? "" : ", which does not exist"),
        isBroken: !isThere)
    }
    if specs.isEmpty { doctor.add("Jupyter", "kernels", "none: 'podium kernel install' makes podium known to Jupyter") }
  }

  private func addFiles(to doctor: inout Doctor) {
    doctor.addFile("workspace", common.workspace ?? Environment.workspaceFile)
    doctor.addFile("history", Environment.historyFile)
    doctor.addFile("startup file", Environment.startupFile)
    doctor.addFile("fetched files", Environment.fetchFolder)
    doctor.addFile("plugin folder", common.plugins ?? Environment.pluginFolder)
    doctor.addDatasets(in: Environment.datasetFolders)
  }
}
