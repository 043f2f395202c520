import ArgumentParser
import PodiumConsole
import PodiumPlugin

/// `podium doctor`: what the report of a bug should say about the machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium doctor",
    abstract: "Say what podium was built with and what it finds on this machine, for the report of a bug.",
    discussion: """
      Nothing secret is shown: the home folder stands as ~, and of variables only those of the terminal. What is broken \
      stands behind a !, and the exit status is then 1. With --format json it is one object.
      """)

  @OptionGroup var common: CommonOptions

  func run() throws {
    let doctor = Doctor(common.launch)
    Terminal.write(common.format == "json" ? doctor.json + "\n" : doctor.text, to: .output)
    Terminal.exit(doctor.findings.contains(where: \.isBroken) ? 1 : 0)
  }
}
