import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumTestKit

@testable import PodiumKernel

/// A client without sockets: it sends its messages one after the other, each when what it waits for has been answered.
struct FakeClient: KernelTransport {
  /// A message that the kernel sent.
  struct Answer {
    let channel: KernelChannel
    let type: String
    /// The id of the request that it answers; empty where there is none.
    let parent: String
    let content: JSONValue
  }

  enum Step {
    /// Sends a request.
    case send(KernelChannel, String, JSONValue)
    /// Sends a request whose content need not be JSON.
    case sendRaw(String, String)
    /// Waits until a message of a type, one of `of` of them, has come.
    case wait(String, Int)
    /// Answers as a subscriber does.
    case subscribe(String)
  }

  let waker: Waker
  /// Whether the client has a channel for questions.
  var answersQuestions = true
  private var steps: [Step]
  private var codec = MessageCodec(key: [1], session: "client", username: "ann") { Moment(microseconds: 0) }
  private var reader = MessageCodec(key: [1], session: "reader", username: "ann") { Moment(microseconds: 0) }
  private(set) var answers: [Answer] = []
  private var rests = 0

  init(_ steps: [Step]) throws {
    waker = try Waker()
    self.steps = steps
  }

  mutating func arrivals(within milliseconds: Int?) throws(Diagnostic) -> [Arrival] {
    var arrivals: [Arrival] = []
    while let step = steps.first {
      switch step {
      case .wait(let type, let count):
        if answers.count(where: { $0.type == type }) < count {
          if arrivals.isEmpty, milliseconds != 0 { try rest() }
          return arrivals
        }
      case .send(let channel, let type, let content):
        arrivals.append(Arrival(channel: channel, frames: codec.encode(type, content, answering: nil, to: [[7]])))
      case .sendRaw(let type, let content):
        var frames = codec.encode(type, [:], answering: nil, to: [[7]])
        frames[frames.count - 1] = Array(content.utf8)
        let digest = HMAC(key: [1]).digest(of: Array(frames.suffix(4)))
        frames[frames.count - 5] = SHA256.hexadecimal(digest)
        arrivals.append(Arrival(channel: .shell, frames: frames))
      case .subscribe(let topic): arrivals.append(Arrival(channel: .iopub, frames: [[1] + Array(topic.utf8)]))
      }
      steps.removeFirst()
    }
    if arrivals.isEmpty, milliseconds != 0 { try rest() }
    return arrivals
  }

  /// Waits a moment; throws where what it waits for never comes.
  private mutating func rest() throws(Diagnostic) {
    usleep(1000)
    rests += 1
    if rests > 60_000 {
      throw Diagnostic("no-answer", "waited in vain: \(steps.first.map { "\($0)" } ?? "")\n\(answers.map(\.type))")
    }
  }

  mutating func send(_ frames: [[UInt8]], on channel: KernelChannel) throws(Diagnostic) -> Bool {
    if channel == .stdin, !answersQuestions { return false }
    let message = try reader.decode(frames)
    let parent = try JSONReader.value(frames[frames.count - 3])["msg_id"]?.string
    answers.append(Answer(channel: channel, type: message.type, parent: parent ?? "", content: message.content))
    return true
  }

  mutating func close() {}

  /// Runs a kernel for these steps, which is then ended.
  static func run(
    _ steps: [Step], answersQuestions: Bool = true, isConfined: Bool = false
  ) throws -> (answers: [Answer], complaints: [String]) {
    var client = try FakeClient(steps + [.send(.control, "shutdown_request", ["restart": false])])
    client.answersQuestions = answersQuestions
    let folder = TemporaryFolder()
    var configuration = EngineConfiguration(folder: folder.path, datasetFolders: [Checkout.path("datasets")])
    configuration.hasNetwork = false
    let outbox = Outbox(waker: client.waker)
    let options = KernelProgram.options(configuration.client, outbox, isConfined: isConfined, workspace: ":memory:")
    let session = try Assembly.engine(configuration).session(options)
    let codec = MessageCodec(key: [1], session: "kernel", username: "ann") { Moment(microseconds: 0) }
    let complaints = Complaints()
    var loop = KernelLoop(client, codec, session, outbox, isStable: isConfined) { complaints.take($0) }
    try loop.run(watches: false) { false }
    session.close()
    return (loop.transport.answers, complaints.codes)
  }

  static func execute(
    _ code: String, silent: Bool = false, counts: Bool = true, asks: Bool = false, stops: Bool = true,
    expressions: JSONValue = [:]
  ) -> Step {
    .send(
      .shell, "execute_request",
      [
        "code": .string(code), "silent": .bool(silent), "store_history": .bool(counts), "allow_stdin": .bool(asks),
        "stop_on_error": .bool(stops), "user_expressions": expressions,
      ])
  }
}

/// The codes of what was complained of.
private final class Complaints {
  private(set) var codes: [String] = []
  func take(_ error: Diagnostic) { codes.append(error.code) }
}

extension [FakeClient.Answer] {
  /// The types of the messages on a channel, states with their state.
  func types(_ channel: KernelChannel = .iopub) -> [String] {
    filter { $0.channel == channel }.map { $0.content["execution_state"]?.string ?? $0.type }
  }

  func contents(_ type: String) -> [JSONValue] { filter { $0.type == type }.map(\.content) }
}
