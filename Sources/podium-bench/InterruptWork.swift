import PodiumTestKit

/// Long-running commands, by kind, with their setup; `big.csv` and `mid.*` are in the folder.
struct InterruptWork {
  let kind: String
  var setup: [String] = []
  let commands: [String]
  /// Whether a run that came to its end is undone, so that the next begins with the same table.
  var isUndone = false

  /// Stands for the program in a command of the shell.
  static let program = "PROGRAM"

  static let all = [
    InterruptWork(
      kind: "load",
      commands: ["big.csv", "big.csv.gz", "mid.ndjson", "mid.rows.json", "mid.arff", "mid.xlsx", "mid.sqlite"].map {
        "load " + $0
      }),
    InterruptWork(
      kind: "look", setup: ["load big.csv"],
      commands: [
        "describe", "columns", "count c kind", "correlate method=spearman", "missing", "head if a > 50 and not (b < 0)",
        "by kind: describe a b", "by d: describe", "by kind: count y", "sample 500000", "label y",
      ]),
    InterruptWork(
      kind: "shape", setup: ["load mid.csv", "derive place = lag(a) order=b", "load big.csv"],
      commands: [
        "filter a > 500000 and kind == 'red'", "keep if a > 500000", "drop if kind == 'red'",
        "derive z = log(a) * sin(b)", "by kind: derive z = a - mean(a)", "derive z = rolling(median, a, 1000)",
        "by kind: derive z = rank(a)", "replace a = 0 if a < 500000", "rename a first", "sort a", "sort kind b desc=b",
        "by kind: sort a", "distinct", "distinct a c", "bin a count=20", "split d at=\"-\" into=year,month",
        "type a text", "type d text", "level kind red,green,blue,violet",
        "by kind: summarize m = median(a), q = quantile(b, 0.9), n = n()", "by c: summarize m = mean(a)",
        "join mid on=a how=inner many=yes", "join mid asof=a", "bind mid", "pivot kind values=a rows=c using=mean",
        "unpivot a b c", "sql \"SELECT kind, avg(a) FROM big WHERE b > 0 GROUP BY kind\"",
        "sql \"SELECT d, kind, count(DISTINCT a) FROM big GROUP BY d, kind ORDER BY 3\"",
      ], isUndone: true),
    InterruptWork(
      kind: "sql",
      commands: [
        "load mid.sqlite query=\"with recursive r(x) as (select 1 union all select x + 1 from r) select count(*) as n from r\"",
        "load mid.sqlite query=\"select * from mid order by b, a\"",
      ]),
    InterruptWork(
      kind: "sql functions", setup: ["load iris"],
      commands: [
        "instr(h, hex(zeroblob(3000000)) || '1')", "length(replace(h, '00', '0'))", "length(trim(h, h || '1'))",
        "h LIKE '%' || substr(h, 1, 20) || '1'", "length(upper(h))", "length(h || a.petal_width_cm)",
        "json_array_length('[' || replace(substr(h, 1, 999999), '0', '0,') || '0]')",
        "length(hex(substr(h, 1, 999999)))",
        "length(group_concat(h) OVER (ORDER BY a.petal_width_cm, b.petal_width_cm))", "max(h) OVER ()",
      ].map {
        "sql \"SELECT \($0) AS v FROM iris a, iris b, iris c, (SELECT hex(zeroblob(4000000)) AS h)\""
      }),
    InterruptWork(
      kind: "made texts", setup: ["load iris"],
      commands: [
        // As long as the budget of texts allows: what exceeds it is refused at once.
        "derive z = " + String(repeating: "replace(", count: 22) + "species"
          + String(repeating: ", 's', 'ss')", count: 22),
        "= length(" + String(repeating: "replace(", count: 22) + "first(species)"
          + String(repeating: ", 's', 'ss')", count: 22) + ")",
      ], isUndone: true),
    InterruptWork(
      kind: "numbers",
      setup: ["load mid.csv", "label a", "features b c kind", "encode kind"],
      commands: [
        "cv linear ridge k=10", "cv lasso k=10", "cv tree forest(trees=50) k=3", "cv boost ann k=3",
        "cv knn(k=900) k=3",
      ]),
    InterruptWork(
      kind: "neighbours", setup: ["load mid.csv", "label y", "features a b c", "fit knn(k=500)"],
      commands: ["predict knn", "cv knn(k=10000) k=3 in 1..20000", "cv knn folds=leave-one-out in 1..5000"]),
    InterruptWork(
      kind: "fit", setup: ["load mid.csv", "label y", "encode"],
      commands: [
        "cv zeror k=10", "cv tree k=10", "fit tree", "compare tree svm k=5 in 1..5000", "cv svm k=3", "cv ann k=3",
        "fit svm in 1..20000", "fit ann",
      ]),
    InterruptWork(
      kind: "predict",
      setup: [
        "load mid.csv", "label y", "encode", "fit tree(max-depth=9)", "fit svm in 1..2000",
        "fit ann(epochs=1) in 1..2000",
      ],
      commands: ["predict tree", "predict svm", "predict ann"]),
    InterruptWork(
      kind: "print", setup: ["load big.csv", "set pager=no rows=1000000"], commands: ["head 100000", "tail 100000"]),
    InterruptWork(
      kind: "sink", setup: ["load mid.csv"],
      commands: [
        "head 100000 >! out.md", "head 100000 >! out.txt", "save out.csv replace=yes", "save out.xlsx replace=yes",
        "save out.sqlite replace=yes", "save out.arff replace=yes", "head 100000 | sleep 5",
      ]),
    InterruptWork(
      kind: "workspace", setup: ["load mid.csv", "save kept"],
      commands: ["save kept replace=yes", "load saved kept", "workspace check"]),
    InterruptWork(kind: "replay", commands: ["source long.podium"]),
    InterruptWork(
      kind: "plugin", setup: ["load mid.csv", "label y", "encode", "learner add slow \"python3 slow.py\""],
      commands: ["cv slow k=3 in 1..1000"]),
    InterruptWork(kind: "shell", commands: ["!sleep 20"]),
    InterruptWork(
      kind: "texts", setup: ["load texts.csv"],
      commands: [
        "derive z = contains(a, b)", "derive z = replace(a, b, \"\")", "derive z = lower(a)",
        "derive z = length(a + b)",
        "filter a != b", "distinct a", "save texts.json replace=yes", "head",
      ], isUndone: true),
    InterruptWork(
      kind: "learn", setup: ["load mid.csv", "label y", "features a b c"],
      commands: [
        "tune tree(max-depth=2,4,8) k=3", "cv forest k=3", "cv boost k=3", "cv knn k=3 in 1..20000", "cv logistic k=3",
        "cv bayes lda k=10", "importance tree k=3", "learning-curve tree k=3", "cv tree(max-depth=3) k=3 shortlist=95%",
        "cv svm(probability=yes) k=3 in 1..5000",
      ]),
    InterruptWork(
      kind: "folds", setup: ["load mid.csv", "label y", "features a b c"],
      commands: [
        "cv zeror repeats=1000 shuffle=yes in 1..2000", "cv logistic repeats=1000 shuffle=yes in 1..200",
        "compare zeror tree repeats=1000 shuffle=yes in 1..200",
      ]),
    InterruptWork(
      kind: "wide", setup: ["set pager=no", "load wide.csv", "label y"],
      commands: [
        "describe", "columns", "missing", "correlate", "cv tree forest k=3", "cv lda qda k=3", "cv logistic svm k=3",
        "cv knn bayes ann k=3", "importance tree k=3",
      ]),
    InterruptWork(
      kind: "results",
      setup: [
        "load mid.csv", "label y", "features a b c", "cv tree(max-depth=5) bayes k=5 as both", "cv tree k=2 as deep",
      ],
      commands: ["roc", "calibration", "threshold", "confusion", "fields", "fit tree", "explain"]),
    InterruptWork(
      kind: "plot", setup: ["load big.csv"],
      commands: [
        "plot hist a", "plot scatter a b", "plot scatter a b color=kind facet=kind to s.png", "plot line a b to l.svg",
        "plot box a kind", "plot heatmap a b to h.pdf",
      ]),
    InterruptWork(
      kind: "sports", setup: sports,
      commands: [
        "load season.csv format=football", "football evaluate E0 1996-97 train=1995-96 models=poisson,elo",
        "football fit dixon-coles E0 1996-97 ridge=0.1", "football table E0 1996-97", "football positions E0 1996-97",
        "football simulate E0 1996-97 asof=1996-12-01 ridge=0.1 runs=100000", "football matches E0", "football matches",
        "football today", "football competition", "football elo E0 1996-97", "football export html site replace=yes",
        "surf observations 46042 every=sample", "surf observations 46042 every=day", "ski pairs", "ski table",
        "ski matrix", "ski sessions", "ski audit pair P1",
      ]),
    InterruptWork(
      kind: "records of sports", setup: sports,
      commands: [
        "football import seasons.csv", "surf import ndbc buoys.txt station=46025", "ski import more.csv create=yes",
        "ski session merge 1 2", "ski pair merge P1 P2", "football match add E0 A B at=2031-01-01",
        "football match result 5 3-1", "football competition E0 edit name=X",
      ], isUndone: true),
    InterruptWork(
      kind: "journal", setup: journal,
      commands: [
        "surf sessions", "surf sessions as seen", "surf week", "surf similar 5", "surf consensus Reef",
        "surf backtest Reef", "surf windows Reef", "surf snapshot", "surf export sessions j.csv replace=yes",
        "surf export sessions j.json replace=yes",
      ]),
    InterruptWork(
      kind: "records of a journal", setup: journal,
      commands: [
        "surf import journals.csv format=sessions", "surf session 5 edit rating=1", "surf session 5 delete",
        "surf spot Reef edit facing=100",
      ], isUndone: true),
    InterruptWork(
      kind: "export",
      commands: [
        "export long.podium.md --to html -o x.html --force", "export long.podium.md --to ipynb -o x.ipynb --force",
        "export prose.podium.md --to html -o p.html --force", "run long.podium.md", "verify long.podium.md",
      ].map { "!\(InterruptWork.program) " + $0 }),
  ]

  private static let sports = [
    "set pager=no", "football import season.csv", "surf import ndbc buoy.txt station=46042",
    "ski import tests.csv create=yes", "load season.csv format=football",
  ]

  private static let journal = [
    "set pager=no", "surf spot add Reef 36.95,-122.02 zone=America/Los_Angeles facing=180",
    "surf import journal.csv format=sessions",
  ]

  /// A learner that answers the handshake, and then does not answer within a minute.
  static let slowLearner = """
    import json, sys, time
    for line in sys.stdin:
        ask = json.loads(line)
        if len(ask["train"]["columns"][0]["values"]) > 100:
            time.sleep(60)
        rows = len(ask["test"]["columns"][0]["values"])
        print(json.dumps({"id": ask["id"], "predicted": [ask["classes"][0]] * rows}), flush=True)

    """

  /// A notebook whose cells take long, and whose answers are long.
  static let longNotebook =
    "---\npodium: 1\n---\n"
    + String(
      repeating:
        "```podium\nload big.csv\ndescribe\nset rows=5000\nhead 5000\n```\n\n```podium\nplot scatter a b\n```\n\n",
      count: 4)

  /// A notebook of long prose.
  static let prose =
    "---\npodium: 1\n---\n"
    + String(repeating: "Words with *emphasis*, `code` and a [link](https://example.org).\n\n", count: 200_000)

  /// Files of the plugins by name: the input and its number of units, as a part of the number of rows.
  static let files = [
    (name: "season.csv", input: "football import", part: 50), (name: "seasons.csv", input: "football import", part: 10),
    (name: "buoy.txt", input: "surf import ndbc", part: 10), (name: "buoys.txt", input: "surf import ndbc", part: 2),
    (name: "tests.csv", input: "ski import", part: 200), (name: "more.csv", input: "ski import", part: 50),
    (name: "journal.csv", input: "surf sessions", part: 40), (name: "journals.csv", input: "surf sessions", part: 20),
  ]

  /// A table of long texts: `b` ends otherwise than each part of `a`.
  static func texts(rows: Int) -> String {
    let row = String(repeating: "a", count: 1_000_000) + "," + String(repeating: "a", count: 500_000) + "b\n"
    return "a,b\n" + String(repeating: row, count: rows)
  }

  /// A table of many columns of numbers, and a class.
  static func wideTable(rows: Int, columns: Int) -> String {
    var random = SystemlessRandom(seed: 3)
    var text = (1...columns).map { "c\($0)," }.joined() + "y\n"
    text.reserveCapacity(rows * columns * 4)
    for row in 0..<rows {
      for _ in 0..<columns { text += "\(random.below(1000))," }
      text += row % 2 == 0 ? "u\n" : "v\n"
    }
    return text
  }

  /// The text of a table with numbers, whole numbers, dates, words and a class.
  static func table(rows: Int, seed: UInt64) -> String {
    var random = SystemlessRandom(seed: seed)
    var text = "a,b,c,d,kind,y\n"
    text.reserveCapacity(rows * 40)
    let kinds = ["red", "green", "blue", "violet"]
    for row in 0..<rows {
      text +=
        "\(random.below(1_000_000)).\(random.below(9))5,\(random.below(20_000) - 10_000).25,\(random.below(1_000_000)),"
      text += "2021-0\(1 + row % 9)-1\(row % 10),\(random.pick(kinds)),\(random.chance(0.5) ? "u" : "v")\n"
    }
    return text
  }
}
