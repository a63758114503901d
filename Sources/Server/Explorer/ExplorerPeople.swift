import Foundation
import GraphQL
import NIOCore

/// The people whose tokens the explorer offers: those of a demonstration.
///
///     [{"name": "Elena Rivera", "role": "parent", "token": "…"}]
struct ExplorerPeople: Sendable {
  private let bytes: ByteBuffer

  /// - Throws: `CommandFailure` when there is no such file, or it is no list of people.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure("there are no people for the explorer: \(path) cannot be read")
    }
    guard let json = try? JSONValue(parsing: Array(data)), case .array(let people) = json, people.allSatisfy(Self.isPerson) else {
      throw CommandFailure("\(path) is no list of people: `hatched token --demo-people` prints one")
    }
    bytes = ByteBuffer(bytes: data)
  }

  private static func isPerson(_ value: JSONValue) -> Bool {
    ["name", "role", "token"].allSatisfy { key in if case .string? = value[key] { true } else { false } }
  }

  /// Nil for a page that reached the server by another name than this machine's own: another site's, whose name leads here.
  func answer(to request: ReceivedRequest) -> ByteBuffer? {
    request.host.map(ListeningAddress.isLoopback) == true ? bytes : nil
  }
}
