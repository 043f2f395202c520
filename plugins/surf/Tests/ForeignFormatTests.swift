import PodiumCore
import SurfModel
import Testing

@testable import SurfPlugin

/// Files of other products, recognised by content.
struct ForeignFormatTests {
  @Test(arguments: [
    ("#YY MM DD hh mm WVHT SwH SwP WWH WWP SwD WWD STEEPNESS APD MWD\n", ".spec"),
    ("#YY MM DD hh mm WDIR WSPD GDR GST GTIME\n", ".cwind"),
    ("#YY MM DD hh mm ss T HEIGHT\n", ".dart"), ("#YY MM DD hh mm PRES PTIME WSPD WDIR WTIME\n", ".supl"),
    ("#YY MM DD hh mm Sep_Freq < spec_1 (freq_1) >\n", ".data_spec"),
    ("#YY MM DD hh mm alpha1_1 (freq_1)\n2022 06 05 13 00 999.0 (0.033) 85.0 (0.038)\n", ".swdir"),
    ("#YY MM DD hh mm .0200 .0325 .0375\n", ".swden"), ("#YY MM DD hh mm DEPTH OTMP COND SAL\n", ".ocean"),
    ("#YY MM DD hh mm XYZ\n", "another NDBC product"),
    ("{\"hourly_units\":{\"time\":\"iso8601\"}}", "Open-Meteo"), ("{\"error\":true,\"reason\":\"no\"}", "Open-Meteo"),
    ("[{\"solidRating\":1}]", "Magicseaweed"), ("{\"associated\":{\"utcOffset\":-8}}", "Surfline"),
    ("[{\"shape_full\":\"Poor\"}]", "Spitcast"), ("{\"hours\":[{\"waveHeight\":{\"sg\":1}}]}", "Stormglass"),
    ("{\"predictions\":[]}", "CO-OPS"), ("{\"a\":1}", "JSON from an unknown source"),
    ("Date Time, Prediction, Type\n2022-01-01 00:00,1.2,H\n", "CO-OPS tide predictions (CSV)"),
    ("\n <!DOCTYPE html><html>", "HTML"), ("Div,Date,HomeTeam,AwayTeam,FTHG\n", "football"),
    ("spot,date,rating\nhere,2022-01-01,3\n", "log of surf sessions"), ("a,b,c\n1,2,3\n", "delimited text"),
    ("\u{1F}", ""),
  ])
  func `a product is known by its content`(_ text: String, _ name: String) {
    let found = SurfFileKind.detect(Array(text.utf8))?.product
    #expect(name.isEmpty ? found == nil : found?.contains(name) == true, "\(found ?? "nothing")")
  }

  @Test func `compressed files are recognised`() {
    #expect(SurfFileKind.detect([0x1F, 0x8B, 8, 0]) == .gzip)
    #expect(SurfFileKind.detect([]) == nil)
    #expect(
      SurfFileKind.notLoaded("x.txt.gz", .gzip, wanted: "x").help?.contains("gunzip")
        == true)
  }
}
