import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Columns that choose, group, order and match rows are among the origins of what is computed over these.
struct LeakOriginTests {
  /// Made: forty rows of ten users, a number and whether they clicked.
  private static let clicks =
    "user,x,clicked\n" + (0..<40).map { "u\($0 % 10),\($0 * 7 % 13).5,\($0 % 3 == 0 ? "y" : "n")\n" }.joined()

  /// What the guard says of `r` after some commands.
  private func code(_ commands: String) throws -> String? {
    let folder = TemporaryFolder()
    let path = folder.path + "/u.csv"
    try CommandFixture.files.write(Array(LeakOriginTests.clicks.utf8), to: path, shown: path, mode: .replace)
    var session = CommandFixture.session(folder: folder.path)
    for line in ["load \(path)"] + commands.split(separator: "; ").map(String.init) {
      let error = session.report(line)?.error
      #expect(error == nil, "\(line): \(error?.message ?? "")")
    }
    for line in ["features r", "label clicked"] { #expect(session.report(line)?.error == nil) }
    return session.report("cv tree k=4")?.error?.code
  }

  @Test(arguments: [
    "derive r = x; replace r = r + 1 if clicked == 'y'", "derive r = 1 if clicked == 'y'; replace r = 0 if missing(r)",
    "derive r = x; filter clicked == 'y'; replace r = r + 1; filter off",
    "derive r = x; filter clicked == 'y'; replace r = r + 1; filter x > 0",
    "by clicked,user: derive r = mean(x)", "by clicked: derive r = rank(x)", "by user: derive r = lag(x) order=clicked",
    "derive c = clicked; by c: derive r = x - mean(x)",
    "by user,clicked: summarize r = mean(x) as s; use u; join s on=user,clicked",
    "by user: summarize r = n() as s if clicked == 'y'; use u; join s on=user; replace r = coalesce(r, 0)",
    "filter clicked == 'y'; by user: summarize r = n() as s; use u; filter off; join s on=user; replace r = coalesce(r, 0)",
    "derive k = 1; keep if clicked == 'y'; by user: summarize r = n() as s; load u.csv; join s on=user; replace r = coalesce(r, 0)",
    "pivot clicked values=x rows=user using=n as s; rename y r; use u; join s on=user",
    "sql \"select user, count(*) as r from u where clicked = 'y' group by user\" as s; use s; use u; join s on=user; replace r = coalesce(r, 0)",
    "sql \"select user, clicked, x, sum(x) over (partition by user, clicked) as r from u\" as s; use s",
  ])
  func `what the target chose, grouped, ordered or matched gives it away`(_ commands: String) throws {
    #expect(try code(commands) == "leak-derived")
  }

  @Test(arguments: [
    "derive r = x * 2", "by user: derive r = mean(x)", "filter user != 'u1'; derive r = x",
    "filter clicked == 'y' or x > 1; derive r = x * 2",
    "keep if not missing(clicked); by user: summarize r = mean(x) as s; use u; join s on=user",
    "derive r = x if not missing(clicked)", "derive r = x; replace r = 0 if r > 5",
    "by user: summarize r = mean(x) as s; use u; join s on=user",
    "sql \"select x as r, clicked from u where x > 1\" as s; use s",
    "sql \"select x * 2 as r, clicked from u where clicked is not null\" as s; use s",
  ])
  func `what it did not is honest`(_ commands: String) throws {
    #expect(try code(commands) == nil)
  }

  @Test func `origins follow new names, and are kept in saved tables`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/u.csv"
    try CommandFixture.files.write(Array(LeakOriginTests.clicks.utf8), to: path, shown: path, mode: .replace)
    var session = CommandFixture.session(folder: folder.path)
    for line in [
      "load \(path)", "filter clicked == 'y'", "derive r = x", "rename clicked answer", "rename r s", "filter off",
    ] {
      #expect(session.report(line)?.error == nil)
    }
    let table = try #require(session.state.current?.table)
    #expect(table["s"]?.origin == ColumnOrigin(["x"], chosenBy: ["answer"]))
    #expect(try TableArchive.table(TableArchive.bytes(of: table)) == table)
    #expect(table.sources(of: "s") == ColumnOrigin(["x"], chosenBy: ["answer"]))
  }
}
