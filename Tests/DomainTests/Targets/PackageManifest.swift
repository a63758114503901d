import Foundation

/// The targets that Package.swift declares, with their dependencies and their source folders.
struct PackageManifest {
  struct Target {
    let name: String
    /// The modules that the target declares.
    let dependencies: Set<String>
    /// The folder of its sources, relative to the repository.
    let path: String
  }

  let targets: [Target]

  init(_ text: String) {
    let declaration = /\.(executableTarget|target|testTarget)\(\s*name: "([\w-]+)"/
    let heads = text.matches(of: declaration)
    targets = heads.enumerated().map { index, head in
      let end = index + 1 < heads.count ? heads[index + 1].range.lowerBound : text.endIndex
      let body = text[head.range.upperBound..<end]
      let name = String(head.2)
      let folder = head.1 == "testTarget" ? "Tests" : "Sources"
      return Target(
        name: name, dependencies: Self.dependencies(in: body),
        path: body.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(folder)/\(name)")
    }
  }

  private static func dependencies(in body: Substring) -> Set<String> {
    guard let list = body.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 else { return [] }
    let products = list.matches(of: /\.product\(name: "(\w+)", package: "[^"]+"\)/)
    let targets = list.replacing(/\.product\([^)]*\)/, with: "").matches(of: /"([\w-]+)"/)
    return Set(products.map { String($0.1) } + targets.map { String($0.1) })
  }
}
