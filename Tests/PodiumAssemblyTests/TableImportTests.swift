import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

/// What every import of a table has, with a made sport.
struct TableImportTests {
  static let german = "Name;Hersteller;Gewicht (kg);Kaufdatum\nLN;Anschütz;3,5;13.10.2025\nUN;Izhmash;4,25;1.2.2024\n"

  /// Runs lines with some files at hand.
  private func run(
    _ files: [String: String], _ lines: String...
  ) throws -> (remarks: [String], records: [String], errors: [Diagnostic]) {
    let memory = MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/made/" + $0, $1) }))
    var registry = try Assembly.registry()
    try registry.add(MadeSport())
    var services = try Assembly.session(folder: "/", datasets: []).services
    services.use(memory)
    services.folder = "/made"
    services.store = Assembly.store(file: nil, author: "test", registry: registry) { Moment(microseconds: 0) }
    var session = Interpreter(registry: registry, services: services)
    var (remarks, records, errors): ([String], [String], [Diagnostic]) = ([], [], [])
    for line in lines {
      _ = session.run(line) { report in
        for output in report.outputs {
          switch output {
          case .note(let note), .warning(let note): remarks.append(note.text)
          case .record(let record):
            records.append(
              record.fields.map { "\($0.name)=\($0.values.map(\.fileText).joined(separator: "+"))" }.joined(
                separator: " "))
          default: break
          }
        }
        if let error = report.error { errors.append(error) }
      }
    }
    return (remarks, records, errors)
  }

  @Test func `headings of another language, decimal commas and local days are read by column`() throws {
    let read = try run(["r.csv": Self.german], "biathlon import r.csv", "biathlon rifle LN", "biathlon rifle UN")
    #expect(read.errors.isEmpty, "\(read.errors)")
    #expect(read.records.first == "format=rifle read=2 new=2 changed=0 same=0 conflicts=0 refused=0")
    #expect(read.records[1].hasPrefix("name=LN maker=Anschütz weight_kg=3.5 bought=2025-10-13"))
    #expect(read.records[2].hasPrefix("name=UN maker=Izhmash weight_kg=4.25 bought=2024-02-01"))
  }

  @Test(arguments: [
    ("r.json", "[{\"name\":\"LN\",\"weight\":3.5},{\"name\":\"017\",\"weight\":\"4\"}]"),
    ("r.json", "{\"rifles\":[{\"Name\":\"LN\",\"weight\":3.5},{\"Name\":\"017\",\"weight\":4}]}"),
    ("r.ndjson", "{\"name\":\"LN\",\"weight\":3.5}\n\n{\"name\":\"017\",\"weight\":4}\n"),
    ("r.html", "<p>x</p><table><tr><th>Rifle<th>Vikt (kg)</tr><tr><td>LN<td>3,5</tr><tr><td>017<td>4</tr></table>"),
    ("r.arff", "@relation r\n@attribute name string\n@attribute weight numeric\n@data\nLN,3.5\n'017',4\n"),
    ("r.txt", "name  weight\nLN  3.5\n017  4\n"), ("r.psv", "name|weight\nLN|3.5\n017|4\n"),
    ("r.tsv", "\u{FEFF}sep=\t\nNAME\tweight_kg\nLN\t3,5\n017\t4\n"),
    ("r.csv", "Rifles of 2026\n\nrifle,WEIGHT [kg]\nLN,3.5\n017,4\n"),
  ])
  func `what load reads can be imported`(_ name: String, _ text: String) throws {
    let read = try run([name: text], "biathlon import \(name)", "biathlon rifle LN", "biathlon rifle 017")
    #expect(read.errors.isEmpty, "\(read.errors)")
    #expect(read.records.first?.contains("read=2 new=2") == true, "\(read.records)")
    #expect(read.records.dropFirst().first?.hasPrefix("name=LN weight_kg=3.5") == true, "\(read.records)")
    #expect(read.records.last?.hasPrefix("name=017 weight_kg=4") == true, "\(read.records)")
  }

  @Test func `workbooks, databases and packed files can be imported, and sheets are chosen`() throws {
    let sums = "load r.csv types=rifle:text"
    for name in ["r.xlsx", "r.sqlite"] {
      let folder = TemporaryFolder()
      var session = try Assembly.session(folder: folder.path, datasets: [], plugins: [MadeSport()])
      try session.session.services.files.write(
        Array("rifle,weight\nLN,3.5\n017,4\n".utf8), to: folder.path + "/r.csv", shown: "r.csv", mode: .new)
      var errors: [Diagnostic] = []
      var records: [String] = []
      for line in [sums, "save \(name)", "biathlon import \(name)", "biathlon import \(name) sheet=3"] {
        _ = session.run(line) { report in
          if let error = report.error { errors.append(error) }
          for case .record(let record) in report.outputs {
            records.append(record.fields.map { $0.values[0].fileText }.joined(separator: " "))
          }
        }
      }
      #expect(records.last == "rifle 2 2 0 0 0 0", "\(name) \(records)")
      #expect(errors.map(\.code) == ["unknown-sheet"], "\(name) \(errors)")
    }
  }

  @Test func `the same file twice adds nothing, gaps are filled, and differences stay unless replaced`() throws {
    let files = ["a.csv": "name,maker\nLN,Made\n", "b.csv": "name,maker,weight\nLN,Other,3.5\n"]
    let read = try run(
      files, "biathlon import a.csv format=rifle", "biathlon import a.csv format=rifle", "biathlon import b.csv",
      "biathlon import b.csv", "biathlon import b.csv replace=yes", "biathlon rifle LN")
    #expect(read.errors.isEmpty)
    #expect(read.records[1] == "format=rifle read=1 new=0 changed=0 same=1 conflicts=0 refused=0")
    #expect(read.records[2] == "format=rifle read=1 new=0 changed=1 same=0 conflicts=1 refused=0")
    #expect(read.records[3] == "format=rifle read=1 new=0 changed=0 same=0 conflicts=1 refused=0")
    #expect(read.records[4] == "format=rifle read=1 new=0 changed=1 same=0 conflicts=0 refused=0")
    #expect(read.records[5].contains("maker=Other weight_kg=3.5"))
    #expect(
      read.remarks.first
        == "'b.csv' line 2, column B ('maker'): maker is 'Made' in the workspace and 'Other' in the file; kept the workspace's "
        + "value (replace=yes overwrites it)")
  }

  @Test func `a bad cell is left out with its line and column, and its row is kept`() throws {
    let text =
      "rifle,weight,bought,barrels,maker\nA,3.5,2025-13-40,1,x\n\nB,heavy,2025-10-01,9,y\n,4,,,\nA,4,,,\nC,30,,,\n"
    let read = try run(["r.csv": text], "biathlon import r.csv", "biathlon rifle B")
    #expect(read.errors.isEmpty, "\(read.errors)")
    #expect(read.records.first == "format=rifle read=5 new=3 changed=0 same=0 conflicts=0 refused=2")
    #expect(read.records[1].hasPrefix("name=B maker=y bought=2025-10-01"))
    let starts = [
      "'r.csv' line 4, column B ('weight'): 'heavy' is not a number; it was left unknown",
      "'r.csv' line 2, column C ('bought'): '2025-13-40' is not a day; it was left unknown",
      "'r.csv' line 4, column D ('barrels'): ",
      "'r.csv' line 5, column A ('rifle'): the row has no name; the row was left out",
      "'r.csv' line 6, column A ('rifle'): rifle 'A' is in the table twice; the row was left out",
      "'r.csv' line 7, column B ('weight'): ",
    ]
    for start in starts { #expect(read.remarks.contains { $0.hasPrefix(start) }, "\(start)\n\(read.remarks)") }
  }

  @Test func `an entry of JSON has its number, and a line its line`() throws {
    let read = try run(
      [
        "r.json": "[{\"name\":\"A\",\"weight\":3},{\"name\":\"B\",\"weight\":\"much\"}]",
        "r.jsonl": "{\"name\":\"C\",\"weight\":3}\n\n{\"name\":\"D\",\"weight\":\"much\"}\n",
      ],
      "biathlon import r.json", "biathlon import r.jsonl")
    #expect(read.remarks.first?.hasPrefix("'r.json' entry 2, column B ('weight'): 'much' is not a number") == true)
    #expect(read.remarks.last?.hasPrefix("'r.jsonl' line 3, column B ('weight'): 'much' is not a number") == true)
  }

  @Test func `map= names columns in either order, and what is unknown is refused with a way out`() throws {
    let files = ["r.csv": "Bezeichnung,\"a: b\",Weight (lb)\nLN,Made,8\n", "n.csv": "a,b\n1,2\n"]
    for map in ["Bezeichnung:name,\"a: b\":maker", "name:Bezeichnung,\"maker:a: b\""] {
      let read = try run(files, "biathlon import r.csv map=\(map)", "biathlon rifle LN")
      #expect(read.errors.isEmpty, "\(read.errors)")
      #expect(read.records.last?.contains("maker=Made") == true)
      #expect(read.records.last?.contains("weight") == false, "pounds are not kilograms")
      #expect(read.remarks == ["'r.csv': left out the column 'Weight (lb)': weight_kg is in kg"])
    }
    #expect(try run(files, "biathlon import r.csv map=Bezeichnung:size").errors.map(\.code) == ["bad-value"])
    #expect(
      try run(files, "biathlon import r.csv map=Bezeichnung:name,x:maker").errors.map(\.code) == ["unknown-column"])
    #expect(try run(files, "biathlon import r.csv map=name").errors.map(\.code) == ["bad-value"])
    let other = try run(files, "biathlon import n.csv").errors.first
    #expect(other?.code == "missing-column")
    #expect(other?.help?.contains("map=HEADING:name") == true)
    #expect(try run(files, "biathlon import n.csv format=rifle map=a:name").errors.isEmpty)
  }

  @Test func `headings are equal whatever their case, accents, units and punctuation`() {
    for text in ["Snow temp. (°C)", "snow_temp", "SNOW-TEMP", "Snöw  témp [C]"] {
      #expect(ColumnWords.folded(text) == "snow temp")
    }
    #expect(ColumnWords.folded("cm") == "cm")
    #expect(ColumnWords.folded("Lufttemp °C") == "lufttemp")
  }

  @Test func `an import is undone as a whole`() throws {
    let read = try run(["r.csv": Self.german], "biathlon import r.csv", "undo", "biathlon rifle LN")
    #expect(read.errors.map(\.code) == ["unknown-rifle"])
  }
}
