import Glibc
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumRender

/// `podium serve …`: the program `podium-serve`, which alone has what a service needs.
enum ServeProgram {
  /// Becomes the program that is beside this one, with all arguments.
  static func become(_ arguments: [String]) -> Never {
    let beside = Environment.program.flatMap { FilePath($0).parent?.joined("podium-serve").text }
    guard let beside, access(beside, X_OK) == 0 else {
      fail(
        Diagnostic(
          "no-service", "the program 'podium-serve' is not installed beside podium",
          help: "in a checkout './podium serve' builds it; then 'make install' installs it too"))
    }
    var words = ([beside] + arguments).map { strdup($0) } + [nil]
    execv(beside, &words)
    fail(Diagnostic("no-service", "'\(beside)' cannot be started", cause: strerror(errno).map { String(cString: $0) }))
  }

  private static func fail(_ error: Diagnostic) -> Never {
    Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
    Terminal.exit(2)
  }
}
