internal import Glibc
internal import PodiumCore
internal import PodiumLinear

/// What decides the last digits of results on a machine: the kernel of OpenBLAS, and how the C library rounds.
struct Arithmetic: Equatable {
  /// The name that OpenBLAS gives its kernel; empty where the library is missing.
  let openblas: String
  /// Whether the processor multiplies and adds in one rounding.
  let fma: Bool
  /// The digits of exp, log and pow at fixed points, as a hash: without FMA the last one differs at some of them.
  let math: String

  /// That of this machine, which loads OpenBLAS.
  static func here() -> Arithmetic {
    Arithmetic(openblas: (try? BLAS.load().kernel) ?? "", fma: flags.contains("fma"), math: mathDigits())
  }

  /// What the processor must have for a kernel of OpenBLAS; kernels that are not named here are never asked for.
  private static let needs: [String: [String]] = [
    "Nehalem": ["sse4_2"], "Sandybridge": ["avx"], "Haswell": ["avx2", "fma"], "Zen": ["avx2", "fma"],
    "SkylakeX": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"],
    "Cooperlake": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512_bf16"],
  ]

  /// Asks OpenBLAS for a kernel, before it is loaded, if the processor has what that needs: asked for one that it cannot run,
  /// the library would end the process.
  static func ask(for kernel: String) {
    if let needed = needs[kernel], flags.isSuperset(of: needed) {
      setenv("OPENBLAS_CORETYPE", kernel, 1)
    } else {
      unsetenv("OPENBLAS_CORETYPE")
    }
  }

  /// Why results of this arithmetic are not those of another; nil where they are.
  func difference(from wanted: Arithmetic) -> Diagnostic? {
    if math != wanted.math {
      return Diagnostic(
        "other-arithmetic",
        "exp, log and pow give other last digits here" + (fma != wanted.fma ? ": the processor has no FMA" : ""),
        help: "choose other nodes, by '#SBATCH --constraint' in slurm.sh")
    }
    if !wanted.openblas.isEmpty, openblas != wanted.openblas {
      let found = openblas.isEmpty ? "OpenBLAS is missing here" : "OpenBLAS works with its kernel \(openblas) here"
      return Diagnostic(
        "other-arithmetic", "\(found), and where podium runs with \(wanted.openblas)",
        help: "start podium with OPENBLAS_CORETYPE=Haswell")
    }
    return nil
  }

  /// The flags of the processor.
  private static var flags: Set<String> {
    let line = MemoryRoom.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set(line?.split(separator: " ").map(String.init) ?? [])
  }

  private static func mathDigits() -> String {
    var hash = SHA256()
    for number in 1...512 {
      let x = Double(number) * 0.618_033_988_749_894_9
      for value in [exp(x / 32), exp(-x), log(x), pow(x, 0.37), pow(x, -2.6)] {
        hash.update(text: String(value.bitPattern, radix: 16))
      }
    }
    return String(hash.hex().prefix(16))
  }
}
