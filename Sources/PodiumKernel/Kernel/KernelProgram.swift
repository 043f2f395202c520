internal import Glibc
package import PodiumAssembly
package import PodiumCore
internal import PodiumEngine
internal import PodiumFiles

/// `podium kernel CONNECTION-FILE`: a session for Jupyter's front ends.
package enum KernelProgram {
  /// Runs a kernel until a client ends it, or the process that started it is gone.
  ///
  /// `isConfined` gives its cells what a notebook of a stranger gets; `complain` says what went wrong. Throws why it cannot
  /// start.
  package static func run(
    _ connectionFile: String, isConfined: Bool, workspace: String?, configuration: EngineConfiguration,
    complain: @escaping @Sendable (Diagnostic) -> Void
  ) throws(Diagnostic) {
    // Before anyone can connect: who started it may be gone as soon as it answers.
    let parent = getppid()
    let connection = try ConnectionFile(reading: connectionFile, with: DiskFiles())
    let transport = try ZeroMQTransport(connection)
    // Ctrl-C in the terminal of the front end is meant for that; it sends a message to stop a cell.
    signal(SIGINT, SIG_IGN)
    let outbox = Outbox(waker: transport.waker)
    let client = options(configuration.client, outbox, isConfined: isConfined, workspace: workspace)
    let session = try Assembly.engine(configuration).session(client)
    for warning in session.warnings { complain(warning) }
    let codec = MessageCodec(
      key: connection.key, session: KernelProgram.name(), username: client.author, now: Environment.now)
    var loop = KernelLoop(transport, codec, session, outbox, isStable: isConfined, complain: complain)
    defer {
      session.close()
      loop.transport.close()
    }
    let hasParent = Environment.variable("JPY_PARENT_PID") != nil
    try loop.run(watches: hasParent) { hasParent && getppid() != parent }
  }

  /// A session id that no other kernel has.
  private static func name() -> String {
    var random = SystemRandomNumberGenerator()
    return String(random.next() as UInt64, radix: 16) + String(random.next() as UInt64, radix: 16)
  }

  /// The client of a kernel: a person where the running cell says so.
  static func options(
    _ user: ClientOptions, _ outbox: Outbox, isConfined: Bool, workspace: String?
  ) -> ClientOptions {
    var client = user
    client.workspace = workspace
    client.isLive = true
    if isConfined {
      (client.isTrusted, client.isConfined, client.keepsWork) = (false, true, false)
    }
    client.confirm = { (question, _) throws(Diagnostic) in
      guard let cell = outbox.cell else { return false }
      let answer = try cell.ask(question + " [y/N] ").lowercased().filter { !$0.isWhitespace }
      return ["y", "yes"].contains(answer)
    }
    client.editor = { (text) throws(Diagnostic) in
      outbox.cell?.outputs.add(payload: [
        "source": "set_next_input", "text": .string(text.hasSuffix("\n") ? String(text.dropLast()) : text),
        "replace": false,
      ])
      return nil
    }
    return client
  }
}
