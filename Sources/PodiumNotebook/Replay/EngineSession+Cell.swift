public import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

extension EngineSession {
  /// Takes from a cell of a kernel what a notebook declares: the front matter of a Jupyter notebook (seed, parameters, author
  /// and the hashes of data), or lines `NAME=VALUE` with new values of declared parameters. It counts no command.
  ///
  /// Nil for an ordinary cell. The result's `failure` has `changed-data` and `missing-data` as when a notebook is run,
  /// `bad-front-matter`, and `bad-value`.
  public func declare(cell source: String, cancellation: Cancellation = Cancellation()) -> ExecutionResult? {
    if let text = FrontMatter.text(ofCell: source) {
      return execute(cancellation, nil) { (interpreter) throws(Diagnostic) in
        let front = try Notebook(text, file: "front matter").frontMatter
        try NotebookData.check(front, in: interpreter.session)
        try interpreter.take(front, [:])
        interpreter.begin(front)
        return true
      }
    }
    let declared = snapshot.parameters.keys
    do throws(Diagnostic) {
      guard let values = try Assignments.read(source, declared: declared) else { return nil }
      return execute(cancellation, nil) { (interpreter) in
        interpreter.parameters.merge(values) { $1 }
        return true
      }
    } catch {
      return execute(cancellation, nil) { (_) throws(Diagnostic) in throw error }
    }
  }
}
