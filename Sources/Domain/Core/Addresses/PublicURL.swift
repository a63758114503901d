import Foundation

/// An address on the web that the server may send requests to for a family: of `https`, without a user, and with a name that leads to the
/// public; or of a host that the operator has named.
package struct PublicURL: Hashable, Sendable {
  package static let maximumLength = 2_000

  package let text: String
  /// In lower case, without a dot at the end, and without the brackets of an IPv6 address.
  package let host: String
  package let port: Int
  /// Whether the operator has named the host, which may be anywhere.
  package let isException: Bool

  /// The reason why a text is no such address.
  package struct Problem: Error, Hashable, Sendable {
    /// A predicate: "must be an address of https".
    package let message: String
  }

  /// - Parameters:
  ///   - text: `webcal` counts as `https`.
  ///   - exceptions: hosts that may be anywhere, and of `http`.
  package init(_ text: String, exceptions: ReachableHosts = .none) throws(Problem) {
    let isWebcal = text.lowercased().hasPrefix("webcal://")
    let text = isWebcal ? "https" + text.dropFirst("webcal".count) : text
    guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(), let given = parts.encodedHost?.lowercased(), !given.isEmpty,
      scheme == "https" || scheme == "http" && exceptions.contains(given, port: parts.port ?? 80)
    else { throw Problem(message: "must be an address of https, in ASCII, of at most \(Self.maximumLength) bytes") }
    guard parts.user == nil, parts.password == nil else { throw Problem(message: "must have no user name and no password") }
    let isBracketed = given.hasPrefix("[") && given.hasSuffix("]")
    let unbracketed = isBracketed ? String(given.dropFirst().dropLast()) : given
    let host = unbracketed.hasSuffix(".") ? String(unbracketed.dropLast()) : unbracketed
    let port = parts.port ?? (scheme == "https" ? 443 : 80)
    guard (1...65_535).contains(port) else { throw Problem(message: "must have a port from 1 to 65535") }
    (self.text, self.host, self.port, isException) = (text, host, port, exceptions.contains(host, port: port))
    if isException { return }
    // Foundation gives an IPv6 address with its brackets, or without.
    let isVersion6 = isBracketed || host.contains(":")
    if let address = isVersion6 ? PublicAddress(version6: host) : PublicAddress(spelling: host) {
      guard address.isPublic else { throw Problem(message: "must lead to a public address") }
    } else {
      guard !isVersion6, Self.isName(host) else { throw Problem(message: "must have the full name of a public host") }
    }
  }

  /// Whether a host has the form of a full name. One that ends with a number is meant as an address.
  private static func isName(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count > 1, !["local", "internal", "localhost"].contains(last) else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.allSatisfy { byte in
        "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains(byte)
      }
    } && !last.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } && !last.hasPrefix("0x")
  }
}
