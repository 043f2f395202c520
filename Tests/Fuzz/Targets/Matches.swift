import FootballModel
import FootballPlugin
import PodiumCore
import PodiumFormats

/// Fixtures and results in all formats of `football import`.
struct FuzzMatches: FuzzTarget {
  let name = "matches"

  func feed(_ bytes: [UInt8]) {
    let path = "/livescore-2014-11-04.txt"
    let file: SourceFile
    do throws(Diagnostic) {
      let context = try FileImportContext(
        path, access: OneFile(path: path, bytes: bytes), cancellation: Cancellation())
      file = try SourceReader.read(context, options: .init(date: CalendarDate(days: 16_000))).file
    } catch {
      TablePromises.check(error)
      return
    }
    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    for match in file.matches {
      FuzzCheck.that((1...lines).contains(match.line), "line \(match.line) of a match is one of \(lines)")
      FuzzCheck.that(!match.home.isEmpty && !match.away.isEmpty, "both teams have a name")
      FuzzCheck.that(match.home != match.away, "'\(match.home)' is not on both sides")
      for goals in [match.fullTime, match.halfTime, match.extraTime, match.penalties] {
        guard let goals else { continue }
        FuzzCheck.that(goals.home >= 0 && goals.away >= 0, "goals are not negative")
      }
      guard file.format == "football.txt", !match.scorers.isEmpty else { continue }
      FuzzCheck.that(match.scorers.count(where: \.isHome) == match.score?.home ?? 0, "the scorers give the score")
    }
    for refusal in file.refusals {
      FuzzCheck.that((1...lines).contains(refusal.line), "line \(refusal.line) of a refusal is one of \(lines)")
    }
    Plant.check(file.matches.flatMap { [$0.home, $0.away] })
  }
}
