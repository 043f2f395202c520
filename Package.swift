// swift-tools-version: 6.3
import PackageDescription

// CI sets PODIUM_STRICT=1: a warning is an error there, and only a warning on a newcomer's machine.
let strict = Context.environment["PODIUM_STRICT"] == "1"

// The sanitizers set PODIUM_SANITIZED=1: what they watch must be visible to the C library, and Swift's own library shared.
let sanitized = Context.environment["PODIUM_SANITIZED"] == "1"

// The commit that is built, as setup.sh finds it, with `+changes` where files differ from it. The linker writes it in as the
// address of a symbol (Sources/CStamp), which other linkers than LLVM's cut to 32 bits: a new commit compiles nothing again.
let commit = Context.environment["PODIUM_COMMIT"] ?? ""
let digits = String(commit.prefix { $0 != "+" })
let isStamped = digits.count == 12 && digits.allSatisfy { "0123456789abcdef".contains($0) }
let stamp: [LinkerSetting] =
  isStamped
  ? [.unsafeFlags(["-use-ld=lld", "-Xlinker", "--defsym=podium_stamp=0x1\(digits)\(digits == commit ? 0 : 1)"])] : []

// Linked into the program and into the tests.
let sanitizers: [Target.Dependency] = sanitized ? ["CSanitizers"] : []
let sanitizing: [Target] = sanitized ? [.target(name: "CSanitizers", path: "Tests/Sanitizers")] : []

// The service is another program, with 24 packages of other people that podium itself needs nothing of. `./podium serve`, `./test`
// and `.ci/run` set PODIUM_SERVE=1; without it a first build neither fetches nor compiles them. Both share one build folder:
// switching costs some seconds, and compiles nothing again.
let isServing = Context.environment["PODIUM_SERVE"] == "1"

let house: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

// There is one build, for users, tests and benchmarks (CONTRIBUTING.md: One build). It optimises what computes, reads or
// writes much, and the rest, which runs once a command, is compiled as it is: in a fifth of the time.
let optimised: Set<String> = [
  "PodiumCore", "PodiumLearn", "PodiumLinear", "PodiumAlgorithms", "PodiumShaping", "PodiumStatistics", "PodiumFigure",
  "PodiumPlugin", "PodiumRecords", "PodiumRender", "PodiumFormats", "PodiumStore", "PodiumWire",
  "PodiumEngine",
  "PodiumConsole", "PodiumServe",
  "PodiumAssembly", "PodiumWorkbench", "SkiModel", "SurfModel", "FootballModel",
  "SkiStudies", "SurfStudies", "FootballStudies",
]

// Sanitizers and fuzzing watch optimised code, several times as fast, and name its lines.
let isWatched = sanitized || Context.environment["PODIUM_FUZZ"] == "1"

// A package is downloaded many times and built once: .ci/package sets PODIUM_PACKAGE=1, and takes twice the time for three fifths
// of the size: it keeps nothing that only tests see.
let isPackaged = Context.environment["PODIUM_PACKAGE"] == "1"

/// The settings of a target; without debug information, which would only make the program larger and later. Each function has a
/// section of its own: the linker drops what nothing calls, and puts side by side what a start runs (Sources/podium/README.md).
/// Nothing imports tests, so no second process checks them, a tenth of their time, to write their interface early.
func settings(_ name: String) -> [SwiftSetting] {
  let quick = (optimised.contains(name) ? [] : [isPackaged ? "-Osize" : "-Onone"]) + ["-gnone"]
  let flags =
    (isWatched ? [] : quick) + ["-Xfrontend", "-function-sections"] + (isPackaged ? [] : ["-enable-testing"])
    + (name.hasSuffix("Tests") ? ["-no-emit-module-separately-wmo"] : [])
  return house + [.unsafeFlags(flags, .when(configuration: .release))]
}

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
      "-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--no-warn-symbol-ordering",
      "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/podium/Link/start.order",
      "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    ])
  ]

// The C library checks the sizes that it can see; it needs an optimised build. The sanitizers watch the unchecked functions.
let fortified: [CSetting] = sanitized ? [] : [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]

func library(
  _ name: String, uses dependencies: [Target.Dependency] = [], linked: [LinkerSetting] = [],
  embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"], resources: files.map { .embedInCode($0) },
    swiftSettings: settings(name), linkerSettings: linked)
}

func tests(_ name: String, uses dependencies: [Target.Dependency], leaving files: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: settings(name))
}

/// One folder under `plugins/`: it sees what any outsider sees, so `package` symbols stay invisible to it.
///
/// `hasModel` says that it has calculations apart, in a library that knows the core's values and nothing else; `hasBench`
/// that it has a benchmark program, with what that makes and measures in a library apart, for the tests too.
struct Plugin {
  let sport: String
  var hasModel = false
  var hasBench = false

  var name: String { sport + "Plugin" }
  var dependency: Target.Dependency { .target(name: name) }
  var parts: [Target.Dependency] { models + [dependency] }
  var targets: [Target] { (hasModel ? model : []) + plugin + (hasBench ? [studies, bench] : []) }

  private var folder: String { "plugins/" + sport.lowercased() }
  private var models: [Target.Dependency] { hasModel ? [.target(name: sport + "Model")] : [] }
  private var tested: [Target.Dependency] { models + (hasBench ? [.target(name: sport + "Studies")] : []) }

  private var model: [Target] {
    [
      .target(
        name: sport + "Model", dependencies: ["PodiumCore"], path: folder + "/Model", packageAccess: false,
        swiftSettings: settings(sport + "Model")),
      .testTarget(
        name: sport + "ModelTests", dependencies: tested + [dependency, "PodiumCore", "PodiumTestKit"],
        path: folder + "/ModelTests", packageAccess: false,
        swiftSettings: settings(sport + "ModelTests")),
    ]
  }

  private var studies: Target {
    .target(
      name: sport + "Studies", dependencies: models + ["PodiumCore"], path: folder + "/Bench/Studies",
      packageAccess: false, swiftSettings: settings(sport + "Studies"))
  }

  private var bench: Target {
    .executableTarget(
      name: sport.lowercased() + "-bench",
      dependencies: tested + [
        dependency, "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumBenchmarks", "PodiumTestKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: folder + "/Bench", exclude: ["Studies"], packageAccess: false,
      swiftSettings: settings(sport + "Bench"))
  }

  private var plugin: [Target] {
    [
      .target(
        name: name,
        dependencies: models + ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin", "PodiumRecords"],
        path: folder + "/Sources", packageAccess: false, swiftSettings: settings(name)),
      .testTarget(
        name: name + "Tests",
        dependencies: tested + [
          dependency, "PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin", "PodiumRecords", "PodiumRender",
          "PodiumEngine", "PodiumFiles", "PodiumFormats", "PodiumStore", "PodiumAssembly", "PodiumConformance",
          "PodiumTestKit",
        ],
        path: folder + "/Tests", packageAccess: false, swiftSettings: settings(name + "Tests")),
    ]
  }
}

let plugins = [
  Plugin(sport: "Ski", hasModel: true, hasBench: true), Plugin(sport: "Surf", hasModel: true, hasBench: true),
  Plugin(sport: "Football", hasModel: true, hasBench: true),
]

// The readers of foreign bytes, with the promises they keep. An ordinary build gives them kept inputs; with PODIUM_FUZZ=1,
// as .ci/fuzz sets it, libFuzzer's main is linked instead and searches for others.
let isFuzzing = Context.environment["PODIUM_FUZZ"] == "1"
let fuzzing = Target.executableTarget(
  name: "podium-fuzz",
  dependencies: [
    "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
    "PodiumFigure", "PodiumFiles", "PodiumFormats", "PodiumCommands", "PodiumNotebook", "PodiumStore", "PodiumFetch",
    "PodiumWire", "PodiumOutside", "PodiumKernel",
  ] + plugins.flatMap(\.parts),
  path: "Tests/Fuzz",
  exclude: ["README.md", "Seeds", "Words", "Planted"] + (isFuzzing ? ["KeptInputs.swift"] : ["FuzzEntry.swift"]),
  swiftSettings: settings("podium-fuzz"))

// What a program that runs podium's commands itself imports.
let engineProduct = [
  "PodiumAssembly", "PodiumEngine", "PodiumNotebook", "PodiumFiles", "PodiumOutside", "PodiumRender", "PodiumPlugin",
  "PodiumLearn", "PodiumCore",
]

// What the service is made of beside podium; Hummingbird's traits would bring the whole of Foundation.
let servicePackages: [Package.Dependency] = [
  .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
  .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
  .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
]
let service = Target.executableTarget(
  name: "podium-serve",
  dependencies: [
    "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumFiles", "PodiumStore", "PodiumAssembly", "PodiumConsole",
    "PodiumServe",
    .product(name: "ArgumentParser", package: "swift-argument-parser"),
    .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "HummingbirdTLS", package: "hummingbird"),
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
    .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "UnixSignals", package: "swift-service-lifecycle"),
  ] + sanitizers,
  exclude: ["README.md"], swiftSettings: settings("podium-serve") + staticSwift, linkerSettings: staticLink)

let package = Package(
  name: "podium",
  products: [
    .executable(name: "podium", targets: ["podium"]),
    // For a plugin in Swift, and for its tests.
    .library(
      name: "PodiumPlugin", targets: ["PodiumRecords", "PodiumPlugin", "PodiumFigure", "PodiumLearn", "PodiumCore"]),
    .library(name: "PodiumConformance", targets: ["PodiumConformance"]),
    // For a program that runs podium's commands itself.
    .library(name: "PodiumEngine", targets: engineProduct),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ] + (isServing ? servicePackages : []),
  targets: [
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4"])]),
    .systemLibrary(name: "COpenBLAS", providers: [.apt(["libopenblas0-pthread"])]),
    .systemLibrary(name: "CKernel"),
    .systemLibrary(name: "CStamp"),
    .systemLibrary(name: "CReadStat", providers: [.apt(["libreadstat1"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g"])]),
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-extensions0.29.0.gfm.6"])]),
    .systemLibrary(name: "CRsvg", providers: [.apt(["librsvg2-2"])]),
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq5"])]),
    .target(name: "CTerminal", exclude: ["README.md"], cSettings: fortified),
    // With their headers from Debian's libreadline-dev and libsqlite3-dev; nothing is linked with them.
    .target(name: "CReadline", exclude: ["README.md"], cSettings: fortified),
    .target(name: "CSQLite", exclude: ["README.md"], cSettings: fortified),
    .target(name: "CVectors", exclude: ["README.md"], cSettings: fortified),

    library("PodiumCore", uses: ["CVectors"]),
    library("PodiumLearn", uses: ["PodiumCore"]),
    library("PodiumLinear", uses: ["PodiumCore", "COpenBLAS"]),
    library("PodiumAlgorithms", uses: ["PodiumCore", "PodiumLearn", "PodiumLinear", "CVectors"]),
    library("PodiumShaping", uses: ["PodiumCore"]),
    library("PodiumStatistics", uses: ["PodiumCore", "PodiumLearn"]),
    library("PodiumPlotting", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure"]),
    library("PodiumFigure", uses: ["PodiumCore"]),
    library("PodiumPicture", uses: ["PodiumCore", "CRsvg"]),
    library("PodiumPlugin", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure"]),
    library("PodiumRecords", uses: ["PodiumCore", "PodiumPlugin"]),
    library(
      "PodiumServe",
      uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles"],
      embedding: ["schemas.json", "script.js", "style.css", "swedish.txt"].map { "Pages/Files/" + $0 }),
    library("PodiumRender", uses: ["PodiumCore", "PodiumLearn", "PodiumFigure", "PodiumPlugin"]),
    library("PodiumFamiliar", uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin"]),
    library(
      "PodiumEngine",
      uses: ["PodiumCore", "PodiumShaping", "PodiumLearn", "PodiumFigure", "PodiumPlugin", "PodiumFamiliar"]),
    library("PodiumFiles", uses: ["PodiumCore", "PodiumPlugin", "CKernel"]),
    library("PodiumFormats", uses: ["PodiumCore", "PodiumPlugin", "CReadStat", "CZlib"]),
    library(
      "PodiumCommands",
      uses: [
        "PodiumCore", "PodiumShaping", "PodiumStatistics", "PodiumFigure", "PodiumPlotting", "PodiumLearn",
        "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFamiliar",
      ]),
    library(
      "PodiumNotebook",
      uses: ["PodiumCore", "PodiumFigure", "PodiumPlugin", "PodiumRender", "PodiumEngine", "CMarkdown"]),
    library(
      "PodiumKernel",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumNotebook", "PodiumFiles", "PodiumAssembly",
        "CZeroMQ",
      ]),
    // The line of progress is PodiumRender's text.
    library("PodiumConsole", uses: ["PodiumCore", "PodiumPlugin", "PodiumRender", "CReadline", "CTerminal"]),
    library("PodiumStore", uses: ["PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumFiles", "CSQLite"]),
    library("PodiumFetch", uses: ["PodiumCore", "PodiumPlugin", "CCurl"]),
    library("PodiumWire", uses: ["PodiumCore"]),
    library(
      "PodiumOutside",
      uses: ["PodiumCore", "PodiumWire", "PodiumFigure", "PodiumLearn", "PodiumPlugin", "PodiumFiles"]),
    library(
      "PodiumCluster",
      uses: ["PodiumCore", "PodiumLearn", "PodiumLinear", "PodiumPlugin", "PodiumFiles", "PodiumOutside"]),
    library(
      "PodiumDoctor",
      uses: ["PodiumCore", "PodiumPlugin", "PodiumFiles", "PodiumFormats", "PodiumOutside", "CReadline", "CSQLite"]),
    library(
      "PodiumVerify", uses: ["PodiumCore", "PodiumFiles", "PodiumNotebook", "PodiumOutside"]),
    library(
      "PodiumAssembly",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumCommands", "PodiumStore", "PodiumFetch", "PodiumOutside",
        "PodiumCluster", "PodiumNotebook", "PodiumPicture", "CStamp",
      ] + plugins.map(\.dependency), linked: stamp),
    library(
      "PodiumWorkbench",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumNotebook", "PodiumOutside",
        "PodiumAssembly", "PodiumConsole",
      ]),
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
        "PodiumOutside", "PodiumAssembly", "PodiumConformance",
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
        "PodiumOutside", "PodiumCluster",
        "PodiumAssembly", "PodiumWorkbench", "PodiumConformance", "PodiumNotebook", "PodiumVerify", "PodiumDoctor",
        "PodiumManual", "PodiumConsole", "PodiumKernel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + sanitizers,
      exclude: ["README.md", "Link"],
      swiftSettings: settings("podium") + staticSwift, linkerSettings: staticLink),

    tests("PodiumCoreTests", uses: ["PodiumCore", "PodiumTestKit", "CVectors"]),
    tests("PodiumShapingTests", uses: ["PodiumCore", "PodiumShaping"]),
    tests(
      "PodiumStatisticsTests", uses: ["PodiumCore", "PodiumLearn", "PodiumStatistics", "PodiumTestKit"],
      leaving: ["Expected"]),
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
      "PodiumKernelTests",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumEngine", "PodiumAssembly", "PodiumKernel", "PodiumTestKit", "CZeroMQ",
      ]),
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
        "PodiumCore", "PodiumFigure", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFormats", "PodiumShaping", "PodiumCommands",
        "PodiumOutside", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ]),
    tests(
      "PodiumStoreTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumStore", "PodiumAssembly", "PodiumTestKit", "podium-bench",
      ]),
    tests(
      "PodiumAssemblyTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumNotebook",
        "PodiumAssembly", "PodiumStore",
        "PodiumRecords", "PodiumOutside", "PodiumConformance", "PodiumTestKit",
      ]),
    tests(
      "PodiumServeTests",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumAssembly", "PodiumStore", "PodiumServe",
        "PodiumTestKit",
      ], leaving: ["Expected"]),
    tests(
      "PodiumOutsideTests",
      uses: [
        "PodiumCore", "PodiumFigure", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles",
        "PodiumWire", "PodiumOutside", "PodiumAssembly", "PodiumConformance", "PodiumTestKit",
      ]),

    tests(
      "PodiumFetchTests",
      uses: [
        "PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFetch", "PodiumFormats", "PodiumAssembly",
        "PodiumTestKit",
      ]),

    // A front end as one outside of this package would be: it sees what is public in the product, and nothing else.
    .testTarget(
      name: "DoorTests", dependencies: engineProduct.map { .target(name: $0) }, packageAccess: false,
      swiftSettings: settings("DoorTests")),

    // The program itself, driven from outside; no dependency on it (CONTRIBUTING.md says why).
    tests(
      "ProgramTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFiles", "PodiumOutside",
        "PodiumAssembly", "PodiumNotebook", "PodiumManual", "PodiumConformance", "PodiumTestKit",
      ] + sanitizers),
    .executableTarget(
      name: "podium-bench",
      dependencies: [
        "PodiumCore", "PodiumLearn", "PodiumAlgorithms", "PodiumPlugin", "PodiumRender", "PodiumEngine",
        "PodiumFiles", "PodiumFormats", "PodiumOutside", "PodiumStore", "PodiumNotebook", "PodiumAssembly",
        "PodiumTestKit", "PodiumBenchmarks", "PodiumLinear", "CSQLite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["README.md", "recorder.c", "Peers"], swiftSettings: settings("podium-bench")),

    // What the console's tests drive on a terminal of their own.
    .executableTarget(
      name: "console-probe", dependencies: ["PodiumCore", "PodiumConsole"],
      swiftSettings: settings("console-probe")),
    tests(
      "PodiumConsoleTests",
      uses: ["PodiumCore", "PodiumConsole", "PodiumTestKit", "console-probe"]),
    tests(
      "PodiumClusterTests",
      uses: [
        "PodiumCore", "PodiumLearn", "PodiumPlugin", "PodiumEngine", "PodiumFiles", "PodiumOutside", "PodiumCluster",
        "PodiumAssembly", "PodiumTestKit",
      ], leaving: ["StandIn.sh", "StandInNode.sh"]),
    tests("PodiumLinearTests", uses: ["PodiumCore", "PodiumLinear"]),
    tests("PodiumDoctorTests", uses: ["PodiumCore", "PodiumDoctor"]),
    tests(
      "PodiumFormatsTests",
      uses: ["PodiumCore", "PodiumPlugin", "PodiumRender", "PodiumEngine", "PodiumFormats", "PodiumTestKit"]),
  ] + plugins.flatMap(\.targets) + [fuzzing] + sanitizing + (isServing ? [service] : [])
)
