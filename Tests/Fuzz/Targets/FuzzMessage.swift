import PodiumCore
import PodiumKernel

/// Messages of Jupyter's clients, a frame a line: what is read is answered with its own header, and the answer reads back.
struct FuzzMessage: FuzzTarget {
  let name = "message"

  func feed(_ bytes: [UInt8]) {
    let frames = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    var codec = MessageCodec(key: [], session: "kernel", username: "ann") { Moment(microseconds: 0) }
    guard let message = try? codec.decode(frames) else { return }
    Plant.check([message.type])
    let answer = codec.encode("answer", message.content, answering: message, to: message.identities)
    let again = try? codec.decode(answer)
    FuzzCheck.that(again?.type == "answer" && again?.content == message.content, "an answer reads back")
    FuzzCheck.that(again?.identities == message.identities, "an answer goes to the sender")
    FuzzCheck.that(answer.suffix(3).first == message.header, "the parent's header is as it came")
    var signed = MessageCodec(key: [1], session: "kernel", username: "ann") { Moment(microseconds: 0) }
    FuzzCheck.that((try? signed.decode(answer)) == nil, "a message without a signature is refused where there is a key")
  }
}
