import Foundation

/// The issuer of an OpenID Connect provider: a URL with which tokens and the provider's configuration name it — OpenID Connect Core 1.0,
/// section 1.2.
package struct ProviderIssuer: Hashable, Sendable, CustomStringConvertible {
  package static let maximumLength = 255

  private let url: String

  /// - Returns: nil for a text that is no `https` URL without a query and a fragment. `http` is taken for the machine itself.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, Self.isPrivate(text), !text.contains("?"), !text.contains("#") else { return nil }
    url = text
  }

  package var description: String { url }

  /// Compared byte by byte — RFC 3986, section 6.2.1.
  package func isSame(as text: String) -> Bool { url.utf8.elementsEqual(text.utf8) }

  /// OpenID Connect Discovery 1.0, section 4.1.
  var configurationURL: String { (url.hasSuffix("/") ? String(url.dropLast()) : url) + "/.well-known/openid-configuration" }

  /// Whether nobody on the way can read or change what is read from a URL.
  static func isPrivate(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URLComponents(string: text), let host = url.host, !host.isEmpty,
      url.user == nil, url.password == nil
    else { return false }
    switch url.scheme {
    case "https": return true
    case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    default: return false
    }
  }
}
