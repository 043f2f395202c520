import ArgumentParser
import FoundationEssentials
import PodiumAssembly
import PodiumCore
import PodiumServe

struct ServeRunCommand: ServeStep, ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium serve", abstract: "Serve the workspace to browsers and programs over HTTP.",
    discussion: """
      podium serve user add NAME --role admin   make an account first; see podium serve user --help
      podium serve token add NAME --label TEXT  let a program in; see podium serve token --help
      podium serve check                        list what each role may read and do
      podium serve                              serve at http://127.0.0.1:8737 until Ctrl-C or TERM

      The first line of standard output is {"v":1,"ready":URL,"pid":N}. The log is on standard error, a line of JSON for \
      each request. Exit status: 0 after TERM or Ctrl-C, 2 unable to start.
      """)

  @OptionGroup var files: ServeFiles

  @Option(help: ArgumentHelp("Address to listen at; port 0 takes a free one.", valueName: "host:port"))
  var listen: String?

  @Option(
    name: .customLong("public"), help: ArgumentHelp("Page that needs no account; may be repeated.", valueName: "page"))
  var pages: [String] = []

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp("Name that clients reach the service by; may be repeated.", valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("tls-cert"), help: ArgumentHelp("Certificate with its chain, as PEM.", valueName: "file"))
  var certificate: String?

  @Option(name: .customLong("tls-key"), help: ArgumentHelp("Key of the certificate, as PEM.", valueName: "file"))
  var key: String?

  @Option(
    name: .customLong("behind-proxy"),
    help: ArgumentHelp("Address of the proxy that clients come by, which speaks https.", valueName: "address"))
  var proxy: String?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Limit of \(ServiceLimits.names.joined(separator: ", ")); 0 is without; may be repeated.", valueName: "name=n"))
  var limits: [String] = []

  @Option(name: .customLong("time"), help: .hidden)
  var times: [String] = []

  mutating func validate() throws {
    if (certificate == nil) != (key == nil) { throw ValidationError("--tls-cert and --tls-key go together") }
    if certificate != nil, proxy != nil {
      throw ValidationError("--behind-proxy goes without --tls-cert: the proxy has the certificate")
    }
  }

  func perform() async throws(Diagnostic) {
    var service = RunningService(
      workspace: try files.workspacePath(), isNamed: files.workspace != nil, accounts: try files.accountsFile())
    service.address = try listen.map { (text) throws(Diagnostic) in try ListenAddress(text) } ?? .usual
    for name in names { service.names.append(try RunningChecks.name(name)) }
    for page in pages { service.settings.publicPages.insert(try RunningChecks.page(page)) }
    if let proxy { service.proxy = try RunningChecks.proxy(proxy) }
    try service.settings.limits.set(limits)
    try service.settings.limits.setTimes(times)
    if let certificate, let key {
      let (tls, ends) = try CertificateFiles.configuration(
        chain: ServeFiles.absolute(certificate), key: ServeFiles.absolute(key),
        at: Environment.now().microseconds / 1_000_000)
      (service.tls, service.settings.certificateEnds) = (tls, ends)
    }
    service.settings.isSecure = service.tls != nil || service.proxy != nil
    try await service.run()
  }
}
