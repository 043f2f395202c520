import Glibc
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

/// `label` on ranks within a group, cut as the program of the ski thesis does.
struct LabelTests {
  static let shares = #"cuts=0.33,0.66 names="Top pick",Ok,Rejected"#

  /// The counts of classes after a label of one group with these ranks.
  private func counts(_ ranks: [String], _ keys: String) throws -> [Int] {
    var session = try session(ranks)
    let report = session.report("by race: label rank " + keys)
    #expect(report?.error == nil, "\(report?.error?.message ?? "")")
    let target = try #require(session.state.current?.target)
    guard case .ordered(let classes) = target.values else {
      Issue.record("the target is of type \(target.type)")
      return []
    }
    return classes.levels.indices.map { level in classes.codes.count { Int($0) == level } }
  }

  private func session(_ ranks: [String]) throws -> Interpreter {
    let folder = TemporaryFolder()
    let text = "race,x,rank\n" + ranks.enumerated().map { "one,\($0),\($1)\n" }.joined()
    try CommandFixture.files.write(Array(text.utf8), to: folder.path + "/ranks.csv", shown: "ranks.csv", mode: .new)
    var session = CommandFixture.session(folder: folder.path)
    #expect(session.report("load ranks.csv")?.error == nil)
    return session
  }

  private func ranks(_ n: Int) -> [String] { (1...n).map(String.init) }

  @Test(arguments: [(1, [0, 0, 1]), (2, [0, 1, 1]), (3, [0, 1, 2]), (8, [2, 3, 3]), (9, [2, 3, 4])])
  func `shares cut at the floor of 0_33 n and 0_66 n`(_ n: Int, _ expected: [Int]) throws {
    #expect(try counts(ranks(n), Self.shares) == expected)
  }

  @Test(arguments: [(1, [0, 0, 1]), (2, [0, 1, 1]), (3, [1, 1, 1]), (8, [2, 3, 3]), (9, [3, 3, 3])])
  func `thirds cut evenly`(_ n: Int, _ expected: [Int]) throws {
    #expect(try counts(ranks(n), "cuts=thirds") == expected)
  }

  @Test func `a gap in the ranks moves rows to later classes`() throws {
    #expect(try counts(["1", "2", "3", "4", "6", "7", "8", "9"], Self.shares) == [2, 2, 4])
  }

  @Test func `equal ranks share a class`() throws {
    #expect(try counts(["1", "1", "3", "4", "5", "6", "7", "8"], Self.shares) == [2, 3, 3])
    #expect(try counts(["2", "2", "2", "4", "5", "6", "7", "8"], Self.shares) == [3, 2, 3])
  }

  @Test func `a row without a rank counts in n, gets no class and is reported`() throws {
    #expect(try counts(["1", "2", "3", "", "5", "6", "7", "8"], Self.shares) == [2, 2, 3])
    var session = try session(["1", "", "3", "4"])
    let outputs = session.report("by race: label rank " + Self.shares)?.outputs ?? []
    let warnings = outputs.compactMap { if case .warning(let note) = $0 { note.text } else { nil } }
    #expect(warnings == ["1 row without a rank has no class"])
  }

  @Test func `each group is cut separately`() throws {
    var session = CommandFixture.session()
    for line in ["load ski-thesis", "label"] { #expect(session.report(line)?.error == nil) }
    let target = try #require(session.state.current?.target)
    guard case .ordered(let classes) = target.values else { return }
    #expect(classes.levels == ["Top pick", "Ok", "Rejected"])
    #expect(classes.levels.indices.map { level in classes.codes.count { Int($0) == level } } == [28, 42, 42])
    #expect(session.report("label stored_rank")?.error == nil)
    let stored = try #require(session.state.current?.target)
    guard case .ordered(let others) = stored.values else { return }
    #expect(others.levels.indices.map { level in others.codes.count { Int($0) == level } } == [28, 41, 43])
  }

  @Test(arguments: [("rank", "label"), ("stored_rank", "stored_label")])
  func `the classes match those stored with the data of the thesis`(_ rank: String, _ stored: String) throws {
    var session = CommandFixture.session()
    for line in ["load ski-thesis", "label \(rank)"] { #expect(session.report(line)?.error == nil) }
    let dataset = try #require(session.state.current)
    let target = try #require(dataset.target)
    let column = try #require(dataset.table[stored])
    for row in 0..<dataset.table.rowCount { #expect(target[row].fileText == column[row].fileText) }
  }

  @Test func `the column that classes are made from is not a feature, and gets its role back afterwards`() throws {
    var session = try session(ranks(9))
    #expect(session.report("by race: label rank " + Self.shares)?.error == nil)
    #expect(session.state.current?.table["rank"]?.role == .ignored)
    #expect(session.report("label x task=classes")?.error == nil)
    #expect(session.state.current?.table["rank"]?.role == .feature)
    #expect(session.state.current?.table["rank_class"] == nil)
  }

  @Test(arguments: [
    "label rank cuts=0.66,0.33 names=a,b,c", "label rank cuts=0,0.5 names=a,b,c",
    "label rank cuts=0.5,1 names=a,b,c",
    "label rank cuts=nan names=a,b", "label rank cuts=0.33,0.66 names=a,b", "label rank cuts=0.5 names=a,a",
    "label race cuts=thirds", "label rank cuts=thirds task=number", "by nope: label rank cuts=thirds",
  ])
  func `invalid cuts and names are refused and change nothing`(_ line: String) throws {
    var session = try session(ranks(9))
    let before = session.state
    let report = session.report(line)
    #expect(report?.error?.span != nil)
    #expect(session.state == before)
  }
}
