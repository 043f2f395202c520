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

/// What is read from the folder of a run: only whole lines, and nothing that was altered.
@Suite struct RunFolderTests {
  private let cluster: StandIn
  private let plan: EvaluationPlan
  private let folder: RunFolder
  private let hash: String

  /// A run whose orders are all done.
  init() throws {
    cluster = try StandIn()
    plan = try Folds.plan(repeats: 1)
    _ = try cluster.executor(chunk: 100).run(Folds.jobs(plan), in: Folds.context(plan))
    folder = RunFolder(root: cluster.root, id: FilePath(cluster.run).name)
    hash = try #require(try folder.plan()).hash()
  }

  /// Writes a file without waiting for the disk.
  private func put(_ bytes: [UInt8], _ name: String) throws {
    let file = try #require(fopen(folder.path + "/" + name, "w"))
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  private func read(_ name: String) throws -> [UInt8]? { try DiskFiles.shared(at: folder.at(name)) }

  private func write(_ bytes: [UInt8], to name: String) throws { try RunFolder.write(bytes, to: folder.at(name)) }

  private func results(count: Int = 10) -> RunResults { RunResults(folder: folder, orders: count, plan: hash) }

  /// The orders that have ended since the last time.
  private func news(_ results: inout RunResults) -> [Int] {
    var orders: [Int] = []
    _ = results.news { fit in
      orders.append(fit.order)
      return true
    }
    return orders
  }

  private var worked: String { cluster.names("results").first { $0.hasPrefix("1.") } ?? "" }

  @Test func `a results file that is cut at any byte gives its whole lines, and grows on`() throws {
    let bytes = try #require(try read("results/" + worked))
    let whole = bytes.split(separator: 0x0A).count { if case .result? = ResultLine($0) { true } else { false } }
    for name in cluster.names("results") { unlink(folder.path + "/results/" + name) }
    #expect(whole == 8)
    for count in bytes.indices {
      try put(Array(bytes[..<count]), "results/1.0.7")
      var results = results()
      let before = news(&results).count
      try put(bytes, "results/1.0.7")
      #expect(before + news(&results).count == whole, "\(count)")
    }
  }

  @Test func `a damaged line counts for nothing`() throws {
    let bytes = try #require(try read("results/" + worked))
    for name in cluster.names("results") { unlink(folder.path + "/results/" + name) }
    var seed = Seed(7).source()
    for _ in 0..<2000 {
      var altered = bytes
      let place = Int.random(in: altered.indices, using: &seed)
      altered[place] ^= UInt8.random(in: 1...255, using: &seed)
      try put(altered, "results/1.0.7")
      var results = results()
      let found = news(&results)
      // A line feed more or less spoils the two lines that it is between; without the first, which names the plan, none counts.
      #expect(found.count >= 6 || found.isEmpty, "byte \(place)")
    }
  }

  @Test func `a line whose bytes a network shows late is read again`() throws {
    let bytes = try #require(try read("results/" + worked))
    for name in cluster.names("results") { unlink(folder.path + "/results/" + name) }
    for line in bytes.lines {
      var late = bytes
      for place in line.indices { late[place] = 0 }
      try put(late, "results/1.0.7")
      var results = results()
      let before = news(&results).count
      try put(bytes, "results/1.0.7")
      #expect(before + news(&results).count == 8 && news(&results).isEmpty)
    }
  }

  @Test func `an outcome that is not one of its order counts as an attempt`() {
    var results = results()
    #expect(!results.news { _ in false })
    #expect(results.attempts { _ in false }.values.elementsEqual([Int](repeating: 1, count: 8)))
    #expect(results.last(of: RunChunk(round: 1, index: 0))?.broken.count == 8)
  }

  @Test func `a round is made once`() throws {
    let round = RunRound(array: "podium-\(folder.id)-2-a", chunks: [[3]], minutes: 1, megabytes: 1)
    #expect(try folder.write(round, to: "rounds/2.json", isNew: true))
    let other = RunRound(array: "podium-\(folder.id)-2-b", chunks: [[4]], minutes: 1, megabytes: 1)
    #expect(try !folder.write(other, to: "rounds/2.json", isNew: true))
    #expect(try folder.round(2, orders: 10) == round && cluster.names("rounds").count == 3)
  }

  @Test func `the cluster of a round is known to who follows a podium that was killed while sbatch answered`() throws {
    #expect(try folder.round(1, orders: 10)?.cluster == nil)
    try put(Array("a line of the site\n101;alpha\n".utf8), "log/1")
    #expect(try folder.round(1, orders: 10)?.cluster == "alpha" && folder.readableRounds.first?.cluster == "alpha")
  }

  @Test func `a worker reads the orders of its chunk and no other`() throws {
    let lines = try #require(try read("orders.jsonl")).lines
    let orders = Array("{\n".utf8) + Array(lines[1]) + Array("\n{\n".utf8)
    let plan = try #require(try folder.plan())
    let own = RunPlan(program: plan.program, shared: plan.shared, orders: SHA256.hex(orders))
    let run = RunFolder(root: cluster.root, id: String(try own.hash().prefix(16)))
    try run.make()
    try RunFolder.write(orders, to: run.at("orders.jsonl"))
    try run.write(own, to: "plan.json")
    try run.write(
      RunRound(array: "podium-\(run.id)-1-a", chunks: [[1], [2]], minutes: 1, megabytes: 1), to: "rounds/1.json")
    #expect(try Self.worker(run, "1", chunk: "0", plan: own.hash(), shell: "").status == 0)
    var results = RunResults(folder: run, orders: 3, plan: try own.hash())
    #expect(news(&results) == [1])
    #expect(try Self.worker(run, "1", chunk: "1", plan: own.hash(), shell: "").status == 69)
  }

  @Test func `results of another plan, of numbers that no order has, and of other names are not read`() throws {
    let bytes = try #require(try read("results/" + worked))
    try write(bytes, to: "results/notes.txt")
    try write(bytes, to: "results/1.0.7.1")
    try write(bytes, to: "results/01.0.7")
    var all = results()
    #expect(news(&all).count == 10 && all.parts.count == 2)
    var few = results(count: 2)
    #expect(news(&few).allSatisfy { $0 < 2 })
    var other = RunResults(folder: folder, orders: 10, plan: String(hash.reversed()))
    #expect(news(&other).isEmpty)
  }

  @Test func `ten thousand altered files give a result or a sentence`() throws {
    var seed = Seed(11).source()
    let originals = try ["plan.json", "orders.jsonl", "rounds/1.json"].map { ($0, try #require(try read($0))) }
    let known = try #require(try folder.plan())
    for turn in 0..<3_300 {
      for (name, bytes) in originals {
        var altered = bytes
        for _ in 0...(turn % 3) {
          let place = Int.random(in: 0..<max(1, altered.count), using: &seed)
          switch turn % 4 {
          case 0: altered.remove(at: place)
          case 1: altered.insert(UInt8.random(in: 0...255, using: &seed), at: place)
          case 2: altered[place] ^= 1 << UInt8.random(in: 0...7, using: &seed)
          default: altered = Array(altered[..<place]) + [UInt8](repeating: 0x5B, count: turn)
          }
          if altered.isEmpty { break }
        }
        try put(altered, name)
        do throws(Diagnostic) {
          switch name {
          case "plan.json": #expect(try folder.plan()?.hash() == hash)
          case "orders.jsonl":
            _ = try folder.orders(of: known)
            #expect(altered == bytes)
          default:
            if let round = try folder.round(1, orders: 10) {
              #expect(round.chunks.allSatisfy { $0.allSatisfy((0..<10).contains) })
            }
          }
        } catch {
          #expect(error.code == "damaged-run" && error.help == "remove the run: jobs clean \(folder.id)")
        }
      }
    }
  }

  @Test(arguments: [
    #""minutes":-1,"#, #""minutes":9000000000000000000,"#, #""megabytes":1e30,"#, #""chunks":[[10]],"#,
    #""chunks":[[-1]],"#, #""array":"podium-another-1-7","#,
  ])
  func `numbers of a round that no podium writes are refused`(_ member: String) throws {
    let text = String(decoding: try #require(try read("rounds/1.json")), as: UTF8.self)
    let pattern = try Regex(member.prefix { $0 != ":" } + #":(\[\[.*?\]\]|"[^"]*"|\d+),"#)
    #expect(text.contains(pattern))
    try put(Array(text.replacing(pattern, with: member).utf8), "rounds/1.json")
    let error = #expect(throws: Diagnostic.self) { try folder.round(1, orders: 10) }
    #expect(error?.code == "damaged-run")
  }

  /// The status of a worker of the first chunk, and what it says.
  private func worker(_ round: String = "1", chunk: String = "0", plan: String? = nil, shell: String = "") throws -> (
    status: Int32, complaint: String
  ) {
    try Self.worker(folder, round, chunk: chunk, plan: plan ?? hash, shell: shell)
  }

  private static func worker(
    _ folder: RunFolder, _ round: String, chunk: String, plan: String, shell: String
  ) throws -> (status: Int32, complaint: String) {
    let program = try BuiltProgram.path("podium")
    let command =
      "\(shell) exec '\(program)' worker --run '\(folder.path)' --round \(round) --chunk \(chunk) --plan \(plan)"
    let run = try ProgramRun(["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"])
    return (run.status, run.errorText)
  }

  @Test func `a worker says by its status what is wrong, and does nothing then`() throws {
    #expect(try worker().status == 0)
    #expect(try worker(plan: String(hash.reversed())).status == 65)
    #expect(try worker("7").status == 66)
    #expect(try worker(chunk: "8").status == 65)
    let orders = try #require(try read("orders.jsonl"))
    try write(orders + [0x0A], to: "orders.jsonl")
    let altered = try worker()
    #expect(altered.status == 65 && altered.complaint.contains("orders.jsonl' is damaged or was altered"))
    try write(orders, to: "orders.jsonl")
    // What was done is not done again.
    for name in cluster.names("results") { unlink(folder.path + "/results/" + name) }
    chmod(folder.path + "/rounds", 0o777)
    let open = try worker()
    #expect(open.status == 73 && open.complaint.contains("others may write into"))
    chmod(folder.path + "/rounds", 0o700)
    #expect(cluster.names("results").isEmpty)
    let other = try worker(shell: "export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable;")
    #expect(other.status == 69 && other.complaint.contains("other last digits"))
    if geteuid() == 0 {
      chown(folder.path + "/rounds", 65534, 65534)
      let foreign = try worker()
      #expect(foreign.status == 73 && foreign.complaint.contains("/rounds' belongs to another user"))
      chown(folder.path + "/rounds", 0, 0)
    }
    let data = folder.data + "/" + (try #require(try folder.plan()).shared)
    try DiskFiles().write([1], to: data, shown: "data", mode: .append)
    #expect(try worker().status == 65)
    unlink(data)
    #expect(try worker().status == 66)
    unlink(folder.path + "/plan.json")
    #expect(try worker().status == 66)
  }

  @Test func `a worker whose disk is full says so`() throws {
    for name in cluster.names("results") { unlink(folder.path + "/results/" + name) }
    let full = try worker(shell: "trap '' XFSZ; ulimit -f 0;")
    #expect(full.status == 74 && full.complaint.contains("no room is left"))
  }

  @Test func `a cluster folder on a full disk is named at once`() throws {
    let (program, empty) = (try BuiltProgram.path("podium"), try StandIn())
    // The stand-in would write too.
    empty.remove("sbatch")
    try empty.write("#!/bin/sh\necho slurm 0\n", "sbatch")
    chmod(empty.state + "/sbatch", 0o755)
    let words = [
      "set executor=slurm cluster-here=0 cluster-folder=\(empty.root)", "load iris", "label species", "cv tree",
    ]
    let command = "ulimit -f 0; exec '\(program)' --no-rc --workspace :memory:"
    let run = try ProgramRun(
      ["/bin/sh", "-c", command + words.map { " -c '\($0)'" }.joined()],
      environment: ["PATH": empty.state + ":/usr/bin:/bin", "HOME": empty.folder.path])
    #expect(run.status == 1 && run.errorText.contains("no room is left for '\(empty.root)/runs/"), "\(run.errorText)")
    for code in [ENOSPC, EDQUOT, EFBIG] { #expect(RunFolder.unwritable("x", code).code == "disk-full") }
    #expect(RunFolder.unwritable("x", EACCES).code == "cluster-folder")
  }

  @Test func `a worker that is asked to stop says so in its results`() throws {
    let cluster = try StandIn()
    try cluster.write("", "held")
    let plan = try Folds.plan(["forest"], repeats: 100)
    var context = Folds.context(plan)
    context.elsewhere = { if $0.waiting > 0 { _ = try? RunFolder.write([], to: cluster.run + "/cancelled") } }
    #expect(throws: Diagnostic.self) { try cluster.executor(chunk: 1e6).run(Folds.jobs(plan), in: context) }
    let folder = RunFolder(root: cluster.root, id: FilePath(cluster.run).name)
    let hash = try #require(try folder.plan()).hash()
    let stopped = try Self.worker(
      folder, "1", chunk: "0", plan: hash,
      shell:
        "( until grep -q '\"result\"' '\(folder.path)'/results/1.*; do sleep 0.01; done 2>/dev/null; kill -TERM $$ ) &")
    #expect(stopped.status == 75)
    let name = try #require(cluster.names("results").first { $0.hasPrefix("1.") })
    let bytes = try #require(try DiskFiles.shared(at: folder.at("results/" + name)))
    #expect(bytes.last == 0x0A)
    guard case .stopped? = bytes.split(separator: 0x0A).last.flatMap({ ResultLine($0) }) else {
      Issue.record("the last line is another")
      return
    }
  }

  @Test func `a damaged round does not hide the arrays of others, and a gap hides the rounds after it`() throws {
    let name = try #require(try folder.round(1, orders: 10)).array
    try write(Array("{".utf8), to: "rounds/2.json")
    #expect(throws: Diagnostic.self) { try folder.rounds(orders: 10) }
    let text = String(decoding: try #require(try read("rounds/1.json")), as: UTF8.self)
    try put(Array(text.replacing("-1-", with: "-3-").utf8), "rounds/3.json")
    #expect(folder.readableRounds.map(\.array) == [name, name.replacing("-1-", with: "-3-")])
    unlink(folder.at("rounds/2.json"))
    #expect(try folder.rounds(orders: 10).map(\.array) == [name])
  }

  @Test func `a run may be of any year`() {
    // Only some file systems keep such a time, as those in memory.
    let folder = RunFolder(root: "/dev/shm/podium-\(RunFolder.random)", id: "1")
    guard FilePath(folder.at("plan.json")).makeFoldersAbove() == nil else { return }
    defer { DiskFiles.remove(tree: folder.root) }
    for (seconds, moment) in [(1 << 50, Moment(microseconds: .max).microseconds), (-1 << 50, 0), (7, 7_000_000)] {
      var times = [timespec(), timespec()]
      times[1].tv_sec = seconds
      utimensat(AT_FDCWD, folder.path, times, 0)
      #expect(folder.since.microseconds == moment)
    }
  }

  @Test func `data are written once, and not believed`() throws {
    let hash = try folder.put([1, 2, 3])
    #expect(try folder.get(hash) == [1, 2, 3])
    try DiskFiles().write([1, 2, 4], to: cluster.root + "/data/" + hash, shown: "data", mode: .replace)
    #expect(throws: Diagnostic.alteredBlob(hash)) { try folder.get(hash) }
    #expect(throws: Diagnostic.missingBlob("../../plan.json")) { try folder.get("../../plan.json") }
  }
}
