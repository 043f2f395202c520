import Glibc
import PodiumTestKit

/// A learner whose folds wait for the test: work that is as long as a test needs, on a machine of any speed.
///
/// Its first folds are answered at once, all others after `open`. It guesses the first class.
struct GatedLearner {
  let home: Home

  /// Whether the machine has what the learner runs on.
  static let isPossible = access("/usr/bin/python3", X_OK) == 0

  private static let program = """
    import json, os, sys, time
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "hello":
            print(json.dumps({"id": ask["id"], "protocol": 1, "registers": {"learners": [{
                "key": "own", "summary": "waits", "hyperparameters": [
                    {"name": "shift", "kind": "integer", "min": 0, "max": 9, "default": 0, "help": "nothing"}]}]}}), flush=True)
            continue
        # Adding it asks about a few rows.
        if ask["train"]["rows"] > 100:
            with open("asked", "ab") as file:
                file.write(b"x")
            if os.path.getsize("asked") > int(sys.argv[1]):
                while not os.path.exists("open"):
                    time.sleep(0.01)
        rows = ask["test"]["rows"]
        print(json.dumps({"id": ask["id"], "predicted": [ask["classes"][0]] * rows}), flush=True)

    """

  /// The command that adds it as `mine`; so many folds are answered at once.
  let adding: String

  /// Writes the program and a table `big.csv` with the classes `y`.
  init(_ home: Home, free: Int) {
    self.home = home
    home.write(Self.program, to: "mine.py")
    home.write(LongTable.text(rows: 1000), to: "big.csv")
    adding = "learner add mine \"python3 mine.py \(free)\""
  }

  /// How many folds were begun.
  var asked: Int { home.bytes("asked")?.count ?? 0 }

  /// Answers all folds from now on.
  func open() { home.write("", to: "open") }
}
