/// The trace that a request is a part of, as the header `traceparent` names it — W3C Trace Context, section 3.2.
///
///     00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
package struct TraceContext: Hashable, Sendable {
  /// 32 hexadecimal digits in lower case.
  package let traceID: String

  /// Nil for what breaks the form: then there is no trace, rather than a wrong one.
  package init?(traceparent text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 55, Self.isHexadecimal(bytes[0..<2]) else { return nil }
    switch bytes[0..<2] {
    case Self.invalidVersion: return nil
    case Self.version: guard bytes.count == 55 else { return nil }
    // Later versions have the same fields, if they end here.
    default: guard bytes.count == 55 || bytes[55] == Self.dash else { return nil }
    }
    let (trace, parent) = (bytes[3..<35], bytes[36..<52])
    guard bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash, Self.isHexadecimal(trace),
      Self.isHexadecimal(parent), Self.isHexadecimal(bytes[53..<55]), trace.contains(where: { $0 != Self.zero }),
      parent.contains(where: { $0 != Self.zero })
    else { return nil }
    traceID = String(decoding: trace, as: UTF8.self)
  }

  private static let dash = UInt8(ascii: "-")
  private static let zero = UInt8(ascii: "0")
  private static let version = Array("00".utf8)[...]
  private static let invalidVersion = Array("ff".utf8)[...]

  private static func isHexadecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
  }
}
