// swift-tools-version: 6.3
import PackageDescription

// CI sets PODIUM_STRICT=1: a warning is an error there, and only a warning on a newcomer's machine.
let strict = Context.environment["PODIUM_STRICT"] == "1"

// The sanitizers set PODIUM_SANITIZED=1: what they watch must be visible to the C library, and Swift's own library shared.
let sanitized = Context.environment["PODIUM_SANITIZED"] == "1"

// Linked into the program and into the tests.
let sanitizers: [Target.Dependency] = sanitized ? ["CSanitizers"] : []
let sanitizing: [Target] = sanitized ? [.target(name: "CSanitizers", path: "Tests/Sanitizers")] : []

// .ci/run sets PODIUM_PARITY=1: only the tests that compare with references remain. They use no internal names and run with
// the release build as it is; for those that do, all libraries would have to be built again.
let parity = Context.environment["PODIUM_PARITY"] == "1"
let parityTests = "PodiumAlgorithmsTests"

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
let staticSwift: [SwiftSetting] = sanitized ? [] : [.unsafeFlags(["-static-stdlib"])]
let staticLink: [LinkerSetting] =
  sanitized
  ? []
  : [
    .unsafeFlags([
      "-static-stdlib", "-use-ld=lld", "-L\(Context.packageDirectory)/Sources/podium/Link",
      "-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic",
      "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    ])
  ]

// The C library checks the sizes that it can see; it needs an optimised build. The sanitizers watch the unchecked functions.
let fortified: [CSetting] = sanitized ? [] : [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]

func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: house)
}

func tests(_ name: String, uses dependencies: [Target.Dependency], leaving files: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: house)
}

/// One folder under `plugins/`: it sees what any outsider sees, so `package` symbols stay invisible to it.
///
/// `hasModel` says that it has calculations apart, in a library that knows the core's values and nothing else; `hasBench`
/// that it has a benchmark program.
struct Plugin {
  let sport: String
  var hasModel = false
  var hasBench = false

  var name: String { sport + "Plugin" }
  var dependency: Target.Dependency { .target(name: name) }
  var parts: [Target.Dependency] { models + [dependency] }
  var targets: [Target] { (hasModel ? model : []) + plugin + (hasBench ? [bench] : []) }

  private var folder: String { "plugins/" + sport.lowercased() }
  private var models: [Target.Dependency] { hasModel ? [.target(name: sport + "Model")] : [] }

  private var model: [Target] {
    [
      .target(
        name: sport + "Model", dependencies: ["PodiumCore"], path: folder + "/Model", packageAccess: false,
        swiftSettings: house),
      .testTarget(
        name: sport + "ModelTests", dependencies: models + ["PodiumCore", "PodiumTestKit"],
        path: folder + "/ModelTests", packageAccess: false, swiftSettings: house),
    ]
  }

  private var bench: Target {
    .executableTarget(
      name: sport.lowercased() + "-bench",
      dependencies: models + [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumBenchmarks", "PodiumTestKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: folder + "/Bench", packageAccess: false, swiftSettings: house)
  }

  private var plugin: [Target] {
    [
      .target(
        name: name, dependencies: models + ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin"],
        path: folder + "/Sources", packageAccess: false, swiftSettings: house),
      .testTarget(
        name: name + "Tests",
        dependencies: models + [
          dependency, "PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin", "PodiumRender", "PodiumEngine",
          "PodiumFiles", "PodiumFormats", "PodiumStore", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
        ],
        path: folder + "/Tests", packageAccess: false, swiftSettings: house),
    ]
  }
}

let plugins = [
  Plugin(sport: "Ski", hasModel: true, hasBench: true), Plugin(sport: "Surf", hasModel: true, hasBench: true),
  Plugin(sport: "Football", hasModel: true, hasBench: true),
]

// Built by .ci/fuzz alone, with instrumentation: anywhere else libFuzzer's main would be missing.
let fuzzing: [Target] =
  Context.environment["PODIUM_FUZZ"] != "1"
  ? []
  : [
    .executableTarget(
      name: "podium-fuzz",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFigure", "PodiumFormats", "PodiumCommands", "PodiumNotebook", "PodiumStore", "PodiumFetch",
        "PodiumOutside",
      ] + plugins.flatMap(\.parts),
      path: "Tests/Fuzz", exclude: ["README.md", "Seeds", "Words"], swiftSettings: house)
  ]

let package = Package(
  name: "podium",
  products: [
    .executable(name: "podium", targets: ["podium"]),
    // For a plugin in Swift, and for its tests.
    .library(name: "PodiumPlugin", targets: ["PodiumPlugin", "PodiumFigure", "PodiumLearn", "PodiumCore"]),
    .library(name: "PodiumConformance", targets: ["PodiumConformance"]),
    // For a program that runs podium's commands itself.
    .library(
      name: "PodiumEngine",
      targets: ["PodiumAssembly", "PodiumEngine", "PodiumRender", "PodiumPlugin", "PodiumLearn", "PodiumCore"]),
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
    .systemLibrary(name: "CRsvg", providers: [.apt(["librsvg2-2"])]),
    .target(name: "CTerminal", exclude: ["README.md"], cSettings: fortified),
    .target(name: "CVectors", exclude: ["README.md"], cSettings: fortified),

    library("PodiumCore", uses: ["CVectors"]),
    library("PodiumLearn", uses: ["PodiumCore"]),
    library("PodiumLinear", uses: ["PodiumCore", "COpenBLAS"]),
    library("PodiumAlgorithms", uses: ["PodiumCore", "PodiumLearn", "PodiumLinear", "CVectors"]),
    library("PodiumShaping", uses: ["PodiumCore"]),
    library("PodiumPlotting", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure"]),
    library("PodiumFigure", uses: ["PodiumCore"]),
    library("PodiumPicture", uses: ["PodiumCore", "CRsvg"]),
    library("PodiumPlugin", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure"]),
    library("PodiumRender", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin"]),
    library("PodiumEngine", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin"]),
    library("PodiumFiles", uses: ["PodiumCore", "PodiumPlugin"]),
    library("PodiumFormats", uses: ["PodiumCore", "PodiumPlugin", "CZlib"]),
    library(
      "PodiumCommands",
      uses: [
        "PodiumCore", "PodiumShaping", "PodiumFigure", "PodiumPlotting", "PodiumLearn", "PodiumPlugin", "PodiumRender",
        "PodiumEngine",
      ]),
    library(
      "PodiumNotebook",
      uses: ["PodiumCore", "PodiumFigure", "PodiumPlugin", "PodiumRender", "PodiumEngine", "CMarkdown"]),
    // The line of progress is PodiumRender's text.
    library("PodiumConsole", uses: ["PodiumCore", "PodiumPlugin", "PodiumRender", "CReadline", "CTerminal"]),
    library("PodiumStore", uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "CSQLite"]),
    library("PodiumFetch", uses: ["PodiumCore", "PodiumPlugin", "CCurl"]),
    library("PodiumOutside", uses: ["PodiumCore", "PodiumFigure", "PodiumLearn", "PodiumPlugin", "PodiumFiles"]),
    library("PodiumDoctor", uses: ["PodiumCore", "PodiumPlugin", "PodiumFiles", "PodiumFormats", "PodiumOutside"]),
    library(
      "PodiumVerify", uses: ["PodiumCore", "PodiumFiles", "PodiumNotebook", "PodiumOutside"]),
    library(
      "PodiumAssembly",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumCommands", "PodiumStore", "PodiumFetch", "PodiumOutside",
        "PodiumNotebook", "PodiumPicture",
      ] + plugins.map(\.dependency)),
    library(
      "PodiumManual",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumCommands", "PodiumNotebook",
      ]),
    library(
      "PodiumConformance",
      uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles"]),
    library(
      "PodiumTestKit",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumNotebook",
        "PodiumConformance",
      ]),
    library(
      "PodiumBenchmarks",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumAssembly",
        "PodiumTestKit",
      ]),

    .executableTarget(
      name: "podium",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumStore",
        "PodiumOutside",
        "PodiumAssembly", "PodiumConformance", "PodiumNotebook", "PodiumVerify", "PodiumDoctor",
        "PodiumManual", "PodiumConsole",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + sanitizers,
      exclude: ["README.md", "Link"],
      swiftSettings: house + staticSwift, linkerSettings: staticLink),

    tests("PodiumCoreTests", uses: ["PodiumCore", "PodiumTestKit"]),
    tests("PodiumShapingTests", uses: ["PodiumCore", "PodiumShaping"]),
    tests(
      "PodiumPlottingTests", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlotting", "PodiumTestKit"]),
    tests("PodiumFigureTests", uses: ["PodiumCore", "PodiumFigure", "PodiumTestKit"]),
    tests("PodiumPictureTests", uses: ["PodiumCore", "PodiumPicture"]),
    tests("PodiumFilesTests", uses: ["PodiumCore", "PodiumPlugin", "PodiumFiles", "PodiumTestKit"]),
    tests("PodiumPluginTests", uses: ["PodiumCore", "PodiumPlugin"]),
    tests(
      "PodiumRenderTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumTestKit"]),
    tests(
      "PodiumEngineTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumTestKit"]),
    tests(
      "PodiumNotebookTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumNotebook", "PodiumTestKit",
      ]),
    tests(
      "PodiumLearnTests",
      uses: ["PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumConformance", "PodiumTestKit"]),
    tests(
      parityTests,
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumLinear", "PodiumAlgorithms", "PodiumConformance", "PodiumTestKit",
      ],
      leaving: ["Expected"]
        + (parity ? ["SVM/SVMTests.swift", "Neural/NeuralGradientTests.swift", "Neural/NeuralNetworkTests.swift"] : [])),
    tests(
      "PodiumCommandsTests",
      uses: [
        "PodiumCore", "PodiumFigure", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFormats", "PodiumCommands",
        "PodiumOutside", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ]),
    tests(
      "PodiumStoreTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumStore", "PodiumTestKit", "podium-bench",
      ]),
    tests(
      "PodiumAssemblyTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumNotebook",
        "PodiumAssembly",
        "PodiumTestKit",
      ]),
    tests(
      "PodiumOutsideTests",
      uses: [
        "PodiumCore", "PodiumFigure", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles",
        "PodiumOutside", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ]),

    tests(
      "PodiumFetchTests",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFetch", "PodiumFormats", "PodiumAssembly",
        "PodiumTestKit",
      ]),

    // The program itself, driven from outside; no dependency on it (CONTRIBUTING.md says why).
    tests(
      "ProgramTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumOutside", "PodiumAssembly",
        "PodiumNotebook", "PodiumConformance",
        "PodiumTestKit",
      ] + sanitizers),
    .executableTarget(
      name: "podium-bench",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumOutside", "PodiumStore", "PodiumNotebook", "PodiumAssembly",
        "PodiumTestKit", "PodiumBenchmarks", "PodiumLinear", "CSQLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["README.md", "recorder.c", "Peers"], swiftSettings: house),

    // What the console's tests drive on a terminal of their own.
    .executableTarget(
      name: "console-probe", dependencies: ["PodiumCore", "PodiumConsole"], swiftSettings: house),
    tests(
      "PodiumConsoleTests",
      uses: ["PodiumCore", "PodiumConsole", "PodiumTestKit", "console-probe"]),
    tests("PodiumLinearTests", uses: ["PodiumCore", "PodiumLinear"]),
    tests("PodiumDoctorTests", uses: ["PodiumCore", "PodiumDoctor"]),
    tests(
      "PodiumFormatsTests",
      uses: ["PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFormats", "PodiumTestKit"]),
  ] + plugins.flatMap(\.targets) + fuzzing + sanitizing
)

if parity { package.targets.removeAll { $0.type == .test && $0.name != parityTests } }
