import PodiumPlugin
import PodiumTestKit

/// Commands whose words are few and whose work could be large; each runs below a limit of 4 GB, as in a small machine.
extension Bomb {
  private static func lines(_ name: String, _ lines: [String], shell: String = "") -> Bomb {
    let script = lines.joined(separator: "\n")
    return Bomb(
      name: name, shell: shell, files: { [("script", Array(script.utf8))] },
      run: "ulimit -v 4000000; ulimit -d 4000000; \(quiet) <script", limit: (seconds: 10, megabytes: 1024))
  }

  private static func sql(_ name: String, _ query: String) -> Bomb { lines(name, ["load iris", "sql \"\(query)\""]) }

  /// A table of random words and a class, by awk: so many rows, words and classes.
  private static func table(_ rows: Int, words: Int, classes: Int, columns: Int = 1) -> String {
    """
    awk 'BEGIN { srand(1); printf "w,y"; for (c = 1; c <= \(columns); c++) printf ",x" c; print ""; for (r = 0; r < \(rows); r++) {
      printf "w%d,y%d", r % \(words), r % \(classes); for (c = 0; c < \(columns); c++) printf ",%.6f", rand(); print "" } }' >t.csv
    """
  }

  /// A table of 5000 rows, each of a number and the next one, by awk.
  private static func ring(_ head: String, _ row: String) -> String {
    """
    awk 'BEGIN { print "\(head)"; for (r = 0; r < 5000; r++) printf "\(row)\\n", 10000 + r, 10000 + (r + 1) % 5000 }' >t.csv
    """
  }

  private static let learning = ["load t.csv types=w:category,y:category", "label y"]

  static let commands: [Bomb] = [
    lines(
      "texts-doubled",
      ["load iris", "derive s = species"] + [String](repeating: "replace s = s + s + s + s", count: 11)),
    lines(
      "text-replaced",
      ["load iris"]
        + ["species", "a"].map {
          "derive \($0 == "a" ? "b" : "a") = replace(\($0), 's', '\(String(repeating: "s", count: 20_000))')"
        }
    ),
    lines(
      "replace-nested",
      [
        "load iris",
        "derive a = " + String(repeating: "replace(", count: 27) + "species"
          + String(repeating: ", 's', 'ss')", count: 27),
      ]),
    lines(
      "condition",
      [
        "load iris", "derive s = replace(species, 's', '\(String(repeating: "s", count: 50_000))')",
        "head if length(\((0..<40).map { _ in "s" }.joined(separator: " + "))) > 1",
      ]),
    lines(
      "value-doubled",
      ["load iris", "quiet: = first(species) as v"] + (0..<40).map { _ in "quiet: = $v + $v as v" } + ["fields"]),
    lines(
      "parts",
      [
        "load t.csv", "derive n = rank(x1)",
        "derive p = part(replace(w, 'w', '\(String(repeating: "a", count: 60_000))'), n)",
      ],
      shell: table(40_000, words: 3, classes: 2)),
    lines(
      "summarize-texts",
      [
        "load t.csv", "derive s = replace(w, 'w', '\(String(repeating: "a", count: 9000))') + '1'",
        "by x1: summarize l = last(s + s + s + s + s + s), m = first(s + s + s + s + s + s + s)",
      ], shell: table(20_000, words: 3, classes: 2)),
    lines(
      "join", ["load t.csv as a", "load t.csv as b", "join a on=y many=yes"], shell: table(13_000, words: 3, classes: 1)
    ),
    lines("count-crossed", ["load t.csv", "count w y"], shell: table(20_000, words: 20_000, classes: 19_999)),
    lines("pivot", ["load t.csv", "pivot y values=x1 rows=w"], shell: table(400_000, words: 399_999, classes: 1000)),
    sql("sql-long-value", "SELECT hex(zeroblob(130000000)) h FROM iris"),
    sql(
      "sql-long-values", "SELECT \((0..<500).map { "hex(zeroblob(1000000)) h\($0)" }.joined(separator: ",")) FROM iris"),
    sql(
      "sql-doubled",
      "SELECT \((0..<500).map { "h||h c\($0)" }.joined(separator: ",")) FROM (SELECT hex(zeroblob(2000000)) h FROM iris)"
    ),
    sql("sql-names", "SELECT \((0..<1999).map { _ in "1 a" }.joined(separator: ",")) FROM iris"),
    sql("sql-union", "WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x + 1 FROM c) SELECT count(*) FROM c, iris"),
    sql("sql-endless", "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c, iris"),
    sql(
      "sql-queue",
      "WITH RECURSIVE c(x, h) AS (SELECT 1, hex(zeroblob(4000000)) UNION ALL SELECT x + 1, h || x FROM c) SELECT x, h FROM c, iris"
    ),
    sql("sql-rows", "SELECT a.*, b.*, c.* FROM iris a, iris b, iris c, iris d"),
    sql("sql-sorted", "SELECT hex(zeroblob(100000)) h, a.petal_width_cm FROM iris a, iris b, iris c ORDER BY 1, 2"),
    sql("sql-instr", "SELECT instr(hex(zeroblob(1000000)), hex(zeroblob(500000)) || '1') FROM iris LIMIT 1"),
    sql("sql-replace", "SELECT length(replace(hex(zeroblob(1000000)), '0', hex(zeroblob(1000)))) FROM iris"),
    sql(
      "sql-trim",
      "SELECT max(length(trim(h || a.petal_width_cm, h))) AS n FROM iris a, iris b, (SELECT hex(zeroblob(2000000)) AS h)"
    ),
    sql("sql-like", "SELECT hex(zeroblob(4000000)) LIKE '%' || substr(hex(zeroblob(500)), 1, 900) || '1' FROM iris"),
    sql("sql-glob", "SELECT hex(zeroblob(4000000)) GLOB '*' || substr(hex(zeroblob(500)), 1, 900) || '1' FROM iris"),
    sql(
      "sql-group-concat",
      "SELECT group_concat(hex(zeroblob(10000))) OVER (ORDER BY a.petal_width_cm) FROM iris a, iris b"),
    sql(
      "sql-lengths",
      "SELECT \((0..<900).map { "length(h) + \($0) l\($0)" }.joined(separator: ",")) FROM (SELECT hex(zeroblob(7000000)) h FROM iris a, iris b)"
    ),
    sql(
      "sql-json", "SELECT json_array_length('[' || replace(hex(zeroblob(3000000)), '0', '0,') || '0]') AS n FROM iris"),
    sql("sql-printf", "SELECT length(printf('%.*c', 900000000, 'a')) FROM iris"),
    sql("sql-strftime", "SELECT length(strftime(replace(hex(zeroblob(2000000)), '0', '%J'), 0)) FROM iris"),
    lines("svm-classes", learning + ["features x1", "cv svm k=2"], shell: table(20_000, words: 9, classes: 977)),
    lines("svm-pairs", learning + ["features x1", "cv svm k=2"], shell: table(4000, words: 9, classes: 400)),
    lines(
      "encode", ["load t.csv types=w:category", "label x1", "features w", "encode w", "fit linear"],
      shell: table(20_000, words: 10_000, classes: 2)),
    lines(
      "knn", learning + ["features x1 x2", "cv knn(k=1000000000)"],
      shell: table(100_000, words: 9, classes: 3, columns: 2)),
    lines(
      "classes", learning + ["features x1", "cv zeror bayes tree knn k=2"],
      shell: table(20_000, words: 9, classes: 20_000)),
    lines(
      "forest", learning + ["features x1", "fit forest(trees=100000)"], shell: table(20_000, words: 9, classes: 3)),
    lines(
      "network", learning + ["features x1", "fit ann(hidden=7000,7000)"], shell: table(1000, words: 9, classes: 3)),
    lines(
      "batch", learning + ["features x1", "fit ann(hidden=2000,2000,batch=1000000)"],
      shell: table(100_000, words: 9, classes: 3)),
    lines(
      "threads",
      ["set threads=64", "load t.csv types=y:category", "label y", "features x1", "cv knn folds=leave-one-out"],
      shell: table(2000, words: 9, classes: 3)),
    lines(
      "ski-pairs", ["ski import t.csv create=yes", "ski order 1"],
      shell: ring("session,winner,loser,difference_cm", "1,%d,%d,3")),
    lines(
      "football-teams",
      [
        "football import t.csv competition=ZZ season=2025-26", "football fit dixon-coles ZZ 2025-26 ridge=1",
      ], shell: ring("date,home,away,home_goals,away_goals", "2025-09-01,Team%dx,Team%dx,2,1")),
    Bomb(
      name: "alternatives", shell: "{ printf 'filter a'; yes ' or a' | head -n 200000 | tr -d '\\n'; } >n",
      run: "\(quiet) <n"),
    Bomb(
      name: "long-topic", shell: "{ printf 'help '; yes giant | head -n 160000 | tr -d '\\n'; } >n", run: "\(quiet) <n",
      refusals: ["unknown help topic"]),
    Bomb(
      name: "lines-of-verbs",
      files: {
        let verbs = BuiltIn.registry.commands.keys.filter { !["quit", "exit"].contains($0) }.sorted()
        let many = [String](repeating: "species sepal_length_cm", count: 2000).joined(separator: " ")
        let long = String(repeating: "giant", count: 4000)
        let lines = ["load iris", "label species"] + verbs.flatMap { ["\($0) \(many)", "\($0) \(long)"] }
        return [("script", Array(lines.joined(separator: "\n").utf8))]
      },
      run: "\(quiet) --keep-going <script", refusals: ["error: "], limit: (seconds: 12, megabytes: 512)),
    Bomb(
      name: "verify",
      files: {
        let cell =
          "load iris\nderive s = species\n"
          + [String](repeating: "replace s = s + s + s + s", count: 12).joined(separator: "\n")
        return [("n.podium.md", Array("---\npodium: 1\n---\n```podium\n\(cell)\n```\n".utf8))]
      },
      run: "ulimit -v 4000000; \"$0\" verify --update n.podium.md; \"$0\" run n.podium.md",
      limit: (seconds: 10, megabytes: 1024)),
  ]
}
