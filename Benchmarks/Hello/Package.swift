// swift-tools-version: 6.2
import PackageDescription

/// Hummingbird with no work to do: the baseline for the gateway's small query. A package of its own, since the
/// gateway uses no more than Hummingbird's core.
let package = Package(
  name: "hello",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.15.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "Hello",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
      ],
      // As the gateway's Package.swift says: with the standard library linked in, the other linker warns.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))])
  ]
)
