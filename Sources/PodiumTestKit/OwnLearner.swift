import Glibc
public import PodiumCore

/// An external learner in Python: it predicts the most frequent class.
public struct OwnLearner: Sendable {
  /// The command that starts it, for `learner add`.
  public let command: String

  /// Writes the program to a folder.
  public init(in folder: String) throws(Diagnostic) {
    let path = folder + "/own.py"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Diagnostic("unwritable-file", "'\(path)' cannot be written") }
    _ = Glibc.write(descriptor, OwnLearner.program, OwnLearner.program.utf8.count)
    close(descriptor)
    command = "exec python3 '\(path)'"
  }

  private static let program = """
    import json, sys
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "hello":
            print(json.dumps({"id": ask["id"], "protocol": 1, "registers": {"learners": [
                {"key": "own", "summary": "the most frequent class"}]}}), flush=True)
            continue
        counts = {}
        for value in next(c["values"] for c in ask["train"]["columns"] if c["role"] == "target"):
            counts[value] = counts.get(value, 0) + 1
        best = min(counts, key=lambda name: (-counts[name], name))
        print(json.dumps({"id": ask["id"], "predicted": [best] * ask["test"]["rows"]}), flush=True)

    """
}
