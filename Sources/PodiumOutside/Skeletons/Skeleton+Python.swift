extension Skeleton {
  /// The files of a plugin in Python.
  static let python: [(String, String)] = [
    (
      "plugin.json",
      """
      {
        "name": "NAME",
        "language": "python",
        "run": "python3 NAME.py"
      }

      """
    ),
    ("README.md", manual), ("tests/NAME.session", session),
    (
      "NAME.py",
      """
      import json
      import sys

      HELLO = {
          "name": "NAME",
          "version": "0.1.0",
          "protocol": 1,
          "summary": "Results of NAME: points, winners and how well they were predicted.",
          "registers": {
              "importers": [{
                  "key": "NAME",
                  "summary": "Results file whose first line is '# NAME results'.",
                  "begins": "# NAME results",
              }],
              "evaluators": [{
                  "key": "NAME.winners",
                  "summary": "Recall of the first class: the share of its rows that were predicted correctly.",
              }],
              "commands": [{
                  "name": "NAME table",
                  "summary": "Add up the points of each competitor.",
                  "table": "needed",
                  "parameters": [
                      {"name": "top", "kind": "integer", "min": 1, "max": 1000, "default": 10,
                       "help": "Maximum number of competitors to show."},
                  ],
                  "examples": [
                      {"line": "NAME table", "after": ["load NAME-sample"], "caption": "all competitors", "prints": "Ada"},
                      {"line": "NAME table top=0", "after": ["load NAME-sample"], "caption": "a number that is not allowed", "fails": "bad-value"},
                  ],
              }],
              "datasets": [{
                  "name": "NAME-sample", "path": "data/sample.txt", "importer": "NAME", "target": "result",
                  "summary": "Twelve made-up results of three competitors.",
              }],
          },
      }


      RESULTS = ["win", "loss"]


      class Refusal(Exception):
          \"\"\"An error for the user: a code, a message in lower case, and what to do about it.\"\"\"


      def load(ask):
          name = ask["name"]
          text = "" if ask["folder"] else ask["files"][0].get("text", "")
          first, *lines = text.splitlines() or [""]
          if first != "# NAME results":
              raise Refusal("unknown-format", f"'{name}' does not begin with '# NAME results'")
          rows = []
          for number, line in enumerate(lines, 2):
              try:
                  who, turn, score, result = line.split(",")
                  rows.append((who, int(turn), float(score), RESULTS[RESULTS.index(result)]))
              except ValueError:
                  raise Refusal("bad-line", f"line {number} of '{name}' is not competitor,round,points,result",
                                "write win or loss as the result") from None
          competitor, round_, points, result = zip(*rows) if rows else ((), (), (), ())
          return {"table": {"columns": [
              {"name": "competitor", "type": "category", "role": "id", "values": competitor},
              {"name": "round", "type": "integer", "role": "feature", "values": round_},
              {"name": "points", "type": "number", "role": "feature", "values": points},
              {"name": "result", "type": "ordered", "levels": RESULTS, "values": result},
          ]}, "evaluators": ["NAME.winners"]}


      def evaluate(ask):
          if "classes" not in ask:
              raise Refusal("wrong-target", "NAME.winners scores classes, not numbers")
          best = ask["classes"][0]
          winners = [predicted for predicted, truth in zip(ask["predicted"], ask["truth"]) if truth == best]
          return {"measures": [{
              "name": "NAME.winners", "count": [winners.count(best), len(winners)],
              "explanation": f"rows of class '{best}' predicted correctly",
          }]}


      def command(ask):
          columns = {column["name"]: column["values"] for column in ask["table"]["columns"]}
          if "competitor" not in columns or "points" not in columns:
              raise Refusal("unknown-column", "the table has no columns 'competitor' and 'points'",
                            "load a results file: load NAME FILE")
          sums = {}
          for who, points in zip(columns["competitor"], columns["points"]):
              if who is not None and points is not None:
                  sums[who] = sums.get(who, 0) + points
          rows = sorted(sums.items(), key=lambda row: (-row[1], row[0]))[:ask["arguments"]["top"]]
          return {"outputs": [{"kind": "table", "table": {"columns": [
              {"name": "competitor", "type": "text", "values": [row[0] for row in rows]},
              {"name": "points", "type": "number", "values": [row[1] for row in rows]},
          ]}}]}


      DO = {"hello": lambda ask: HELLO, "load": load, "evaluate": evaluate, "command": command}

      for line in sys.stdin:
          ask = json.loads(line)
          try:
              answer = DO[ask["do"]](ask)
          except Refusal as refusal:
              answer = {"error": dict(zip(("code", "message", "help"), refusal.args))}
          print(json.dumps({"id": ask["id"], **answer}), flush=True)

      """
    ),
  ]
}
