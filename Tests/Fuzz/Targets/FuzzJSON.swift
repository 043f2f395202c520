import PodiumCore
import PodiumFormats
import PodiumPlugin

/// JSON: the two readers agree on what is JSON, and a value is read back from its own text.
struct FuzzJSON: FuzzTarget {
  let name = "json"

  func feed(_ bytes: [UInt8]) {
    let value = try? JSONReader.value(bytes)
    if let value {
      let again = try? JSONReader.value(value.text)
      FuzzCheck.that(again == value, "a JSON value reads back from its own text")
    }
    switch OneFile.load(bytes, as: "t.json", by: JSONImporter()) {
    case .success(let loaded):
      if loaded.table.rowCount <= 2000, let written = try? JSONExporter.rows.write(loaded.table) {
        FuzzCheck.that((try? JSONReader.value(written)) != nil, "what is written as JSON is JSON")
      }
    case .failure(let error):
      FuzzCheck.that(value == nil || error.code != "malformed-json", "what is JSON is not refused as malformed")
    }
    _ = OneFile.load(bytes, as: "t.jsonl", by: JSONImporter())
    Plant.check(value?.members?.map(\.0) ?? [])
  }
}
