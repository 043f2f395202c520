import Glibc
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumManual
import PodiumRender

/// `podium serve …`: the program `podium-serve`, which alone has what a service needs.
enum ServeProgram {
  /// Its command line, which its own parser knows; a test compares them.
  static let command = ProgramCommand(
    name: "podium serve", summary: "Serve the workspace to browsers and programs over HTTP.",
    discussion: "'podium serve --help' and the guide docs/guides/serve.md have the rest.",
    options: [
      .init(
        value: "word", "user, token or check; without one it serves.", completion: .words(["user", "token", "check"])),
      .init("--workspace", value: "file", "Workspace that is served; your own by default.", completion: .files),
      .init("--accounts", value: "file", "File of the accounts; beside the workspace by default.", completion: .files),
      .init("--listen", value: "host:port", "Address to listen at; port 0 takes a free one."),
      .init("--public", value: "page", "Page that needs no account; may be repeated.", isRepeating: true),
      .init("--host", value: "name", "Name that clients reach the service by; may be repeated.", isRepeating: true),
      .init("--tls-cert", value: "file", "Certificate with its chain, as PEM.", completion: .files),
      .init("--tls-key", value: "file", "Key of the certificate, as PEM.", completion: .files),
      .init("--behind-proxy", value: "address", "Address of the proxy that clients come by, which speaks https."),
      .init(
        "--limit", value: "name=n", "Limit of rate, connections, streams, body; 0 is without; may be repeated.",
        isRepeating: true),
    ])

  /// Becomes the program that is beside this one, with all arguments.
  static func become(_ arguments: [String]) -> Never {
    let places = [
      ProgramFile.prefix?.joined("libexec/podium/podium-serve"),
      ProgramFile.path.flatMap { FilePath($0).parent?.joined("podium-serve") },
    ].compactMap { $0?.text }
    guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
      fail(
        Diagnostic(
          "no-service", "the program 'podium-serve' is not installed; searched: " + places.joined(separator: ", "),
          help:
            "install the package podium-serve; in a checkout './podium serve' builds it, and 'make install' installs it"
        ))
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    execv(program, &words)
    fail(Diagnostic("no-service", "'\(program)' cannot be started", cause: strerror(errno).map { String(cString: $0) }))
  }

  private static func fail(_ error: Diagnostic) -> Never {
    Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
    Terminal.exit(2)
  }
}
