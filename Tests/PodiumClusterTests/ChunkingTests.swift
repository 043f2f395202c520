import PodiumCore
import PodiumOutside
import PodiumPlugin
import Testing

@testable import PodiumCluster

/// How orders become chunks and options.
@Suite struct ChunkingTests {
  @Test func `the longest come first, into the chunk that has least to do`() {
    let seconds = [5.0, 3, 3, 2, 2, 2, 1]
    let chunks = Chunking.chunks(of: Array(seconds.indices), size: 6, most: 10) { seconds[$0] }
    #expect(chunks.map { $0.map { seconds[$0] }.reduce(0, +) }.sorted() == [5, 6, 7])
    #expect(chunks.map { $0[0] } == [0, 1, 2])
    #expect(Set(chunks.flatMap { $0 }) == Set(seconds.indices))
  }

  @Test(arguments: [
    (3000, 1.0, 300.0, 1000, 50), (600, 1, 300, 1000, 10), (10, 1, 300, 1000, 1), (100_000, 1, 300, 1000, 334),
    (100_000, 100, 300, 1000, 1000), (40, 1, 10, 1000, 4), (100, 1, 0.1, 30, 30), (3, 1000, 300, 1000, 3),
  ])
  func `chunks have the seconds asked for, fewer where that gives fifty`(
    _ count: Int, _ each: Double, _ size: Double, _ most: Int, _ expected: Int
  ) {
    let chunks = Chunking.chunks(of: Array(0..<count), size: size, most: most) { _ in each }
    #expect(chunks.count == expected && chunks.allSatisfy { !$0.isEmpty })
    #expect(chunks.reduce(0) { $0 + $1.count } == count)
  }

  @Test func `a template's options win, and podium's own are refused with their line`() throws {
    let template = try SlurmTemplate(
      "#!/bin/sh\n#SBATCH --partition=long -t 60\n#SBATCH --mem-per-cpu=2G # for svm\n\nmodule load x\n",
      shown: "slurm.sh")
    let round = RunRound(array: "a", chunks: [[0]], minutes: 3, megabytes: 700)
    #expect(template.options(for: round) == ["--export=ALL", "--cpus-per-task=1"])
    #expect(SlurmTemplate().options(for: round) == ["--export=ALL", "--cpus-per-task=1", "--time=3", "--mem=700"])
    #expect(SlurmTemplate().options(for: round, without: ["n2", "n1"]).last == "--exclude=n1,n2")
    let several = try SlurmTemplate("#SBATCH --clusters=alpha --export=NONE\n", shown: "slurm.sh")
    #expect(several.cluster == "alpha" && several.options(for: round)[0] == "--cpus-per-task=1")
    let folder = RunFolder(root: "/c", id: "it's")
    #expect(
      template.script(program: "/p q/podium", folder: folder, round: 2, plan: "ab") == """
        #!/bin/bash
        #SBATCH --partition=long -t 60
        #SBATCH --mem-per-cpu=2G # for svm
        module load x
        export OPENBLAS_NUM_THREADS=1
        exec '/p q/podium' worker --run '/c/runs/it'\\''s' --round 2 --chunk "$SLURM_ARRAY_TASK_ID" --plan ab

        """)
    // As an editor of another system writes it.
    let foreign = try SlurmTemplate("#!/bin/sh\r\n#SBATCH\t--time=60\r\nmodule load x\r\n", shown: "slurm.sh")
    #expect(!foreign.options(for: round).contains("--time=3"))
    let script = foreign.script(program: "p", folder: folder, round: 2, plan: "ab")
    #expect(script.hasPrefix("#!/bin/bash\n#SBATCH\t--time=60\nmodule load x\nexport ") && !script.utf8.contains(0x0D))
    for line in ["#SBATCH --array=1-3", "#SBATCH -J mine", "#SBATCH --qos=a -o x", "#SBATCH\t--array=1-3"] {
      let error = #expect(throws: Diagnostic.self) { try SlurmTemplate("a\n" + line, shown: "slurm.sh") }
      #expect(error?.code == "cluster-template" && error?.place?.line == 2)
    }
  }

  @Test func `an id is a number, with a cluster or not`() {
    #expect(Slurm.cluster(in: ["a site says so", "12;alpha"]) == .some("alpha"))
    #expect(Slurm.cluster(in: ["12"]) == .some(nil))
    for text in ["", "12;", ";a", "12;a;b", "Submitted batch job 12", "-1", "12;a b", "1x"] {
      #expect(Slurm.cluster(in: [text]) == nil, "\(text)")
    }
  }

  @Test(arguments: ["RUNNING", "PENDING", "PREEMPTED", "REQUEUED", "COMPLETING", "SOMETHING_NEW", "SUSPENDED"])
  func `states that end nothing are alive`(_ state: String) {
    func isAlive(_ ending: String) -> Bool? { SlurmTask("podium-3f2a-2-c0|7|4|" + ending, in: nil)?.isAlive }
    #expect(isAlive(state + "|None") == true)
    #expect(isAlive("PENDING|JobHeldUser") == false && isAlive("TIMEOUT|TimeLimit") == false)
  }

  @Test func `a line of the queue names run, round and chunk`() throws {
    let task = try #require(SlurmTask("podium-3f2a-2-c0|7|4|PENDING|(a | b)", in: "alpha"))
    #expect(task.run == "3f2a" && task.chunk == RunChunk(round: 2, index: 4) && task.id == "7_4")
    #expect(task.isWaiting && task.reason == "(a | b)" && task.cluster == "alpha")
    for line in [
      "", "|", "podium-3f2a-2|7|4|RUNNING|", "podium-3f2a-x-c0|7|4|RUNNING|", "podium-3f2a-2-c0|7|N/A|RUNNING|",
    ] {
      #expect(SlurmTask(line, in: nil) == nil)
    }
  }
}
