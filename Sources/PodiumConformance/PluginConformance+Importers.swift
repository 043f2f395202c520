internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

extension PluginConformance {
  /// Each importer gets files of other formats: an error that names the file is right, a table or a crash is wrong.
  func foreignProblems() -> [String] {
    let session = makeSession()
    var problems: [String] = []
    let files: ForeignFiles
    do throws(Diagnostic) { files = try ForeignFiles(session.services.files) } catch { return [error.message] }
    for key in brought("importer") {
      guard let importer = session.registry.importers[key] else { continue }
      for path in files.foreign(endings: importer.extensions) {
        let shown = FilePath(path).name
        do throws(Diagnostic) {
          let loaded = try load(importer, path, session)
          problems.append(
            "importer '\(key)' reads \(loaded.table.rowCount.counted("row")) from '\(shown)', which is not in its format"
          )
        } catch {
          // A program that crashed has not refused the file.
          if error.code.hasPrefix("plugin-") || error.code == "bad-reply" {
            problems.append("importer '\(key)' crashes on '\(shown)': \(error.message)")
          } else if !error.message.contains("'") {
            problems.append("importer '\(key)' refuses '\(shown)' without naming it: \(error.message)")
          }
          if error.message.last == "." || error.message.first?.isUppercase == true {
            problems.append("the message '\(error.message)' must start in lower case and have no full stop")
          }
        }
      }
    }
    return problems
  }

  /// The plugin's own datasets are loaded twice, and must give the same table.
  func datasetProblems() -> [String] {
    let session = makeSession()
    var problems: [String] = []
    for (entry, importer, path) in datasets(session) {
      guard let path else {
        problems.append("there is no file at the path of dataset '\(entry.name)'")
        continue
      }
      do throws(Diagnostic) {
        let (first, second) = (try load(importer, path, session), try load(importer, path, session))
        if first.table != second.table || first.notes != second.notes {
          problems.append("dataset '\(entry.name)' is a different table the second time")
        }
        if first.table.rowCount == 0 { problems.append("dataset '\(entry.name)' has no rows") }
        for key in first.evaluators where session.registry.evaluators[key] == nil {
          problems.append("dataset '\(entry.name)' needs the evaluator '\(key)', which is not registered")
        }
      } catch {
        problems.append("dataset '\(entry.name)' cannot be loaded: \(error.message)")
      }
    }
    return problems
  }

  /// The files of its own datasets, cut in half, must give fewer rows or an error, never more rows.
  func cutProblems() -> [String] {
    let session = makeSession()
    var problems: [String] = []
    let scratch: ForeignFiles
    do throws(Diagnostic) { scratch = try ForeignFiles(session.services.files) } catch { return [error.message] }
    for (entry, importer, path) in datasets(session) {
      guard let path, let cut = scratch.cut(path, named: entry.name),
        let whole = try? load(importer, path, session), let half = try? load(importer, cut, session)
      else { continue }
      if half.table.rowCount > whole.table.rowCount {
        problems.append("dataset '\(entry.name)' has more rows when its files are cut in half")
      }
    }
    return problems
  }

  private func datasets(_ session: Interpreter) -> [(entry: DatasetEntry, importer: any Importer, path: String?)] {
    brought("dataset").compactMap { name in
      guard let entry = session.registry.datasets[name],
        let importer = session.registry.importers[entry.importer]
      else { return nil }
      let path = session.services.datasetFolders.map { FilePath.join($0.isEmpty ? "/" : $0, entry.path) }.first {
        session.services.files.kind(of: $0) != .none
      }
      return (entry, importer, path)
    }
  }

  private func load(
    _ importer: any Importer, _ path: String, _ session: Interpreter
  ) throws(Diagnostic) -> ImportedTable {
    try importer.load(session.session.importContext(of: path), options: .none)
  }
}
