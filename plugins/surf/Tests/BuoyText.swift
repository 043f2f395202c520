import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit

@testable import SurfModel
@testable import SurfPlugin

/// Buoy files for tests, in memory.
enum BuoyText {
  static let realtime = """
    #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
    #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft

    """
  static let historical = """
    #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS  TIDE
    #yr  mo dy hr mn degT m/s  m/s     m   sec   sec deg    hPa  degC  degC  degC   mi    ft

    """

  static func read(_ text: String, name: String = "44013.txt") throws(Diagnostic) -> StandardMetFile {
    try StandardMetFile(Array(text.utf8), name: name, cancellation: Cancellation())
  }

  /// The import context of one file in memory.
  static func context(_ text: String, name: String) throws -> any ImportContext {
    try FileImportContext("/made/" + name, access: MemoryFiles(["/made/" + name: text]), cancellation: Cancellation())
  }

  /// The error that a closure throws; nil when it throws none.
  static func failure(_ body: () throws -> Void) -> Diagnostic? {
    do { try body() } catch { return error as? Diagnostic }
    return nil
  }
}
