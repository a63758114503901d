import Foundation
import GraphQL

/// The files that these tests were built from.
enum Repository {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// A file beside these tests.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: tests.appending(path: path), encoding: .utf8)
  }

  /// The SDL that the server serves.
  static func servedSDL() throws -> String {
    try String(contentsOf: root.appending(path: "schema/expanded.graphql"), encoding: .utf8)
  }
}
