internal import PodiumPlugin

extension ReadLimits {
  var cellSizeText: String {
    cellBytes >= 1 << 20 && cellBytes % (1 << 20) == 0 ? "\(cellBytes >> 20) MB" : "\(cellBytes) bytes"
  }
}
