import ArgumentParser

/// The benchmarks.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium-bench", abstract: "Measure how long users of podium wait, and test its robustness.",
    subcommands: [
      StartBench.self, CompleteBench.self, LearnBench.self, GrowthBench.self, ReadBench.self, SweepBench.self,
      StoreBench.self,
      CrashBench.self, BombBench.self, ReadersBench.self, ShapeBench.self, PollockBench.self,
      InterruptBench.self, MonkeyBench.self, ReplayBench.self, SessionsBench.self, ServeBench.self,
      KernelBench.self, ClusterBench.self,
    ])
}
