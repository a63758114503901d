import Glibc

/// The network that a request comes from, as far as it may count for something: an IPv4 address, or the first 64 bits of an
/// IPv6 address, which one customer of a provider has to itself — RFC 6177.
package struct ClientNetwork: Hashable, Sendable {
  package let bytes: [UInt8]

  /// - Parameter address: as in `203.0.113.7` and `2001:db8::1`; nil for text that is no address.
  package init?(_ address: String) {
    guard address.utf8.count <= 45 else { return nil }
    var v4 = in_addr()
    if inet_pton(AF_INET, address, &v4) == 1 {
      bytes = withUnsafeBytes(of: &v4) { Array($0) }
      return
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, address, &v6) == 1 else { return nil }
    let all = withUnsafeBytes(of: &v6) { Array($0) }
    // RFC 4291, section 2.5.5.2: an IPv4 address, as sockets for both write it.
    let isMapped = all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    bytes = Array(isMapped ? all[12...] : all[..<8])
  }
}
