import Glibc
import PodiumCore
import PodiumFiles
import PodiumPlugin

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
      do throws(Diagnostic) {
        let bytes = try DiskFiles().read(path, shown: path)
        target.feed(isLong ? lengthened(bytes) : bytes)
      } catch {
        FuzzText.tell("error: " + error.message)
        exit(2)
      }
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
}
