import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Undo and redo, to any depth, of commands that write the same few records again and again.
struct UndoWalkTests {
  /// Commands of the three sports and of saved tables, over a handful of records.
  static let commands = [
    "ski pair add 4711001", "ski pair add 4711002", "ski pair edit 4711001 nickname=a", "ski pair delete 4711002",
    "ski pair edit 4711001 nickname=b", "ski pair edit 4711001 owner=\"Anna Berg\" tags=race",
    "ski session new Falun number=1 air=-5", "ski session edit 1 air=-6", "ski session edit 1 new=50 old=50",
    "ski session edit 1 new=100", "ski session delete 1", "ski add 1 4711001", "ski add 1 4711002",
    "ski rank 1 4711001 4711002", "ski rank 1 4711002/4711001", "ski rank 1 4711002 4711001", "ski drop 1 4711002",
    "ski glide 1 4711001 beats 4711002 margin=5", "ski glide 1 change=1 margin=9", "ski glide 1 remove=1",
    "ski term rename place Falun Mora", "ski term rename place Mora Falun",
    "football import league-a.csv", "football import league-b.csv",
    "surf import ndbc buoy-a.txt station=BUOY1", "surf import ndbc buoy-b.txt station=BUOY1",
    "load t.csv", "save few replace=yes", "label b", "workspace remove few", "load t.csv as other",
  ]
  private static let buoyHead =
    "#YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE\n"
    + "#yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft\n"
  static let files = [
    "t.csv": "a,b\n1,x\n2,y\n",
    "league-a.csv": "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,13/08/2022,Leeds,Derby,1,0,H\n",
    "league-b.csv":
      "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,13/08/2022,Leeds,Derby,2,0,H\nE0,20/08/2022,Derby,Leeds,1,1,D\n",
    "buoy-a.txt": buoyHead
      + "2024 01 13 23 50 150  2.7  3.3    MM    MM    MM  MM 1015.2   5.2   9.1    MM   MM   MM    MM\n",
    "buoy-b.txt": buoyHead
      + "2024 01 14 00 50 160  3.7  3.3    MM    MM    MM  MM 1015.2   5.2   9.1    MM   MM   MM    MM\n",
  ]

  /// Everything a session shows of its records and tables, as text.
  static func snapshot(_ session: Interpreter) throws -> String {
    let store = try session.store()
    var lines: [String] = []
    for kind in try store.kinds() {
      for record in try store.records(RecordQuery(kind.name)) {
        let fields = record.fields.map { "\($0)=\($1.fileText)" }.sorted()
        lines.append("\(kind.name) \(record.id) \(fields.joined(separator: ";"))")
      }
    }
    for entry in try store.datasets() {
      let dataset = try #require(try store.dataset(entry.name))
      lines.append("saved \(entry.name) \(dataset.table.names) \(dataset.table.rowCount)")
    }
    for name in session.state.order {
      let columns = session.state.tables[name]?.table.columns ?? []
      lines.append("table \(name) \(columns.map { "\($0.name) \($0.role)" })")
    }
    lines.append("current \(session.state.currentName ?? "-")")
    return lines.joined(separator: "\n")
  }

  static func session() throws -> Interpreter {
    let whole = try Assembly.session(folder: "/", datasets: [Checkout.path("datasets")])
    let session = try #require(whole.session.apart())
    for (name, text) in files {
      try session.services.files.write(
        Array(text.utf8), to: session.services.resolve(name), shown: name, mode: .new)
    }
    return session
  }

  @Test(arguments: 1...6)
  func `random commands, undo and redo match a list of snapshots`(seed: Int) throws {
    var session = try Self.session()
    var random = SystemlessRandom(seed: UInt64(seed))
    var (past, future): ([(command: String, before: String)], [(command: String, after: String)]) = ([], [])
    var worked = 0
    for _ in 0..<90 {
      let before = try Self.snapshot(session)
      let chance = random.below(10)
      if chance < 5 {
        let command = Self.commands[random.below(Self.commands.count)]
        var report: CommandReport?
        _ = session.run(command) { report = $0 }
        let after = try Self.snapshot(session)
        if report?.error != nil { #expect(after == before, "\(command) failed and changed something") }
        guard after != before else { continue }
        worked += 1
        past.append((command, before))
        future = []
      } else if chance < 8 {
        for _ in 0...random.below(4) {
          let now = try Self.snapshot(session)
          let step = past.popLast()
          #expect(try session.inCommand { try $0.undo() } == step?.command)
          if let step {
            #expect(try Self.snapshot(session) == step.before, "undo of \(step.command)")
            future.append((step.command, now))
          }
        }
      } else {
        for _ in 0...random.below(3) {
          let now = try Self.snapshot(session)
          let step = future.popLast()
          #expect(try session.inCommand { try $0.redo() } == step?.command)
          if let step {
            #expect(try Self.snapshot(session) == step.after, "redo of \(step.command)")
            past.append((step.command, now))
          }
        }
      }
    }
    // Were most of them refused, little would have been tried.
    #expect(worked > 12)
    #expect(try session.store().check() == [])
  }

  @Test func `every command of the list works in some state`() throws {
    var session = try Self.session()
    var random = SystemlessRandom(seed: 7)
    var left = Set(Self.commands)
    // Some undo what others need: in random order each meets a state in which it works.
    for _ in 0..<4000 where !left.isEmpty {
      let command = Self.commands[random.below(Self.commands.count)]
      var report: CommandReport?
      _ = session.run(command) { report = $0 }
      if report?.error == nil { left.remove(command) }
    }
    #expect(left == [])
  }
}

extension Interpreter {
  /// Does something as the interpreter does around a command.
  fileprivate mutating func inCommand<Result>(
    _ body: (inout Interpreter) throws -> Result
  ) throws -> Result {
    try store().begin("walk")
    do {
      let result = try body(&self)
      _ = try store().commit()
      return result
    } catch {
      try store().rollBack()
      throw error
    }
  }
}
