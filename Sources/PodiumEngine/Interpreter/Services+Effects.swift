internal import PodiumCore
internal import PodiumPlugin

extension Services {
  /// Has programs, questions and the network wait for the thread that is never abandoned (`Cancellation.outside`); `NotedFiles`
  /// does so for files.
  mutating func leaveEffects() {
    if let shell {
      self.shell = { (command, input, cancellation) throws(Diagnostic) in
        try Cancellation.outside { () throws(Diagnostic) in try shell(command, input, cancellation) }
      }
    }
    if let confirm {
      self.confirm = { (question, cancellation) throws(Diagnostic) in
        try Cancellation.outside { () throws(Diagnostic) in try confirm(question, cancellation) }
      }
    }
    network = network.map(LeftNetwork.init)
  }
}

/// Fetches on the thread that waits for the command.
private struct LeftNetwork: NetworkClient {
  let base: any NetworkClient

  func fetch(_ request: FetchRequest, cancellation: Cancellation) throws(Diagnostic) -> FetchedResource {
    try Cancellation.outside { () throws(Diagnostic) in try base.fetch(request, cancellation: cancellation) }
  }
}
