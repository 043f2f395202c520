internal import Glibc
internal import PodiumCore
internal import PodiumLinear
internal import PodiumOutside

/// What the orders of a run need to give the same results on a node as here.
struct RunPlan: Codable, Equatable {
  var v = 1
  let program: String
  /// The name that OpenBLAS gives its kernel; empty where the library is missing.
  let openblas: String
  /// Whether the processor multiplies and adds in one rounding.
  let fma: Bool
  /// The digits of exp, log and pow at fixed points, as a hash: without FMA the last one differs at some of them.
  let math: String
  /// The SHA-256 of the data that the orders share, and that of `orders.jsonl`.
  let shared: String
  let orders: String
  var command: String

  /// A plan with the arithmetic of this machine, which loads OpenBLAS.
  init(program: String, shared: String = "", orders: String = "", command: String = "") {
    (self.program, self.shared, self.orders, self.command) = (program, shared, orders, command)
    openblas = (try? BLAS.load().kernel) ?? ""
    fma = RunPlan.flags.contains("fma")
    var hash = SHA256()
    for number in 1...512 {
      let x = Double(number) * 0.618_033_988_749_894_9
      for value in [exp(x / 32), exp(-x), log(x), pow(x, 0.37), pow(x, -2.6)] {
        hash.update(text: String(value.bitPattern, radix: 16))
      }
    }
    math = String(hash.hex().prefix(16))
  }

  /// The name of the run: 16 digits of the SHA-256 of all but the command, which may be worded differently.
  func id() throws(Diagnostic) -> String {
    var plan = self
    plan.command = ""
    return String(SHA256.hex(try JSONJobCoder().bytes(of: plan)).prefix(16))
  }

  /// Why a machine whose plans are as this one does not give the results of another plan; nil where it does.
  func difference(from wanted: RunPlan) -> Diagnostic? {
    if program != wanted.program {
      return Diagnostic(
        "other-worker", "the worker is podium \(program), but the run is of podium \(wanted.program)")
    }
    if math != wanted.math {
      return Diagnostic(
        "other-arithmetic",
        "exp, log and pow give other last digits here" + (fma != wanted.fma ? ": the processor has no FMA" : ""),
        help: "choose other nodes, by '#SBATCH --constraint' in slurm.sh")
    }
    if wanted.openblas.isEmpty || openblas == wanted.openblas { return nil }
    let found = openblas.isEmpty ? "OpenBLAS is missing here" : "OpenBLAS works with its kernel \(openblas) here"
    return Diagnostic(
      "other-arithmetic", "\(found), and where podium runs with \(wanted.openblas)",
      help: "start podium with OPENBLAS_CORETYPE=Haswell")
  }

  /// What the processor must have for a kernel of OpenBLAS; kernels that are not named here are never asked for.
  private static let needs: [String: [String]] = [
    "Nehalem": ["sse4_2"], "Sandybridge": ["avx"], "Haswell": ["avx2", "fma"], "Zen": ["avx2", "fma"],
    "SkylakeX": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"],
    "Cooperlake": ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512_bf16"],
  ]

  /// Asks OpenBLAS for the plan's kernel, before it is loaded, if the processor has what that needs: asked for one that it
  /// cannot run, the library would end the process.
  func askForKernel() {
    if let needed = RunPlan.needs[openblas], RunPlan.flags.isSuperset(of: needed) {
      setenv("OPENBLAS_CORETYPE", openblas, 1)
    } else {
      unsetenv("OPENBLAS_CORETYPE")
    }
  }

  private static var flags: Set<String> {
    let line = MemoryRoom.text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set((line ?? "").split(separator: " ").map(String.init))
  }
}

struct RunRound: Codable, Equatable {
  var v = 1
  /// The name of the array: one that no other job has, so an array is found whose submission was never answered.
  let array: String
  /// The cluster, of those that a site has several of.
  var cluster: String?
  /// The places of orders in `orders.jsonl`.
  let chunks: [[Int]]
  /// The time limit of a task in minutes, and its memory in MB.
  let minutes: Int
  let megabytes: Int
}
