import Glibc
import PodiumAssembly
import PodiumCore
import PodiumFiles
import PodiumLearn
import PodiumOutside
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumCluster

/// Folds on a cluster give the same results as on threads, whatever happens to tasks, scheduler and driver.
@Suite struct ClusterExecutorTests {
  private let plan: EvaluationPlan
  private let jobs: [EvaluationJob]
  private let expected: [String]

  init() throws {
    plan = try Folds.plan()
    jobs = Folds.jobs(plan)
    expected = Folds.bare(try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan)))
  }

  private func run(_ executor: ClusterExecutor, _ cancellation: Cancellation = Cancellation()) throws -> [String] {
    Folds.bare(try executor.run(jobs, in: Folds.context(plan, cancellation)))
  }

  @Test func `one array gives the same results as threads, and they are kept`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor()) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
    // The order that the time of each learner was estimated by ran here.
    #expect(cluster.names("rounds") == ["1.json", "1.sh"])
    let tasks = try #require(cluster.calls("sbatch --parsable").first)
    #expect(tasks.contains("--parsable --export=ALL --cpus-per-task=1 --time=2 --mem="))
    #expect(
      tasks.contains(" --requeue --open-mode=append --array=0-17 --job-name=podium-") && tasks.contains("/log/1.%a "))
    #expect(cluster.names("results").count == 19)
    // One log a task, and what sbatch answered.
    #expect(cluster.names("log").count == 19 && cluster.names("log").first == "1")
    #expect(try run(cluster.executor()) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `little work runs here and leaves nothing`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor(here: 60)) == expected)
    #expect(cluster.calls("sbatch").isEmpty && access(cluster.root, F_OK) != 0)
  }

  @Test(arguments: ["kill -9 $$", "exit 1", "kill -TERM $$; sleep 5"])
  func `a task that ends early costs another round, and no fold`(_ end: String) throws {
    let cluster = try StandIn()
    try cluster.write("mkdir '\(cluster.state)/mark' 2>/dev/null && { \(end); }\n", "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.01)) == expected)
    #expect(cluster.calls("sbatch --parsable").count >= 2)
  }

  @Test func `a task that is killed at work repeats only what it had begun`() throws {
    let cluster = try StandIn()
    // The first task is killed once it has written ten results.
    try cluster.write(
      """
      if mkdir '\(cluster.state)/mark' 2>/dev/null; then
        # Where the chunk ends before, its folder goes and nothing is left to wait for.
        ( while [ -d '\(cluster.root)' ] && [ "$(cat '\(cluster.root)'/runs/*/results/1.* 2>/dev/null | grep -c '"result"')" -lt 10 ]; do
            sleep 0.01
          done
          kill -9 $$ 2>/dev/null ) &
        sleep 0.05
      fi

      """, "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.01)) == expected)
    let twice = try results(of: cluster).filter { $0.value > 1 }
    #expect(twice.isEmpty)
  }

  /// How often each order has a result.
  private func results(of cluster: StandIn, from start: String = "") throws -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for name in cluster.names("results") where name.hasPrefix(start) {
      let bytes = try DiskFiles().read(cluster.run + "/results/" + name, shown: name)
      for line in bytes.split(separator: 0x0A) {
        if case .result(let order, _, _)? = ResultLine(line) { counts[order, default: 0] += 1 }
      }
    }
    return counts
  }

  @Test func `a cancelled task is submitted again`() throws {
    let cluster = try StandIn(node: "sleep 0.3\n")
    try cluster.write(
      "mkdir '\(cluster.state)/mark' 2>/dev/null && '\(cluster.state)/scancel' 101_0 && sleep 9\n", "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.01)) == expected)
    #expect(cluster.calls("sbatch --parsable").count >= 2)
  }

  @Test func `an sbatch that times out has submitted once`() throws {
    let cluster = try StandIn()
    try cluster.write("", "deaf")
    #expect(try run(cluster.executor()) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `a controller that is away is waited for`() throws {
    let cluster = try StandIn()
    try cluster.write("rm '\(cluster.state)/silent'\n", "node")
    let waits = Counter()
    var context = Folds.context(plan)
    context.elsewhere = { jobs in
      // It stops answering once the array runs, and comes back by itself.
      if jobs.waiting > 0, waits.add() == 1 { try? cluster.write("", "silent") }
      if jobs.reason == "the queue does not answer" { cluster.remove("silent") }
    }
    #expect(Folds.bare(try cluster.executor().run(jobs, in: context)) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `a limit of the site halves the array, and the rest follows`() throws {
    let cluster = try StandIn()
    try cluster.write("5", "limit")
    #expect(try run(cluster.executor()) == expected)
    let ranges = cluster.calls("sbatch --parsable").compactMap { call in
      call.split(separator: " ").first { $0.hasPrefix("--array=") }
    }
    #expect(ranges.prefix(4) == ["--array=0-17", "--array=0-8", "--array=0-4", "--array=0-12"])
    #expect(try results(of: cluster).allSatisfy { $0.value == 1 })
  }

  @Test func `a cluster of several is named from then on`() throws {
    let cluster = try StandIn(node: "sleep 1\n")
    try cluster.write(";alpha\n", "id-suffix")
    let reasons = Counter()
    var context = Folds.context(plan)
    context.elsewhere = { if $0.waiting > 0, $0.reason == "Resources" { _ = reasons.add() } }
    #expect(Folds.bare(try cluster.executor(pace: 0.02).run(jobs, in: context)) == expected)
    #expect(reasons.value > 0)
    let asked = cluster.calls("squeue")
    #expect(!asked.isEmpty)
    #expect(asked.allSatisfy { $0.contains(" --name=podium-") && $0.hasSuffix(" --clusters=alpha") })
    #expect(try DiskFiles().text(of: cluster.run + "/log/1", shown: "log").hasSuffix("\n101;alpha\n"))
  }

  @Test func `held tasks are replaced and cancelled`() throws {
    let cluster = try StandIn()
    try cluster.write("", "held")
    let reasons = Counter()
    var context = Folds.context(plan)
    context.elsewhere = { jobs in
      if jobs.reason?.contains("tasks held by the cluster: launch failed requeued held") == true, reasons.add() == 1 {
        cluster.remove("held")
      }
    }
    #expect(Folds.bare(try cluster.executor(pace: 0.01).run(jobs, in: context)) == expected)
    let held = cluster.calls("scancel 101_").map { Set($0.split(separator: " ").dropFirst().map(String.init)) }
    #expect(reasons.value > 0 && held == [Set((0..<18).map { "101_\($0)" })])
  }

  @Test func `what Slurm refuses is said in its words`() throws {
    let cluster = try StandIn()
    try cluster.write("Batch job submission failed: Invalid partition name specified", "refuse")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor()) }
    #expect(error?.code == "cluster-refused" && error?.message.contains("Invalid partition name specified") == true)
    cluster.remove("refuse")
    #expect(try run(cluster.executor(pace: 0.01)) == expected)
  }

  @Test func `a task that asks for more than its site allows is refused, and fewer tasks are not tried`() throws {
    let cluster = try StandIn()
    let words = "QOSMaxWallDurationPerJobLimit"
    let general = "Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)"
    try cluster.write("\(words)\nsbatch: error: Batch job submission failed: \(general)", "refuse")
    var context = Folds.context(plan)
    let stop = context.cancellation
    context.elsewhere = { if $0.reason != nil { stop.cancel() } }
    let error = #expect(throws: Diagnostic.self) { try cluster.executor().run(jobs, in: context) }
    #expect(error?.code == "cluster-refused" && error?.message.contains(words) == true)
    #expect(cluster.calls("sbatch --parsable").count == 1 && cluster.names("rounds").isEmpty)
  }

  @Test(arguments: [
    ("export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable", "other last digits"),
    ("exec '/nowhere/podium' worker", "No such file"), ("ulimit -v 20000", "podium"),
    ("ln -s /dev/null \"${0%/*}/libm.so.6\"; export LD_LIBRARY_PATH=\"${0%/*}\"", "libm.so.6"),
    ("exec >/dev/null 2>&1; exit 1", "the tasks left no line: do the nodes see '"),
    ("printf '\\033]0;title\\007 red\\n' >&2; exit 1", "title"),
  ])
  func `nodes that cannot do the work are named with the reason`(_ node: String, _ reason: String) throws {
    let cluster = try StandIn(node: node + "\n")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(pace: 0.02)) }
    #expect(error?.code == "cluster-nodes" && error?.message.contains(reason) == true, "\(error?.message ?? "none")")
    #expect(error?.message.contains("\u{1B}") == false)
    #expect(!cluster.calls("scancel").isEmpty)
    // Once they can, the same run is taken up.
    try cluster.write("", "node")
    #expect(try run(cluster.executor(pace: 0.02)) == expected)
  }

  @Test func `a folder that no node sees is named in its first round`() throws {
    // Slurm cannot make the log of a task then.
    let cluster = try StandIn(node: "rm -f \"$(readlink /proc/$$/fd/1)\"; exit 1\n")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(pace: 0.02)) }
    #expect(error?.code == "cluster-nodes" && error?.message.contains("do the nodes see '\(cluster.root)'?") == true)
    #expect(cluster.calls("sbatch --parsable").count == 1 && cluster.names("rounds").isEmpty)
  }

  @Test func `nodes that fail in round after round are named, whatever was done before`() throws {
    // The first task of the first array works.
    let cluster = try StandIn(node: "[ $SLURM_JOB_ID = 101000 ] || { exec >/dev/null 2>&1; exit 1; }\n")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(pace: 0.01)) }
    #expect(error?.code == "cluster-nodes" && error?.message.contains("left no line") == true)
    #expect(cluster.calls("sbatch --parsable").count >= 3 && cluster.names("rounds") == ["1.json", "1.sh"])
  }

  @Test(arguments: ["50%", "a\\b"])
  func `a folder whose name Slurm reads as a pattern is refused`(_ name: String) throws {
    let cluster = try StandIn()
    var executor = ClusterExecutor(root: cluster.folder.path + "/" + name, program: "podium", build: "b") {
      SlurmTemplate()
    }
    (executor.here, executor.commands) = (0, cluster.state)
    let error = #expect(throws: Diagnostic.self) { try executor.run(jobs, in: Folds.context(plan)) }
    #expect(
      error?.code == "cluster-folder" && error?.message.contains("has a '\(name.contains("%") ? "%" : "\\")'") == true)
    #expect(cluster.calls("sbatch --parsable").isEmpty && access(executor.root, F_OK) != 0)
  }

  @Test func `a command that is worded differently takes up the same run`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor()) == expected)
    // As where a network does not show yet that the plan is there.
    unlink(cluster.run + "/plan.json")
    var other = try cluster.executor()
    other.command = "the same in other words"
    #expect(try run(other) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `nodes that cannot go on with a run are named as at its start`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor()) == expected)
    for name in cluster.names("results").dropFirst(3) { unlink(cluster.run + "/results/" + name) }
    try cluster.write("exec '/nowhere/podium' worker\n", "node")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(pace: 0.02)) }
    #expect(error?.code == "cluster-nodes" && error?.message.contains("No such file") == true)
    #expect(cluster.names("rounds") == ["1.json", "1.sh"])
  }

  @Test func `a full disk ends the work, and what is done stays`() throws {
    let cluster = try StandIn(node: "trap '' XFSZ; ulimit -f 4\n")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(chunk: 10, pace: 0.01)) }
    #expect(error?.code == "disk-full" && error?.message == "no room is left for '\(cluster.root)'")
    #expect(cluster.names("rounds") == ["1.json", "1.sh"])
    try cluster.write("", "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.01)) == expected)
    #expect(try results(of: cluster).allSatisfy { $0.value == 1 })
  }

  @Test func `while tasks start, this process fits as much as a chunk has, and no more`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor(chunk: 100, share: 10)) == expected)
    let own = try results(of: cluster, from: "0.0.")
    let all = try results(of: cluster)
    // Two of them were fitted to estimate times.
    #expect(own.count > 2 && own.count < 20 && all.count == 20 && all.allSatisfy { $0.value == 1 })
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `data that are gone or altered are written again`() throws {
    let cluster = try StandIn()
    try cluster.write(
      "mkdir '\(cluster.state)/mark' 2>/dev/null && for f in '\(cluster.root)'/data/*; do echo x >>\"$f\"; done\n",
      "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.01)) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 2)
  }

  @Test func `a folder that is gone is named`() throws {
    let cluster = try StandIn()
    try cluster.write("rm -rf '\(cluster.root)'\n", "node")
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(chunk: 10, pace: 0.01)) }
    #expect(error?.code == "cluster-folder" && error?.message.contains(cluster.root) == true)
  }

  @Test func `a fold that ends each of its tasks is the only one that fails, after three attempts`() throws {
    let cluster = try StandIn()
    // A task with order 7 writes that it began, as a worker does, and is killed.
    try cluster.write(
      #"""
      line() { echo "$(printf %s "$1" | gzip -c | tail -c 8 | od -An -tx4 -N4 | tr -d ' ') $1" >>"$file"; }
      set -- $(sed -n "s/.*--run '*\([^' ]*\)'* --round \([0-9]*\).*--plan \(.*\)/\1 \2 \3/p" "$0")
      chunk=$(sed 's/.*"chunks":\[\[//; s/\]\].*//; s/\],\[/\n/g' "$1/rounds/$2.json" | sed -n "$((SLURM_ARRAY_TASK_ID + 1))p")
      if [ "$chunk" = 7 ]; then
        file=$1/results/$2.$SLURM_ARRAY_TASK_ID.0
        line "{\"plan\":{\"_0\":\"$3\"}}"
        line '{"begin":{"_0":7}}'
        kill -9 $$
      fi

      """#,
      "node")
    let outcomes = try cluster.executor(pace: 0.005).run(jobs, in: Folds.context(plan))
    let failed = outcomes.indices.filter { if case .failed = outcomes[$0].outcome { true } else { false } }
    #expect(failed == [7])
    let counts = try RunFolder(root: cluster.root, id: FilePath(cluster.run).name).counts(Folds.registry.learners)
    #expect(counts == (20, 20, 1))
    guard case .failed(let error)? = failed.first.map({ outcomes[$0].outcome }) else { return }
    #expect(
      error.code == "worker-lost" && error.message.contains("in 3 attempts") && error.help?.contains("jobs log") == true
    )
    #expect(try results(of: cluster).allSatisfy { $0.value == 1 })
  }

  @Test func `a node without the library is not a failed fold`() throws {
    let plan = try Folds.plan(["svm"])
    let jobs = Folds.jobs(plan)
    let here = Folds.bare(try ThreadExecutor(threads: 1).run(jobs, in: Folds.context(plan)))
    let cluster = try StandIn()
    try #require(symlink("/dev/null", cluster.folder.path + "/libopenblas.so.0") == 0)
    // One of the two nodes lacks it.
    try cluster.write(
      """
      [ $((SLURM_ARRAY_TASK_ID % 2)) = 0 ] || export LD_LIBRARY_PATH='\(cluster.folder.path)' SLURMD_NODENAME=n1

      """, "node")
    #expect(Folds.bare(try cluster.executor(pace: 0.002).run(jobs, in: Folds.context(plan))) == here)
    // It is left out from then on.
    let calls = cluster.calls("sbatch --parsable")
    #expect(
      calls.count >= 2 && !calls[0].contains("--exclude")
        && calls.dropFirst().allSatisfy { $0.contains(" --exclude=n1 ") })
  }

  /// Doubles numbers; only this process knows it.
  private struct Doubling: JobKind {
    let key = "test.doubling"
    func run(_ input: Int, sharing more: Int, in context: JobContext) throws(Diagnostic) -> Int { 2 * input + more }
  }

  @Test func `what no worker knows runs here, whatever it was submitted with`() throws {
    let cluster = try StandIn()
    let context = JobContext(learners: Folds.registry.learners)
    let found = try cluster.executor(chunk: 10, pace: 0.01).map([1, 2, 3], sharing: 10, by: Doubling(), in: context)
    #expect(try found.map { try $0.get() } == [12, 14, 16])
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `a run that is cancelled ends its driver, and can be taken up`() throws {
    let cluster = try StandIn(node: "sleep 0.2\n")
    var context = Folds.context(plan)
    context.elsewhere = {
      if $0.waiting > 0 { try? DiskFiles().write([], to: cluster.run + "/cancelled", shown: "", mode: .new) }
    }
    let error = #expect(throws: Diagnostic.self) { try cluster.executor().run(jobs, in: context) }
    #expect(error?.code == "run-cancelled")
    // Slurm may have taken the array after 'jobs cancel' asked it to cancel all.
    #expect(cluster.calls("scancel --name=podium-").count == 1)
    #expect(try run(cluster.executor()) == expected)
    // What was stopped on purpose is submitted again as soon as the queue no longer has it.
    let again = cluster.calls("").drop { !$0.hasPrefix("scancel") }.prefix { !$0.hasPrefix("sbatch --parsable") }
    #expect(again.filter { $0.hasPrefix("squeue") }.count < 3)
  }

  @Test func `Ctrl-C leaves the array, and the same jobs take it up`() throws {
    let cluster = try StandIn(node: "sleep 0.2\n")
    let stop = Cancellation()
    var context = Folds.context(plan, stop)
    context.elsewhere = { if $0.waiting > 0 { stop.cancel() } }
    let error = #expect(throws: Diagnostic.self) { try cluster.executor().run(jobs, in: context) }
    #expect(
      error?.code == "interrupted" && error?.help?.hasPrefix("the array goes on; the same command takes it up") == true)
    #expect(access(cluster.run + "/driver", F_OK) != 0)
    #expect(try run(cluster.executor()) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `of two drivers one submits and both get all results`() throws {
    let cluster = try StandIn(node: "sleep 0.1\n")
    let executor = try cluster.executor()
    let (jobs, plan) = (jobs, plan)
    let found = Parallel.map(count: 2, threads: 2) { _ in
      (try? executor.run(jobs, in: Folds.context(plan))).map(Folds.bare)
    }
    #expect(found == [expected, expected])
    #expect(cluster.calls("sbatch --parsable").count == 1)
  }

  @Test func `a driver that is gone is replaced at once on its machine, and after a while on another`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor()) == expected)
    for name in cluster.names("results").dropFirst(3) { unlink(cluster.run + "/results/" + name) }
    // No process has this number.
    let mark = "\(ProcessLease.host) 4194399 1f \(ProcessLease.place)"
    try DiskFiles().write(Array(mark.utf8), to: cluster.run + "/driver", shown: "driver", mode: .new)
    #expect(try run(cluster.executor(pace: 0.01)) == expected)
    #expect(access(cluster.run + "/driver", F_OK) != 0)
    // A mark without words is one that a full disk cut.
    for (words, age, isTaken) in [
      ("elsewhere 7 1f 0", 10, false), ("elsewhere 7 1f 0", 200, true), ("", 10, false), ("", 200, true),
    ] {
      let path = cluster.run + "/driver"
      unlink(path)
      try DiskFiles().write(Array(words.utf8), to: path, shown: "driver", mode: .new)
      var times = [timespec(), timespec()]
      for place in 0..<2 { times[place].tv_sec = time(nil) - age }
      utimensat(AT_FDCWD, path, times, 0)
      let folder = RunFolder(root: cluster.root, id: FilePath(cluster.run).name)
      var other = folder.lease
      #expect(
        try other.holds() == isTaken
          && (isTaken || other.holder == (words.isEmpty ? nil : "elsewhere, process 7")))
    }
  }

  @Test func `results that come late are waited for`() throws {
    // The task works on a copy of the folder, and its results arrive when it has ended.
    let cluster = try StandIn()
    try cluster.write(
      """
      copy=$(mktemp -d); cp -a '\(cluster.root)' "$copy/cluster"; run=$(echo '\(cluster.root)'/runs/*)
      rm -f "$copy/cluster/runs/${run##*/}"/results/*
      sed "s|'\(cluster.root)/|'$copy/cluster/|; s|^exec ||" <<<"$(tail -n 2 "$0")" >"$copy/do"; bash "$copy/do"
      ( sleep 1; cp "$copy/cluster/runs/${run##*/}"/results/* "$run/results/"; rm -rf "$copy" ) >/dev/null 2>&1 &
      exit 0

      """, "node")
    #expect(try run(cluster.executor(chunk: 10, pace: 0.05)) == expected)
    #expect(cluster.calls("sbatch --parsable").count == 1 && !cluster.calls("squeue").isEmpty)
  }

  @Test func `results of another build are not mixed in, and those of this one stay`() throws {
    let cluster = try StandIn()
    #expect(try run(cluster.executor()) == expected)
    let error = #expect(throws: Diagnostic.self) { try run(cluster.executor(pace: 0.02, build: "another")) }
    #expect(error?.message.contains("but the run is of podium another") == true)
    let before = cluster.calls("sbatch --parsable").count
    #expect(try run(cluster.executor()) == expected)
    #expect(cluster.calls("sbatch --parsable").count == before)
  }
}
