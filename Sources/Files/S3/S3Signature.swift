import Crypto
import Foundation

/// The signature of a request: AWS's Signature Version 4, with the hash of the payload in it.
struct S3Signature {
  /// The hash of no bytes.
  static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  let credentials: S3Credentials
  let region: String
  /// Such as `20130524T000000Z`.
  let time: String

  private var date: String { String(time.prefix(8)) }
  private var scope: String { "\(date)/\(region)/s3/aws4_request" }

  /// The headers of a request with those that sign it.
  /// - Parameters:
  ///   - path: without percent-encoding.
  ///   - headers: by their names in lower case; the host is among them.
  ///   - payloadHash: in hexadecimal.
  func signed(
    _ method: String, path: String, query: [(String, String)], headers: [String: String], payloadHash: String
  ) -> [String: String] {
    var headers = headers
    headers["x-amz-date"] = time
    headers["x-amz-content-sha256"] = payloadHash
    let names = headers.keys.sorted()
    let canonical = [
      method, Self.encoded(path, keepingSlashes: true), Self.query(query),
      names.map { "\($0):\(headers[$0] ?? "")\n" }.joined(), names.joined(separator: ";"), payloadHash,
    ].joined(separator: "\n")
    let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.hexadecimal(SHA256.hash(data: Data(canonical.utf8))))"
    let signature = Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    headers["authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(credentials.id)/\(scope),SignedHeaders=\(names.joined(separator: ";")),Signature=\(signature)"
    return headers
  }

  private var key: SymmetricKey {
    [date, region, "s3", "aws4_request"].reduce(SymmetricKey(data: Data("AWS4\(credentials.secret)".utf8))) { key, part in
      SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
    }
  }

  /// A query in the order and form that is signed, and that is sent.
  static func query(_ items: [(String, String)]) -> String {
    items.map { (encoded($0.0, keepingSlashes: false), encoded($0.1, keepingSlashes: false)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// All but the unreserved characters of RFC 3986 percent-encoded, byte by byte.
  static func encoded(_ text: String, keepingSlashes: Bool) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        return String(Unicode.Scalar(byte))
      case UInt8(ascii: "/") where keepingSlashes: return "/"
      default: return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A moment as a signature has it.
  /// - Parameter seconds: since 1970.
  static func time(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(
      .verbatim(
        "\(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)Z",
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
  }
}
