// swift-tools-version: 6.3
import PackageDescription

// CI sets PODIUM_STRICT=1: a warning is an error there, and only a warning on a newcomer's machine.
let strict = Context.environment["PODIUM_STRICT"] == "1"

let house: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

// What a start would have to find and map is linked into the program. It is position independent, and what the dynamic
// linker has written is read-only afterwards (`now`: all of it at the start); packed relocations take 12 kB in place of
// 1.3 MB. What each flag is worth: Sources/podium/README.md. The toolchain's own linker reads what `Link` says.
let staticSwift: [SwiftSetting] = [.unsafeFlags(["-static-stdlib"])]
let staticLink: [LinkerSetting] = [
  .unsafeFlags([
    "-static-stdlib", "-use-ld=lld", "-L\(Context.packageDirectory)/Sources/podium/Link",
    "-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic",
    "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
  ])
]

func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: house)
}

func tests(_ name: String, uses dependencies: [Target.Dependency], leaving files: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: house)
}

/// One folder under `plugins/`: it sees what any outsider sees, so `package` symbols stay invisible to it.
func plugin(_ sport: String) -> [Target] {
  let name = sport + "Plugin"
  let folder = "plugins/" + sport.lowercased()
  return [
    .target(
      name: name, dependencies: ["PodiumCore", "PodiumLearn", "PodiumShell"],
      path: folder + "/Sources", packageAccess: false, swiftSettings: house),
    .testTarget(
      name: name + "Tests",
      dependencies: [
        .target(name: name), "PodiumCore", "PodiumLearn", "PodiumShell", "PodiumFormats", "PodiumStore",
        "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ],
      path: folder + "/Tests", packageAccess: false, swiftSettings: house),
  ]
}

let plugins = ["Ski", "Surf", "Football"]

// Built by .ci/fuzz alone, with instrumentation: anywhere else libFuzzer's main would be missing.
let fuzzing: [Target] =
  Context.environment["PODIUM_FUZZ"] != "1"
  ? []
  : [
    .executableTarget(
      name: "podium-fuzz",
      dependencies: [
        "PodiumCore", "PodiumAlgorithms", "PodiumShell", "PodiumFormats", "PodiumCommands", "PodiumNotebook",
      ] + plugins.map { .target(name: $0 + "Plugin") },
      path: "Tests/Fuzz", exclude: ["README.md", "Seeds", "Words"], swiftSettings: house)
  ]

let package = Package(
  name: "podium",
  products: [
    .executable(name: "podium", targets: ["podium"]),
    .library(name: "PodiumShell", targets: ["PodiumShell"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4"])]),
    .systemLibrary(name: "COpenBLAS", providers: [.apt(["libopenblas0-pthread"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g"])]),
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-extensions0.29.0.gfm.6"])]),
    .target(name: "CTerminal", exclude: ["README.md"]),

    library("PodiumCore"),
    library("PodiumLearn", uses: ["PodiumCore"]),
    library("PodiumLinear", uses: ["PodiumCore", "COpenBLAS"]),
    library("PodiumAlgorithms", uses: ["PodiumCore", "PodiumLearn", "PodiumLinear"]),
    library("PodiumShell", uses: ["PodiumCore", "PodiumLearn"]),
    library("PodiumFormats", uses: ["PodiumCore", "PodiumShell", "CZlib"]),
    library("PodiumCommands", uses: ["PodiumCore", "PodiumLearn", "PodiumShell"]),
    library("PodiumNotebook", uses: ["PodiumCore", "PodiumShell", "CMarkdown"]),
    library("PodiumConsole", uses: ["PodiumCore", "CReadline", "CTerminal"]),
    library("PodiumStore", uses: ["PodiumCore", "PodiumLearn", "PodiumShell", "CSQLite"]),
    library("PodiumFetch", uses: ["PodiumCore", "PodiumShell", "CCurl"]),
    library("PodiumOutside", uses: ["PodiumCore", "PodiumLearn", "PodiumShell"]),
    library(
      "PodiumAssembly",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumShell", "PodiumFormats", "PodiumCommands",
        "PodiumStore", "PodiumFetch", "PodiumOutside", "PodiumNotebook",
      ] + plugins.map { .target(name: $0 + "Plugin") }),
    library("PodiumConformance", uses: ["PodiumCore", "PodiumLearn", "PodiumShell"]),
    library(
      "PodiumTestKit",
      uses: ["PodiumCore", "PodiumLearn", "PodiumShell", "PodiumNotebook", "PodiumConformance"]),

    .executableTarget(
      name: "podium",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumShell", "PodiumFormats", "PodiumStore", "PodiumOutside",
        "PodiumAssembly", "PodiumConformance", "PodiumNotebook", "PodiumConsole",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["README.md", "Link"],
      swiftSettings: house + staticSwift, linkerSettings: staticLink),

    tests("PodiumCoreTests", uses: ["PodiumCore", "PodiumTestKit"]),
    tests("PodiumShellTests", uses: ["PodiumCore", "PodiumLearn", "PodiumShell", "PodiumTestKit"]),
    tests(
      "PodiumNotebookTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumShell", "PodiumNotebook", "PodiumTestKit"]),
    tests(
      "PodiumLearnTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumConformance", "PodiumTestKit"]),
    tests(
      "PodiumAlgorithmsTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumLinear", "PodiumAlgorithms", "PodiumConformance", "PodiumTestKit",
      ],
      leaving: ["Expected"]),
    tests(
      "PodiumCommandsTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumShell", "PodiumFormats", "PodiumCommands",
        "PodiumOutside", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ]),
    tests(
      "PodiumStoreTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumShell", "PodiumFormats", "PodiumStore",
        "PodiumTestKit", "podium-bench",
      ]),
    tests(
      "PodiumAssemblyTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumShell", "PodiumNotebook", "PodiumAssembly", "PodiumTestKit"]),
    tests(
      "PodiumOutsideTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumShell", "PodiumFormats", "PodiumOutside", "PodiumAssembly",
        "PodiumConformance", "PodiumTestKit",
      ]),

    tests(
      "PodiumFetchTests",
      uses: [
        "PodiumCore", "PodiumShell", "PodiumFetch", "PodiumFormats", "PodiumAssembly", "PodiumTestKit",
      ]),

    // The program itself, driven from outside; no dependency on it (CONTRIBUTING.md says why).
    tests(
      "ProgramTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumShell", "PodiumOutside", "PodiumAssembly", "PodiumNotebook",
        "PodiumConformance", "PodiumTestKit",
      ]),
    .executableTarget(
      name: "podium-bench",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumShell", "PodiumFormats", "PodiumOutside",
        "PodiumStore", "PodiumNotebook", "PodiumAssembly", "PodiumTestKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["README.md", "recorder.c"], swiftSettings: house),

    // What the console's tests drive on a terminal of their own.
    .executableTarget(
      name: "console-probe", dependencies: ["PodiumCore", "PodiumConsole"], swiftSettings: house),
    tests(
      "PodiumConsoleTests",
      uses: ["PodiumCore", "PodiumConsole", "PodiumTestKit", "console-probe"]),
    tests("PodiumLinearTests", uses: ["PodiumCore", "PodiumLinear"]),
    tests("PodiumFormatsTests", uses: ["PodiumCore", "PodiumShell", "PodiumFormats", "PodiumTestKit"]),
  ] + plugins.flatMap(plugin) + fuzzing
)
