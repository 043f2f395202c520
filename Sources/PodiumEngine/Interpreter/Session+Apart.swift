public import PodiumPlugin

extension Session {
  /// A separate session for running commands: it starts empty, stops with this one and changes nothing outside itself;
  /// nil if the services cannot make one.
  public func apart() -> Interpreter? {
    guard let make = services.scratch else { return nil }
    var session = Session(registry: builtIn, services: make(builtIn))
    session.cancellation = cancellation
    session.state.settings.threads = state.settings.threads
    return Interpreter(session)
  }
}
