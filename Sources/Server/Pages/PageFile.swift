import NIOCore
import NIOHTTP1
import SessionTokens

/// A file of a page, ready to be sent: plain and compressed, with the hash of its bytes.
struct PageFile: Sendable {
  /// The first hexadecimal digits of the SHA-256. An address with it always has the same bytes.
  let hash: String
  private let type: String
  private let plain: ByteBuffer
  /// Nil where there is no memory for it, and for what does not get smaller.
  private let compressed: ByteBuffer?

  init(_ bytes: [UInt8], type: String) {
    hash = Self.hash(of: bytes)
    self.type = type
    plain = ByteBuffer(bytes: bytes)
    // Fonts are compressed already.
    compressed = type.hasPrefix("font/") ? nil : Self.gzip(bytes)
  }

  static func hash(of bytes: [UInt8]) -> String { String(SHA256.hash(bytes).hexadecimal.prefix(20)) }

  /// Compressed once, as small as zlib can: a start takes a tenth of a second longer, and each page load a third less.
  private static func gzip(_ bytes: [UInt8]) -> ByteBuffer? {
    var output = ByteBuffer()
    guard let deflater = Deflater(level: .smallest), deflater.append(bytes[...], isLast: true, to: &output) else { return nil }
    return output
  }

  /// - Parameters:
  ///   - request: its conditions and accepted encodings count, its method and path do not.
  ///   - caching: the value of `Cache-Control`.
  ///   - headers: those that come with the file.
  func answer(to request: ReceivedRequest, caching: String, _ headers: HTTPHeaders) -> Answer {
    let tag = "\"\(hash)\""
    var headers = headers
    headers.add(name: "etag", value: tag)
    headers.add(name: "cache-control", value: caching)
    if let condition = request.headers.list("if-none-match"), condition.contains(tag) {
      return Answer(status: .notModified, headers: headers, body: ByteBuffer())
    }
    headers.add(name: "content-type", value: type)
    guard let compressed, AcceptEncoding.prefersGzip(request.headers.list("accept-encoding")) else {
      return Answer(status: .ok, headers: headers, body: plain)
    }
    headers.add(name: "content-encoding", value: "gzip")
    return Answer(status: .ok, headers: headers, body: compressed)
  }
}
