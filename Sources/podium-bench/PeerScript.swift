import ArgumentParser
import FoundationEssentials
import Glibc

/// A peer's benchmark, run as a separate program.
struct PeerScript {
  let command: String
  let data: String

  init(_ command: String, _ data: String) {
    self.command = command
    self.data = data
  }

  /// The line with the summary of one peer's runs.
  private struct Summary: Decodable {
    let peer: String
    let median: Bool?
    let work: Double?
    let wall: Double?

    enum CodingKeys: String, CodingKey {
      case peer, median
      case work = "work_s"
      case wall = "wall_s"
    }
  }

  /// The seconds of work of each peer in one run of a row, and those of its process.
  func times(_ row: LearnRow, threads: Int) throws -> [(name: String, seconds: Double, wall: Double?)] {
    var arguments = [row.peerRow, "--runs", "1", "--threads", String(threads), "--wait", "0"]
    if let peers = row.peers { arguments += ["--peer", peers] }
    let lines = try run(arguments).split(separator: "\n")
    return lines.compactMap(PeerScript.summary)
  }

  /// The peer, its seconds of work and those of its process from a summary line; nil for any other line.
  static func summary(_ line: Substring) -> (name: String, seconds: Double, wall: Double?)? {
    guard let found = try? JSONDecoder().decode(Summary.self, from: Data(line.utf8)), found.median == true,
      let seconds = found.work
    else { return nil }
    return (found.peer, seconds, found.wall)
  }

  /// The output of the script; its errors go to our standard error.
  func run(_ arguments: [String]) throws -> String {
    let line = ([command] + arguments + ["--data", data]).joined(separator: " ")
    guard let pipe = popen(line, "r") else { throw ValidationError("'\(line)' could not be started") }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      text += buffer[..<count]
    }
    guard pclose(pipe) == 0 else { throw ValidationError("'\(line)' failed") }
    return String(decoding: text, as: UTF8.self)
  }
}
