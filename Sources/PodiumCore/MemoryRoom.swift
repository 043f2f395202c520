internal import Glibc

/// How much memory this process may still take, as far as the system says.
///
/// The least of three: the limit of its address space (`ulimit -v`), what the kernel counts as available, and what the
/// control groups (version 2) it runs in leave it. Memory that only caches files counts as free.
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
      pageSize: max(1, Int(sysconf(Int32(_SC_PAGESIZE)))),
      file: text)
  }

  /// The limit of the address space in bytes; `Int.max` without one.
  static var addressLimit: Int {
    var limit = rlimit()
    let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    return hasLimit ? Int(clamping: limit.rlim_cur) : .max
  }

  /// The room that a limit and the system's files show; `file` is the text of a path, nil where there is none.
  init(addressLimit: Int, pageSize: Int, file: (String) -> String?) {
    var least = MemoryRoom(bytes: .max)
    func bound(_ bytes: Int, _ source: String) {
      if bytes < least.bytes { least = MemoryRoom(bytes: bytes, source: source) }
    }
    if addressLimit < Int.max,
      let pages = file("/proc/self/statm").flatMap({ MemoryRoom.number(in: $0) })
    {
      bound(
        addressLimit - pages.multipliedReportingOverflow(by: pageSize).partialValue,
        "the limit of the address space (ulimit -v)")
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
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
