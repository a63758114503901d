// swift-tools-version: 6.2
import PackageDescription

/// Applied to every target of this package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // An async function runs where its caller does, unless it says otherwise.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // Rows are read in one target and written as JSON in another, byte by byte.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// For targets that tests spend their time in: debug builds are optimized as well, and keep assertions and
/// overflow checks. The suites that plan thousands of operations are several times faster so.
let optimizedSettings =
  settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// Applied to the server.
let linkerSettings: [LinkerSetting] = [
  // With the standard library in it: the other linker warns of Foundation's own use of `mktemp`.
  .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
  // One thread reads rows and others let go of them. glibc's allocator has them wait for each other.
  .linkedLibrary("tcmalloc_minimal", .when(platforms: [.linux])),
]

/// Programs for developers. They are built where HATCHED_TOOLS is set, as the scripts that run them do: tests do not wait for them.
let tools: [Target] = [
    // `hatched-fuzz`: more of it than tests have time for. See scripts/fuzz.
    .executableTarget(
      name: "hatched-fuzz",
      dependencies: [
        "Fuzzing", "Gateway", "GraphQL",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/FuzzRunner", swiftSettings: settings, linkerSettings: linkerSettings),
    // What it costs to read a query. See scripts/bench-language.
    .executableTarget(
      name: "hatched-language-benchmark",
      dependencies: [
        "GraphQL", "Domain", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Language/Swift", swiftSettings: settings, linkerSettings: linkerSettings),
    // What the stages before the database cost when a query is known. See scripts/bench.
    .executableTarget(
      name: "hatched-preparation-benchmark",
      dependencies: [
        "Gateway", "GraphQL", "Planning", "Postgres", "SQL", "Domain", "SessionTokens",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Preparation", swiftSettings: settings, linkerSettings: linkerSettings),
]

let package = Package(
  name: "hatched-gateway",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "hatched", targets: ["Server"]),
    // Decodes pictures for the server, which finds it in the folder of its own program.
    .executable(name: "hatched-pictures", targets: ["PictureWorker"]),
    // For tests: loaded into programs whose clock they set.
    .library(name: "MovedClock", type: .dynamic, targets: ["MovedClock"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.15.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.1.0"),
    // For scrypt, and for tests to make a key pair.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.1.0"),
  ],
  targets: [
    // The GraphQL language, type system, validation and introspection. Imports nothing.
    .target(name: "GraphQL", swiftSettings: optimizedSettings),
    // From the documents of `schema/` with their directives to the schema that clients see.
    .target(name: "Derivation", dependencies: ["GraphQL"], swiftSettings: optimizedSettings),
    // Recurring events: rules of RFC 5545, their days, clocks of time zones, iCalendar. On Foundation alone.
    .target(name: "Recurrence", swiftSettings: optimizedSettings),
    // What both sides of the database border speak. Imports nothing. Public, as `JSONWriter` is, and not for this
    // package alone: the compiler inlines across modules only what is public.
    .target(name: "SQL", swiftSettings: optimizedSettings),
    // The memory that requests may hold together. Imports nothing.
    .target(name: "Memory", swiftSettings: optimizedSettings),
    // Threads for long work. Imports nothing.
    .target(name: "Threads", swiftSettings: settings),
    // Asks the allocator how much is in use, and to give back to the system what it keeps.
    .target(name: "CAllocator"),
    // Tells whether output was lost.
    .target(name: "CStreams"),
    // Starts programs.
    .target(name: "CProcesses"),
    // From a validated operation to statements, and from rows to response bytes.
    .target(name: "Planning", dependencies: ["GraphQL", "SQL"], swiftSettings: optimizedSettings),
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Connections, pipelines, the pool and the migrations runner.
    .target(name: "Postgres", dependencies: ["CLibpq", "Memory", "SQL"], swiftSettings: optimizedSettings),
    // HS256 JSON Web Tokens on Foundation alone.
    .target(name: "SessionTokens", swiftSettings: optimizedSettings),
    // The claims of addresses that are good without any header, and for a while.
    .target(name: "SignedPaths", dependencies: ["SessionTokens"], swiftSettings: optimizedSettings),
    // Identity tokens of Apple and of OpenID Connect providers: their keys and claims.
    .target(
      name: "IdentityTokens",
      dependencies: [
        "SessionTokens",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // The files of `schema/` and `migrations/` and the templates of mail, as part of the binary.
    .target(name: "CEmbedded"),
    .target(name: "Embedded", dependencies: ["CEmbedded"], swiftSettings: settings),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // Handles of libcurl, and the lists that transfers read.
    .target(name: "Curl", dependencies: ["CCurl"], swiftSettings: settings),
    // Messages to people: their texts, and mail and text messages on their way out.
    .target(
      name: "Mail",
      dependencies: [
        "CCurl", "Curl", "Embedded", "SessionTokens", "SQL",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      exclude: ["Templates"], swiftSettings: settings),
    // Push notifications for Apple's and Google's services, over HTTP/2.
    .target(
      name: "Push",
      dependencies: [
        "CCurl", "Curl", "SessionTokens", "SQL",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: settings),
    // Files: what they are by their content, and the folder or S3 that keeps them.
    .target(
      name: "Files",
      dependencies: [
        "SQL", "Threads",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // By the flags of GObject, on which libvips is built: those of libvips have some that SwiftPM warns of.
    .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
    // Decodes pictures and writes them anew, in a process of its own.
    .executableTarget(
      name: "PictureWorker", dependencies: ["CVips"],
      linkerSettings: [.linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"), .linkedLibrary("m")]),
    // Passwords: their rules, and their hashes by scrypt.
    .target(
      name: "Passwords",
      dependencies: [
        "Embedded", "SessionTokens", "Threads",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: optimizedSettings),
    // The domain: what the SDL in `schema/` is bound to.
    .target(
      name: "Domain",
      dependencies: ["Derivation", "Embedded", "Passwords", "Planning", "Recurrence", "SessionTokens", "SignedPaths", "GraphQL", "SQL"],
      swiftSettings: optimizedSettings),
    // Report cards as pages and tables.
    .target(name: "ReportCards", dependencies: ["GraphQL"], swiftSettings: settings),
    // Made-up families for demonstrations, tests and measurements.
    .target(name: "SampleData", dependencies: ["SQL"], swiftSettings: optimizedSettings),
    // The way of a request, from `GraphQLRequest` to response bytes.
    .target(
      name: "Gateway",
      dependencies: [
        "IdentityTokens", "Files", "Mail", "Push", "Domain", "Planning", "Postgres", "SessionTokens", "GraphQL", "Memory", "SQL",
        "Threads",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: optimizedSettings),
    // `hatched`: HTTP and the command line.
    .executableTarget(
      name: "Server",
      dependencies: [
        "IdentityTokens", "CAllocator", "CProcesses", "CStreams", "CZlib", "Embedded", "Files", "Gateway", "Mail", "Memory", "Passwords", "Push",
        "ReportCards", "SampleData", "Domain", "Planning", "Postgres", "SessionTokens", "GraphQL", "SQL", "Threads",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      exclude: ["Explorer/Web", "Operator/Web"], swiftSettings: settings, linkerSettings: linkerSettings),
    // A migrated and seeded database for tests that need one, and an identity provider like Apple.
    .target(
      name: "TestSupport",
      dependencies: [
        "Embedded", "GraphQL", "Planning", "Postgres", "SampleData", "Domain", "SessionTokens", "SQL",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ],
      path: "Tests/TestSupport", exclude: ["TLS/certificates", "TLS/cluster"], swiftSettings: settings),
    // What tries to break what reads the input of clients, and the requests that cost too much.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Gateway", "GraphQL", "Planning", "Postgres", "SampleData", "Domain", "SessionTokens", "SQL",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Fuzzing", swiftSettings: settings),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "Gateway", "GraphQL"], swiftSettings: settings),
    .testTarget(name: "GraphQLTests", dependencies: ["GraphQL"], swiftSettings: settings),
    .testTarget(name: "DerivationTests", dependencies: ["Derivation", "Embedded", "GraphQL"], swiftSettings: settings),
    // Compares with graphql-core, if Python has it; and what came of that before, without Python.
    .testTarget(
      name: "DifferentialTests", dependencies: ["GraphQL"], exclude: ["Corpus", "Reference", "Schemas"],
      swiftSettings: settings),
    // Compares with dateutil, zoneinfo and icalendar, if Python has them.
    .testTarget(
      name: "RecurrenceTests", dependencies: ["Recurrence"], exclude: ["Reference"], swiftSettings: settings),
    .testTarget(
      name: "IdentityTokensTests",
      dependencies: [
        "IdentityTokens", "SessionTokens", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // Speaks to a mail server in Python: see Tests/Clients.
    .testTarget(
      name: "MailTests",
      dependencies: [
        "Mail", "Domain", "SQL", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings),
    // Speaks to a server in Python that stands for Apple's and Google's: see Tests/Clients.
    .testTarget(
      name: "PushTests",
      dependencies: [
        "Push", "SessionTokens", "SQL", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: settings),
    // Files made by a script, a picture worker, and an S3 in Python: see Tests/Clients.
    .testTarget(
      name: "FilesTests",
      dependencies: [
        "Files", "SQL", "TestSupport", .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(name: "MemoryBudgetTests", dependencies: ["Memory"], swiftSettings: settings),
    .testTarget(name: "SQLTests", dependencies: ["SQL"], swiftSettings: settings),
    .testTarget(name: "PlanningTests", dependencies: ["Planning", "GraphQL", "SQL"], swiftSettings: settings),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "Memory", "Postgres", "SQL", "SampleData", "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings),
    .testTarget(name: "PasswordsTests", dependencies: ["Passwords", "SessionTokens"], swiftSettings: settings),
    .testTarget(name: "SessionTokensTests", dependencies: ["SessionTokens", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "ReportCardsTests", dependencies: ["GraphQL", "ReportCards"], swiftSettings: settings),
    .testTarget(name: "SignedPathsTests", dependencies: ["SessionTokens", "SignedPaths"], swiftSettings: settings),
    .testTarget(name: "SampleDataTests", dependencies: ["SampleData", "SQL", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "DomainTests",
      dependencies: ["Domain", "Derivation", "Embedded", "Planning", "SessionTokens", "GraphQL", "SQL", "TestSupport"],
      exclude: ["Compatibility/schema.txt"], swiftSettings: settings),
    .testTarget(
      name: "GatewayTests",
      dependencies: [
        "Derivation", "Embedded", "Files", "IdentityTokens", "TestSupport", "Gateway", "Mail", "Passwords", "Push", "Recurrence", "SampleData", "Domain",
        "Planning", "Postgres", "SessionTokens", "SignedPaths", "GraphQL", "SQL", .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Queries", "Recipe/Files"], swiftSettings: settings),
    .target(name: "MovedClock", path: "Tests/MovedClock"),
    // Breaks what `hatched serve` stands on while it works. See docs/faults.md.
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "Gateway", "GraphQL", "Planning", "Postgres", "SampleData", "Domain", "SessionTokens", "SQL", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "TestSupport", "Server", "CZlib", "Embedded", "Files", "Gateway", "GraphQL", "Memory", "Domain", "Planning", "Postgres",
        "SampleData", "SessionTokens", "SignedPaths", "SQL",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
  ] + (Context.environment["HATCHED_TOOLS"] == nil ? [] : tools),
  cLanguageStandard: .c2x
)
