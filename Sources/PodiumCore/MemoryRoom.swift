internal import Glibc

/// How much memory this process may still take, as far as the system says.
///
/// The least of four: the limits of its address space (`ulimit -v`) and of its data (`ulimit -d`), what the kernel counts as
/// available, and what the control groups (version 2) it runs in leave it. Memory that only caches files counts as free.
public struct MemoryRoom: Sendable, Equatable {
  /// The number of bytes; `Int.max` where the system says nothing.
  public let bytes: Int
  /// What sets it, for a message: `the limit of the address space (ulimit -v)`.
  public let source: String

  /// Room as given, for tests.
  public init(bytes: Int, source: String = "the free memory of this machine") {
    (self.bytes, self.source) = (max(0, bytes), source)
  }

  /// The room that there is now; it takes about 0.1 ms.
  public static func now() -> MemoryRoom {
    MemoryRoom(
      addressLimit: addressLimit,
      dataLimit: dataLimit,
      pageSize: pageSize,
      file: text)
  }

  /// The limit of the address space in bytes; `Int.max` without one.
  package static var addressLimit: Int { limit(__rlimit_resource_t(RLIMIT_AS.rawValue)) }

  private static var dataLimit: Int { limit(__rlimit_resource_t(RLIMIT_DATA.rawValue)) }

  private static func limit(_ resource: __rlimit_resource_t) -> Int {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
  }

  private static var pageSize: Int { max(1, Int(sysconf(Int32(_SC_PAGESIZE)))) }

  /// The bytes that may still be reserved, used or not: what the limits of the address space and of data leave; `Int.max`
  /// without limits.
  package static var addressesLeft: Int {
    let limits = (addressLimit, dataLimit)
    guard min(limits.0, limits.1) < Int.max else { return .max }
    return left(addressLimit: limits.0, dataLimit: limits.1, pageSize: pageSize, file: text).map(\.bytes).min() ?? .max
  }

  /// What each of the limits leaves.
  private static func left(
    addressLimit: Int, dataLimit: Int, pageSize: Int, file: (String) -> String?
  ) -> [(bytes: Int, source: String)] {
    guard min(addressLimit, dataLimit) < Int.max, let pages = file("/proc/self/statm") else { return [] }
    // Pages by kind: all, resident, shared, code, unused, data and stacks.
    let counts = pages.split(separator: " ").map { number(in: $0) ?? 0 }
    return [
      (addressLimit, 0, "the limit of the address space (ulimit -v)"), (dataLimit, 5, "the limit of data (ulimit -d)"),
    ].compactMap { limit, place, source in
      guard limit < Int.max, counts.indices.contains(place) else { return nil }
      return (max(0, limit - counts[place].multipliedReportingOverflow(by: pageSize).partialValue), source)
    }
  }

  /// The room that a limit and the system's files show; `file` is the text of a path, nil where there is none.
  init(addressLimit: Int, dataLimit: Int = .max, pageSize: Int, file: (String) -> String?) {
    var least = MemoryRoom(bytes: .max)
    func bound(_ bytes: Int, _ source: String) {
      if bytes < least.bytes { least = MemoryRoom(bytes: bytes, source: source) }
    }
    for left in MemoryRoom.left(addressLimit: addressLimit, dataLimit: dataLimit, pageSize: pageSize, file: file) {
      bound(left.bytes, left.source)
    }
    if let kilobytes = file("/proc/meminfo").flatMap({
      MemoryRoom.value(of: "MemAvailable:", in: $0)
    }) {
      bound(
        kilobytes.multipliedReportingOverflow(by: 1024).partialValue,
        "the free memory of this machine")
    }
    // Each group is within the limits of those around it.
    let groups = file("/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }
    var names = groups.map { $0.dropFirst(3).split(separator: "/") } ?? []
    while groups != nil {
      let folder = "/sys/fs/cgroup" + names.map { "/" + $0 }.joined()
      if let most = file(folder + "/memory.max").flatMap({ MemoryRoom.number(in: $0) }),
        let current = file(folder + "/memory.current").flatMap({ MemoryRoom.number(in: $0) })
      {
        let stat = file(folder + "/memory.stat") ?? ""
        let cached = ["inactive_file", "active_file"].reduce(0) {
          $0 + (MemoryRoom.value(of: $1, in: stat) ?? 0)
        }
        bound(most - max(0, current - cached), "the memory limit of its control group")
      }
      if names.isEmpty { break }
      names.removeLast()
    }
    self = least
  }

  /// A number of bytes as people say it.
  public static func shown(_ bytes: Int) -> String {
    if bytes >= 10 << 30 { return "\(bytes >> 30) GB" }
    if bytes >= 1 << 20 { return "\(bytes >> 20) MB" }
    return bytes >= 10 << 10 ? "\(bytes >> 10) KB" : bytes.counted("byte")
  }

  /// The number a text begins with.
  private static func number(in text: some StringProtocol) -> Int? {
    Int(text.drop { $0.isWhitespace }.prefix { $0.isASCII && $0.isNumber })
  }

  /// The number after a name at the start of a line.
  private static func value(of name: String, in text: String) -> Int? {
    text.split(separator: "\n").first { $0.split(separator: " ").first.map { $0 == name } ?? false }
      .flatMap { number(in: $0.dropFirst(name.count)) }
  }

  /// The text of a small file of the system; nil where it cannot be read.
  package static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
