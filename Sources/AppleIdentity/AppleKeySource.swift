import AsyncHTTPClient
import Foundation
// The types of the HTTP client: its times, bytes and statuses.
import NIOCore
import NIOHTTP1

/// Where a key set is.
package enum AppleKeySource: Hashable, Sendable {
  case url(String)
  /// A file, for a network that has no way out, and for trying things.
  case file(String)

  /// Apple's own — "Fetch Apple's public key for verifying token signature".
  package static let apple = AppleKeySource.url("https://appleid.apple.com/auth/keys")

  /// The largest key set that is read, in bytes. Apple's has about 3,000.
  static let maximumSize = 1 << 16
  private static let timeout = TimeAmount.seconds(5)

  /// - Throws: when there is no answer in time, it is another than 200, or it is too large.
  func load() async throws -> Data {
    switch self {
    case .url(let url):
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: url), deadline: .now() + Self.timeout)
      guard response.status == .ok else {
        throw Unusable(description: "the key set's address answers \(response.status.code)")
      }
      return Data(try await response.body.collect(upTo: Self.maximumSize).readableBytesView)
    case .file(let path):
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      let data = try file.read(upToCount: Self.maximumSize + 1) ?? Data()
      guard data.count <= Self.maximumSize else { throw Unusable(description: "\(path) is too large") }
      return data
    }
  }

  private struct Unusable: Error, CustomStringConvertible {
    let description: String
  }
}
