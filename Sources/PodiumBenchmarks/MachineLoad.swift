internal import Glibc

/// How busy other programs kept the machine while something was measured.
public struct MachineLoad {
  private let busy: Double
  private let own: Double
  private let start: ContinuousClock.Instant

  /// Begins to count.
  public init() {
    (busy, own, start) = (MachineLoad.busySeconds(), MachineLoad.ownSeconds(), .now)
  }

  /// The processors that other programs kept busy since then, on average: 0 on a quiet machine. This process and the children
  /// it waited for do not count.
  public var others: Double {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    guard seconds > 0 else { return 0 }
    let all = MachineLoad.busySeconds() - busy
    return max(0, (all - (MachineLoad.ownSeconds() - own)) / seconds)
  }

  /// Seconds of work of all processors: user, nice, system, interrupts (proc(5), first line of /proc/stat).
  private static func busySeconds() -> Double {
    let ticks =
      SystemText.lines(of: "/proc/stat").first?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
    guard ticks.count >= 7 else { return 0 }
    let working = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
    return working / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }

  private static func ownSeconds() -> Double {
    // This process, and its children.
    [Int32(0), -1].reduce(0) { sum, who in
      var usage = rusage()
      getrusage(who, &usage)
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// The largest memory of this process.
public enum PeakMemory {
  /// In MB; unlike the figure of `getrusage` it begins with the program, and not with the process that started it.
  public static var megabytes: Double? {
    for line in SystemText.lines(of: "/proc/self/status") where line.hasPrefix("VmHWM:") {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) }
        .map { $0 / 1024 }
    }
    return nil
  }
}

/// Files of the system, whose size is not known before they are read.
private enum SystemText {
  static func lines(of path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
