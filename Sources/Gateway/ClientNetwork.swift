import Glibc

/// The network that a request comes from, as far as it may count for something: an IPv4 address, or the first 56 bits of an
/// IPv6 address, which one customer of a provider has to itself — RFC 6177. All that is counted, limited or shared by network uses
/// this type.
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
    // RFC 6052, section 2.1: an IPv4 address behind a translator.
    let isTranslated = all.prefix(12) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    // RFC 3056, section 2: each IPv4 address has 65,536 networks of 6to4.
    let isTunnelled = all.prefix(2) == [0x20, 0x02]
    bytes = Array(isMapped || isTranslated ? all[12...] : isTunnelled ? all[2..<6] : all[..<Self.prefixLength])
  }

  /// The bytes of an IPv6 address that name a network.
  private static let prefixLength = 7

  /// Whether no client on the internet has such an address: it is of this machine, of a link or of a private network —
  /// RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598.
  package var isLocal: Bool {
    switch (bytes.count, bytes[0], bytes[1]) {
    case (4, 10, _), (4, 127, _), (4, 169, 254), (4, 192, 168): true
    case (4, 172, 16...31), (4, 100, 64...127): true
    // fc00::/7, fe80::/10; `::1` is in `::/56`.
    case (Self.prefixLength, 0xFC...0xFD, _), (Self.prefixLength, 0xFE, 0x80...0xBF): true
    case (Self.prefixLength, 0, _): bytes.allSatisfy { $0 == 0 }
    default: false
    }
  }
}
