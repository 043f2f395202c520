import Glibc
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import Testing

/// Clients of one engine, each with options of its own.
@Suite struct ClientTests {
  @Test func `two clients at once have authors, clocks, zones, widths, events and gates of their own`() throws {
    let front = try Front()
    let (ann, bo) = (Log(), Log())
    func client(_ name: String, _ zone: String, _ width: Int, _ day: Int, _ log: Log) throws -> EngineSession {
      let rules = try SystemZones.rules(zone)
      return try front.session(log) { client in
        (client.author, client.width) = (name, width)
        client.now = { Moment(microseconds: day * 86_400_000_000) }
        client.localClock = LocalClock(zone: zone, rules: rules)
        client.gate = { (request) throws(Diagnostic) in
          if request.verb == "ski pair" { throw Diagnostic("refused", "\(name) may not see pairs") }
        }
      }
    }
    let second = try client("bo", "Asia/Tokyo", 120, 20_501, bo)
    let first = try client("ann", "Europe/Stockholm", 40, 20_500, ann)
    // One runs while a command of the other does.
    first.execute("ski session new Åre at=\"2026-02-01 10:30\"; ski pair") { event in
      guard case .started(1, _) = event else { return }
      second.execute("load iris; ski session new Sapporo at=\"2026-02-01 10:30\"; ski pair 017")
    }
    #expect(ann.codes == [nil, "refused"] && bo.codes == [nil, nil, "refused"])
    #expect(ann.reports.last?.error?.message.hasPrefix("ann") == true)
    #expect(bo.reports.last?.error?.message.hasPrefix("bo") == true)
    second.execute("ski session 1; ski session 2")
    let shown = bo.text
    #expect(shown.contains("ann") && shown.contains("bo"))
    #expect(shown.contains("2026-02-01 10:30+01:00") && shown.contains("2026-02-01 10:30+09:00"), "\(shown)")
    #expect(shown.contains("2026-02-16") && shown.contains("2026-02-17"), "\(shown)")
    #expect(first.snapshot.state.settings.width == 40 && second.snapshot.state.settings.width == 120)
    #expect(first.snapshot.state.current == nil && second.snapshot.state.current != nil)
  }

  @Test func `a command asks its own client`() throws {
    let front = try Front()
    let (yes, none) = (Log(), Log())
    let asked = try front.session(yes) { client in
      client.confirm = { question, _ in
        yes.note(question)
        return false
      }
    }
    let alone = try front.session(none)
    asked.execute("ski athlete add \"Anna Nilsson\"; ski forget Nilsson")
    alone.execute("ski forget Nilsson")
    #expect(yes.noted.count == 1)
    #expect(yes.codes == [nil, nil] && yes.text.contains("kept Anna Nilsson"))
    #expect(none.codes == ["not-confirmed"])
  }

  @Test func `who types in full may be asked, and who is away is neither asked nor shown a watch`() throws {
    let front = try Front()
    front.write("ski forget Nilsson\n", "s.podium")
    let log = Log()
    let session = try front.session(log) { client in
      client.isLive = true
      client.confirm = { question, _ in
        log.note("asked")
        return false
      }
      client.editor = { text in
        log.note(text)
        return nil
      }
    }
    session.execute("ski athlete add \"Anna Nilsson\"; load iris; edit 2; desc")
    #expect(log.codes == [nil, nil, nil, "unknown-command"] && log.noted == ["load iris\n"])
    session.execute("ski forget Nilsson", isAttended: false)
    session.execute("ski forget Nilsson", from: .init("s.podium"))
    session.execute(file: "s.podium")
    session.execute("watch 0.1 head 1; edit 2", keepGoing: true, isAttended: false)
    #expect(
      log.codes.suffix(5) == ["not-confirmed", "not-confirmed", "not-confirmed", "not-live", "not-interactive"])
    #expect(log.noted == [])
    session.execute("ski forget Nilsson; clear")
    #expect(log.noted == ["asked"])
    #expect(log.events.contains { if case .cleared = $0 { true } else { false } })
    let other = try front.session(log)
    other.execute("watch 0.1 head 1")
    #expect(log.codes.last == "not-live")
  }

  @Test func `a program of the shell is killed with all that it started`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    let result = session.execute("!trap '' INT; (exec sleep 600) & echo $!; exec sleep 600") { [weak session] event in
      if case .bytes = event { session?.interrupt() }
    }
    #expect(result.status == .interrupted)
    let number = try #require(Int32(log.bytes.split(separator: "\n").first ?? ""))
    // A killed process may remain until its parent takes notice of it.
    func isGone() -> Bool {
      let file = open("/proc/\(number)/stat", O_RDONLY)
      guard file >= 0 else { return true }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 200)
      let count = max(0, read(file, &bytes, bytes.count))
      return String(decoding: bytes[..<count], as: UTF8.self).contains(") Z")
    }
    while !isGone() { usleep(10_000) }
    // The child hears of a closed pipe, as from a shell. (`head` closes the pipe before it writes, so the order would vary.)
    session.execute("!(yes; echo $? >&2) | { read -r line; echo $line; }")
    #expect(log.bytes.hasSuffix("y\n[141\n]"), "\(log.bytes.suffix(80))")
  }

  @Test func `what programs write comes as events, and a program is stopped`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    #expect(session.execute("!echo one; echo two >&2; sleep 0.2; echo three").status == .ok)
    #expect(log.bytes == "one\n[two\n]three\n")
    #expect(session.execute("load iris; head 1 | head -n 1 | cut -c 1-5").status == .ok)
    #expect(log.bytes.hasSuffix("three\nsepal\n"), "\(log.bytes)")
    #expect(session.execute("!exit 3").status == .error && session.execute("!cat").status == .ok)
    let result = session.execute("!echo on; exec sleep 600") { [weak session] event in
      if case .bytes = event { session?.interrupt() }
    }
    #expect(result.status == .interrupted)
    let strange = try front.session(log) { $0.isTrusted = false }
    #expect(strange.execute("!true").wasRefused)
  }

  @Test func `uncounted commands take no number and leave neither cell nor result, but what they change`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    session.execute("load iris")
    let results = session.snapshot.results.entries.count
    session.execute("label species; count species as hidden", isCounted: false)
    session.execute("describe")
    #expect(log.reports.map(\.cell) == [1, 0, 0, 2])
    #expect(session.cells.entries.map(\.cell) == [1, 2])
    #expect(session.snapshot.state.current?.target?.name == "species")
    #expect(session.snapshot.results.entries.count == results + 1)
    session.execute("undo")
    #expect(session.snapshot.state.current?.target == nil)
  }

  @Test func `the commands so far can be read while another one runs`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    session.execute("load iris; head 1; show 2") { [weak session] event in
      guard case .started(3, _) = event, let session else { return }
      for entry in session.cells.entries { log.note("\(entry.cell) \(entry.input) \(entry.reports.count)") }
    }
    #expect(log.noted == ["1 load iris 1", "2 head 1 1"])
  }

  @Test func `a thread of the engine's own has the stack that commands need`() async throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    let nested = "= " + String(repeating: "(", count: 400) + "1" + String(repeating: ")", count: 400)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let isStarted = Engine.detach {
        session.execute(nested)
        done.resume()
      }
      if !isStarted { done.resume() }
    }
    #expect(log.reports.count == 1)
  }

  @Test func `a front end asks for completions, help and forms`() throws {
    let front = try Front()
    let log = Log()
    let session = try front.session(log)
    session.execute("load iris; head 1; nosuch")
    #expect(session.complete("head if petal_w", at: 15)?.candidates.map(\.text) == ["petal_width_cm"])
    #expect(session.inspect("cv tree k=5", at: 9)?.outputs.isEmpty == false)
    #expect(session.isComplete("head (") == .incomplete && session.isComplete("head 1") == .complete)
    let registry = session.snapshot.registry
    for width in [40, 200] {
      let bundle = registry.bundle(of: log.reports[1], width: width)
      guard case .text(let plain)? = bundle["text/plain"], case .text(let json)? = bundle["application/json"] else {
        Issue.record("a form is missing")
        return
      }
      #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width }, "\(plain)")
      #expect(plain.contains("petal_width_cm") == (width == 200))
      #expect(json.contains("\"cell\":2"))
    }
    guard case .text(let json)? = registry.bundle(of: log.reports[2], width: 80)["application/json"] else {
      Issue.record("an error has no JSON")
      return
    }
    #expect(json.contains("unknown-command"))
  }

  @Test func `a kernel shows what an exported notebook has`() throws {
    let front = try Front()
    front.write("```podium\nload iris\nplot hist petal_width_cm\nnosuch\n```\n", "n.podium.md")
    let log = Log()
    let session = try front.session(log)
    session.execute("load iris; plot hist petal_width_cm; nosuch")
    let reports = log.reports
    let outputs = reports.indices.flatMap { place in
      JupyterOutput.all(of: reports[place], isLast: place == 1, isStable: true)
    }
    let shown = outputs.map { output in
      switch output {
      case .result(let bundle): "result " + bundle.entries.map(\.type).joined(separator: " ")
      case .display(let bundle): "display " + bundle.entries.map(\.type).joined(separator: " ")
      case .stream(_, let text): text
      case .error(let code, _, let lines): "\(code) \(lines.count > 1)"
      }
    }
    #expect(
      shown == [
        "display application/vnd.podium.v1+json text/html text/plain", "display image/svg+xml text/html text/plain",
        "unknown-command true",
      ])
    var options = FileOptions()
    options.keepGoing = true
    let text = try #require(session.export(NotebookExport("n.podium.md", to: .ipynb), options).text)
    for kind in ["display_data", "error"] { #expect(text.contains("\"\(kind)\"")) }
    // A kernel sends what an export writes.
    let (type, content) = outputs[0].message(count: 1, of: "123456")
    #expect(type == "display_data" && content["metadata"]?["podium"]?["of"]?.string == "123456")
    #expect(content["data"]?["text/plain"]?.string?.hasPrefix("iris: 150 rows") == true)
  }

  @Test func `a cell of a kernel declares what a notebook does`() throws {
    let front = try Front()
    front.write("a,b\n1,2\n", "d.csv")
    let session = try front.session()
    func declare(_ text: String) -> ExecutionResult? { session.declare(cell: text) }
    #expect(declare("load iris") == nil && declare("k=5") == nil && declare("#| a comment") == nil)
    let cell = "#| ---\n#| seed: 7\n#| author: Ann\n#| parameters:\n#|   k: 5\n#|   name: a b\n#|\n#| ---"
    #expect(declare(cell)?.status == .ok)
    #expect(session.snapshot.state.settings.seed == 7)
    #expect(session.snapshot.parameters == ["k": "5", "name": "a b"])
    #expect(declare("# Parameters\nk=6\nname='it'\"'\"'s' # mine\n")?.status == .ok)
    #expect(session.snapshot.parameters == ["k": "6", "name": "it's"])
    #expect(declare("k=7\nother=1") == nil)
    let result = declare("name='two\nlines'")
    #expect(result?.status == .error && result?.failure?.code == "bad-value")
    #expect(session.snapshot.parameters == ["k": "6", "name": "it's"] && session.cells.entries.isEmpty)
    // The next command is the first.
    #expect(session.execute("load iris").commands == 1 && session.cells.entries.last?.cell == 1)
    for (text, code) in [
      ("data:\n  d.csv: sha256:00", "changed-data"), ("data:\n  gone.csv: sha256:00", "missing-data"),
      ("seed: x", "bad-front-matter"), ("podium: 99", "newer-format"),
    ] {
      let lines = ("---\n" + text + "\n---").split(separator: "\n").map { "#| " + $0 }
      let refused = declare(lines.joined(separator: "\n"))
      #expect(refused?.status == .error && refused?.failure?.code == code, "\(text)")
    }
  }

  @Test func `a signature says what a form needs`() throws {
    let front = try Front()
    let registry = front.engine.registry
    let cv = try #require(registry.command("cv")?.signature)
    #expect(cv.has(.readsOnly) && registry.command("load")?.signature.has(.readsOnly) == false)
    let parameters = Dictionary(uniqueKeysWithValues: cv.parameters.map { ($0.description.name, $0.description.type) })
    #expect(parameters["k"] == .integer(2...100_000), "\(String(describing: parameters["k"]))")
    #expect(parameters["shuffle"]?.choices == ["yes", "no"])
    let log = Log()
    let session = try front.session(log) { $0.format = "json" }
    session.execute("help cv")
    let json = log.reports.map { JSONRenderer().render($0, on: .unlimited).texts.joined() }.joined()
    #expect(json.contains(#""command":"cv""#) && json.contains(#""reads_only":true,"clauses":["if","in","by"]"#))
    #expect(json.contains(#""type":"integer","low":2,"high":100000"#), "\(json)")
  }
}
