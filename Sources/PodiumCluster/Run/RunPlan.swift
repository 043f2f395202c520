internal import PodiumCore
internal import PodiumLinear
internal import PodiumOutside

/// What the orders of a run need to give the same results on a node as here.
struct RunPlan: Codable, Equatable {
  var v = 1
  let program: String
  /// The name that OpenBLAS gives its kernel; empty where the library is missing.
  let openblas: String
  /// `hasFMA` and `digits` of `Arithmetic`.
  let fma: Bool
  let math: String
  /// The SHA-256 of the data that the orders share, and that of `orders.jsonl`.
  let shared: String
  let orders: String
  var command: String

  /// A plan with the arithmetic of this machine, which loads OpenBLAS.
  init(program: String, shared: String = "", orders: String = "", command: String = "") {
    (self.program, self.shared, self.orders, self.command) = (program, shared, orders, command)
    (openblas, fma, math) = ((try? BLAS.load().kernel) ?? "", Arithmetic.hasFMA, Arithmetic.digits)
  }

  /// The SHA-256 of all but the command, which may be worded differently; the run is called by 16 digits of it.
  func hash() throws(Diagnostic) -> String {
    var plan = self
    plan.command = ""
    return SHA256.hex(try JSONJobCoder().bytes(of: plan))
  }

  /// Why a machine whose plans are as this one does not give the results of another plan; nil where it does.
  func difference(from wanted: RunPlan) -> Diagnostic? {
    if program != wanted.program {
      let message = "the worker is podium \(program), but the run is of podium \(wanted.program)"
      return Diagnostic("other-worker", message)
    }
    if math != wanted.math {
      let reason = fma != wanted.fma ? ": the processor has no FMA" : ""
      return Diagnostic(
        "other-arithmetic", "exp, log and pow give other last digits here" + reason,
        help: "choose other nodes, by '#SBATCH --constraint' in slurm.sh")
    }
    if wanted.openblas.isEmpty || openblas == wanted.openblas { return nil }
    let found = openblas.isEmpty ? "OpenBLAS is missing here" : "OpenBLAS works with its kernel \(openblas) here"
    return Diagnostic(
      "other-arithmetic", "\(found), and where podium runs with \(wanted.openblas)",
      help: "start podium with OPENBLAS_CORETYPE=Haswell")
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
