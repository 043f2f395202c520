import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// Tests that run commands on made files at one spot, and look at what they give.
protocol MadeFileSuite {}

extension MadeFileSuite {
  static var ramp: String { "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330" }
}
