import AsyncHTTPClient
import Foundation
// The types of the HTTP client: its times, bytes and statuses.
import NIOCore
import NIOHTTP1

/// The place of a key set.
package enum KeySetSource: Hashable, Sendable {
  case url(String)
  /// A file, for a network that has no way out, and for trying things.
  case file(String)
  /// The key set that the provider's configuration names — OpenID Connect Discovery 1.0, section 4.
  case discovery(ProviderIssuer)

  /// Apple's own — "Fetch Apple's public key for verifying token signature".
  package static let apple = KeySetSource.url("https://appleid.apple.com/auth/keys")

  /// The largest key set that is read, in bytes. Apple's has about 3,000.
  static let maximumSize = 1 << 16
  private static let timeout = TimeAmount.seconds(5)

  /// - Throws: when there is no answer in time, it is another than 200, or it is too large.
  func load() async throws -> Data {
    switch self {
    case .url(let url): return try await Self.get(url, "the key set's address")
    case .file(let path):
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      let data = try file.read(upToCount: Self.maximumSize + 1) ?? Data()
      guard data.count <= Self.maximumSize else { throw Unusable(description: "\(path) is too large") }
      return data
    case .discovery(let issuer):
      let json = try await Self.get(issuer.configurationURL, "the provider's configuration")
      let configuration = try JSONDecoder().decode(Configuration.self, from: json)
      // Section 4.3: otherwise one provider could speak for another.
      guard issuer.isSame(as: configuration.issuer) else {
        throw Unusable(description: "the provider's configuration is of another issuer than \(issuer)")
      }
      guard ProviderIssuer.isPrivate(configuration.jwks_uri) else {
        throw Unusable(description: "the provider's configuration has a key set that is not read by https")
      }
      return try await Self.get(configuration.jwks_uri, "the key set's address")
    }
  }

  private struct Configuration: Decodable {
    let issuer: String
    let jwks_uri: String
  }

  /// Redirections are not followed: they could leave https.
  private static func get(_ url: String, _ name: String) async throws -> Data {
    let response = try await client.execute(HTTPClientRequest(url: url), deadline: .now() + timeout)
    guard response.status == .ok else { throw Unusable(description: "\(name) answers \(response.status.code)") }
    return Data(try await response.body.collect(upTo: maximumSize).readableBytesView)
  }

  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.redirectConfiguration = .disallow
    return HTTPClient(configuration: configuration)
  }()

  private struct Unusable: Error, CustomStringConvertible {
    let description: String
  }
}
