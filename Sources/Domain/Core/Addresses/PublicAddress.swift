import Glibc

/// An address of the Internet protocol, and whether it is one that anybody may reach: what the server fetches for a family must lead to
/// no machine of its own network.
package struct PublicAddress: Hashable, Sendable {
  /// 4 or 16, in network byte order.
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads an IPv4 address in any spelling that programs take for one: up to four numbers, decimal, octal or hexadecimal, of which the last
  /// one fills the rest.
  ///
  ///     127.0.0.1    0x7f.1    2130706433    0177.0.0.1
  package init?(spelling text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = Self.number(Substring(part)) else { return nil }
      numbers.append(number)
    }
    guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }), last < 1 << (8 * (4 - UInt64(numbers.count))) else { return nil }
    let value = numbers.enumerated().reduce(last) { $0 | $1.element << (8 * (3 - UInt64($1.offset))) }
    bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * (3 - UInt64($0)))) }
  }

  /// Reads an IPv6 address, without brackets and without a zone: RFC 4291, section 2.2.
  package init?(version6 text: String) {
    var address = in6_addr()
    guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  private static func number(_ text: Substring) -> UInt64? {
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16) }
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return text.count > 1 && text.hasPrefix("0") ? UInt64(text, radix: 8) : UInt64(text)
  }

  /// Whether it is none of the special-purpose addresses of IANA, no multicast one, and no IPv6 address with an IPv4 one in it.
  package var isPublic: Bool {
    bytes.count == 4
      ? !Self.special4.contains { has($0.0, $0.1) }
      // All global ones are in 2000::/3.
      : has([0x20], 3) && !Self.special6.contains { has($0.0, $0.1) }
  }

  private func has(_ prefix: [UInt8], _ bits: Int) -> Bool {
    for bit in 0..<bits where (bytes[bit / 8] ^ (bit / 8 < prefix.count ? prefix[bit / 8] : 0)) & (0x80 >> UInt8(bit % 8)) != 0 {
      return false
    }
    return true
  }

  private static let special4: [([UInt8], Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24),
    ([192, 31, 196], 24), ([192, 52, 193], 24), ([192, 88, 99], 24), ([192, 168], 16), ([192, 175, 48], 24), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  private static let special6: [([UInt8], Int)] = [
    // Teredo and others, documentation, 6to4, documentation, AS112, segment routing.
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x20, 0x02], 16), ([0x3f, 0xff], 20),
    ([0x26, 0x20, 0x00, 0x4f, 0x80, 0x00], 48), ([0x5f, 0x00], 16),
  ]
}
