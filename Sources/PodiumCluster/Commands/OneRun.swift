internal import PodiumCore
internal import PodiumPlugin

/// The parameter and the refusal that the commands of one run share.
enum OneRun {
  static let name = Parameter<String>.required(
    "run", allowed: "a run, or the beginning of its name", help: "The run; 'jobs' lists them.")

  static func find(_ call: Call, in session: Session) throws(Diagnostic) -> (list: RunList, run: RunList.Run) {
    let list = try RunList(session)
    return (list, try list.run(named: call[name], span: call.span(of: name)))
  }
}
