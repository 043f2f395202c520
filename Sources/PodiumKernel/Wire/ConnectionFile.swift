internal import PodiumCore

/// What Jupyter writes for a kernel that it starts: where to listen, and the key of signatures.
package struct ConnectionFile: Sendable, Equatable {
  /// A socket of a kernel, by its key in the file.
  package enum Port: String, CaseIterable, Sendable {
    case control = "control_port"
    case shell = "shell_port"
    case stdin = "stdin_port"
    case iopub = "iopub_port"
    case heartbeat = "hb_port"
  }

  /// How clients connect.
  package enum Transport: String, CaseIterable, Sendable { case tcp, ipc }

  package var transport: Transport
  /// An address of loopback, or the path of socket files without their numbers.
  package var ip: String
  /// A port by socket; for `ipc` the number after the path.
  package var ports: [Port: Int]
  /// The key of signatures; without one messages are not signed.
  package var key: [UInt8]

  /// Where a socket listens.
  func address(of port: Port) -> SocketAddress {
    let number = ports[port] ?? 0
    return transport == .tcp ? .tcp(host: ip, port: number) : .ipc(path: "\(ip)-\(number)")
  }
}

extension KernelChannel {
  /// Its key in the connection file.
  var port: ConnectionFile.Port {
    switch self {
    case .control: .control
    case .shell: .shell
    case .stdin: .stdin
    case .iopub: .iopub
    }
  }
}
