import Foundation
import Testing

/// The arrows between targets: the imports, Package.swift and the table "Targets" of docs/architecture.md agree.
struct TargetTests {
  /// The modules of the toolchain, which every target may import.
  private static let toolchain: Set = [
    "Darwin", "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Synchronization", "Testing",
  ]

  /// The targets that alone may import a module from outside.
  private static let owners: [String: Set<String>] = [
    "HTTPTypes": ["Server"], "HummingbirdCore": ["Server"], "NIOSSL": ["Server"], "NIOTLS": ["Server"],
    "ArgumentParser": ["Server"], "ServiceLifecycle": ["Server"], "UnixSignals": ["Server"],
    "CLibpq": ["Postgres"], "JWTKit": ["IdentityTokens"], "AsyncHTTPClient": ["IdentityTokens", "Files", "Mail", "Server"],
    "CCurl": ["Curl", "Mail", "Push"],
  ]

  private static func manifest() throws -> PackageManifest { PackageManifest(try Repository.text(of: "Package.swift")) }

  /// The modules that each target under Sources/ may import, as the page says.
  private static func table() throws -> [String: Set<String>] {
    let page = try Repository.text(of: "docs/architecture.md")
    let section = try #require(page.firstMatch(of: /\n\| target \| may import \|\n\| --- \| --- \|\n((?:\|.*\n)+)/)?.1)
    var table: [String: Set<String>] = [:]
    for row in section.split(separator: "\n") {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      try #require(cells.count == 4, "\(row) has not two cells")
      let names = cells[1...2].map { $0.matches(of: /`([\w-]+)`/).map { String($0.1) } }
      for target in names[0] {
        #expect(table[target] == nil, "\(target) has two rows")
        table[target] = Set(names[1])
      }
    }
    return table
  }

  /// The modules that the Swift files of a folder import; nil if there is no Swift file.
  private static func imports(in folder: String) throws -> Set<String>? {
    let files = try Repository.swiftFiles(under: folder)
    if files.isEmpty { return nil }
    let statement = /^(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (?:[a-z]+ )?(\w+)/
    return Set(files.flatMap { text in text.matches(of: statement.anchorsMatchLineEndings()).map { String($0.1) } })
  }

  /// The imports of each Swift target under Sources/, without modules of the toolchain.
  private static func arrows() throws -> [String: Set<String>] {
    var arrows: [String: Set<String>] = [:]
    for target in try manifest().targets where target.path.hasPrefix("Sources/") {
      arrows[target.name] = try imports(in: target.path)?.subtracting(toolchain)
    }
    return arrows
  }

  @Test func `Each target imports what docs/architecture.md allows, and no arrow of the page is unused`() throws {
    let (table, arrows) = (try Self.table(), try Self.arrows())
    #expect(arrows.count > 15)
    #expect(table.keys.sorted() == arrows.keys.sorted())
    for (target, imports) in arrows {
      let allowed = table[target] ?? []
      #expect(imports.subtracting(allowed).sorted() == [], "\(target) imports these, which the page does not allow")
      #expect(allowed.subtracting(imports).sorted() == [], "the page allows these, which \(target) does not import")
    }
  }

  @Test func `Modules for HTTP, the database, tokens and HTTP clients stay in their targets`() throws {
    let arrows = try Self.arrows()
    for (module, owners) in Self.owners {
      #expect(Set(arrows.filter { $0.value.contains(module) }.keys) == owners, "\(module)")
    }
    let web = arrows.filter { $0.value.contains { $0.hasPrefix("Hummingbird") } }.map(\.key)
    #expect(web == ["Server"])
  }

  @Test func `Each target declares in Package.swift the modules that it imports, and no other`() throws {
    let targets = try Self.manifest().targets
    #expect(targets.count > 30)
    for target in targets {
      guard let imports = try Self.imports(in: target.path)?.subtracting(Self.toolchain) else { continue }
      #expect(imports.subtracting(target.dependencies).sorted() == [], "\(target.name) does not declare these")
      #expect(target.dependencies.subtracting(imports).sorted() == [], "\(target.name) does not import these")
    }
  }

  @Test func `The manifest is read with products, targets and paths`() {
    let manifest = PackageManifest(
      """
      .target(name: "A"),
      .testTarget(
        name: "b-c", dependencies: ["A", .product(name: "P", package: "p")], path: "Elsewhere"),
      .executableTarget(name: "D", dependencies: ["A"])
      """)
    #expect(manifest.targets.map(\.name) == ["A", "b-c", "D"])
    #expect(manifest.targets.map(\.dependencies) == [[], ["A", "P"], ["A"]])
    #expect(manifest.targets.map(\.path) == ["Sources/A", "Elsewhere", "Sources/D"])
  }
}
