import Glibc

/// `podium-fuzz [--long] TARGET FILE…` in an ordinary build: gives kept inputs to a target, without searching for others.
///
/// It names each file before it reads it: the last one named is the one that broke a promise. With `--long` each input
/// is repeated to 300,000 bytes, since short ones do not show what grows too fast.
@main enum KeptInputs {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isLong = arguments.first == "--long"
    if isLong { arguments.removeFirst() }
    guard let name = arguments.popFirst(), let target = FuzzTargets.all.first(where: { $0.name == name }) else {
      FuzzText.tell(
        "usage: podium-fuzz [--long] TARGET FILE…, a target of " + FuzzTargets.all.map(\.name).joined(separator: " "))
      exit(2)
    }
    target.prepare()
    for path in arguments {
      FuzzText.tell(path)
      guard let bytes = bytes(path) else {
        FuzzText.tell("error: '\(path)' cannot be read")
        exit(2)
      }
      target.feed(isLong ? lengthened(bytes) : bytes)
    }
    exit(0)
  }

  private static func lengthened(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    let length = 300_000
    var long: [UInt8] = []
    long.reserveCapacity(length + bytes.count)
    while long.count < length { long += bytes }
    return Array(long.prefix(length))
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}
