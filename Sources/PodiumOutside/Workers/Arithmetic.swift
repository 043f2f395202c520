internal import Glibc
internal import PodiumCore

/// What decides the last digits of results on a machine, besides the kernel that OpenBLAS works with.
package enum Arithmetic {
  /// Whether the processor multiplies and adds in one rounding.
  package static var hasFMA: Bool { flags.contains("fma") }

  /// The digits of exp, log and pow at fixed points, as a hash: without FMA the last one differs at some of them.
  package static var digits: String {
    var hash = SHA256()
    for number in 1...512 {
      let x = Double(number) * 0.618_033_988_749_894_9
      for value in [exp(x / 32), exp(-x), log(x), pow(x, 0.37), pow(x, -2.6)] {
        hash.update(text: String(value.bitPattern, radix: 16))
      }
    }
    return String(hash.hex().prefix(16))
  }

  /// What the processor must have for a kernel of OpenBLAS; kernels that are not named here are never asked for.
  private static let needs: [String: [String]] = [
    "Nehalem": ["sse4_2"], "Sandybridge": ["avx"], "Haswell": ["avx2", "fma"], "Zen": ["avx2", "fma"],
    "SkylakeX": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"],
    "Cooperlake": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512_bf16"],
  ]

  /// Asks OpenBLAS for a kernel, before it is loaded, if the processor has what that needs: asked for one that it cannot run, the
  /// library would end the process.
  package static func ask(forKernel name: String) {
    if let needed = needs[name], flags.isSuperset(of: needed) {
      setenv("OPENBLAS_CORETYPE", name, 1)
    } else {
      unsetenv("OPENBLAS_CORETYPE")
    }
  }

  private static var flags: Set<String> {
    let line = MemoryRoom.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set((line ?? "").split(separator: " ").map(String.init))
  }
}
