internal import CZeroMQ
internal import Glibc
internal import PodiumCore

/// Where a socket of a kernel listens: on this machine alone.
enum SocketAddress: Equatable {
  case tcp(host: String, port: Int)
  /// A path in the file system, or after `@` a name of the kernel's own space.
  case ipc(path: String)

  /// As libzmq takes it.
  var text: String {
    switch self {
    case .tcp(let host, let port): "tcp://\(host):\(port)"
    case .ipc(let path): "ipc://\(path)"
    }
  }

  private var shown: String {
    switch self {
    case .tcp(let host, let port): "'\(host)' port \(port)"
    case .ipc(let path): "'\(path)'"
    }
  }

  /// Makes a socket listen here; a socket file is for its owner alone.
  ///
  /// Throws `unable-to-listen`.
  func bind(_ socket: ZeroMQSocket) throws(Diagnostic) {
    if case .ipc(let path) = self { try checkIsFree(path) }
    let mask = umask(0o077)
    defer { umask(mask) }
    guard socket.zeroMQ.table.bind(socket.handle, text) != 0 else { return }
    if socket.zeroMQ.error == EADDRINUSE { throw taken }
    var error = unable("the kernel cannot listen at \(shown)")
    error.cause = socket.zeroMQ.failure("").cause
    throw error
  }

  /// libzmq would remove whatever has the path.
  private func checkIsFree(_ path: String) throws(Diagnostic) {
    var status = stat()
    guard !path.utf8.starts(with: "@".utf8), lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw unable("there is a file at \(shown) that is not a socket")
    }
    if SocketAddress.isServed(path) { throw taken }
  }

  private var taken: Diagnostic { unable("another program listens at \(shown) already") }

  private func unable(_ what: String) -> Diagnostic {
    Diagnostic("unable-to-listen", what, help: "start the kernel again, so that Jupyter chooses another address")
  }

  /// Whether a program takes connections at a socket file; the file of a kernel that was killed has none.
  private static func isServed(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // libzmq itself refuses a path that is too long.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
