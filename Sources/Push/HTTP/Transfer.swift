import CCurl
import Curl

/// A request of libcurl under way.
final class Transfer {
  /// The largest answer that is read, in bytes.
  private static let maximumSize = 1 << 16
  /// Seconds.
  private static let connectTimeout = 10
  /// The number of milliseconds for which a server may leave what was written unacknowledged.
  private static let silenceLimit: UInt32 = 10_000
  /// `CURLH_HEADER`: a header of the answer itself.
  private static let originOfAnswer: UInt32 = 1

  let waiting: WaitingTransfer
  let curl: CurlHandle
  private let headers: CurlList
  private let ends: ConnectionEnds
  /// The number of the stream, when it was opened, and the local port of its connection.
  private var stream: (number: Int, began: ContinuousClock.Instant, port: Int)?
  private var offset = 0
  private var answer: [UInt8] = []

  init(_ waiting: WaitingTransfer, _ curl: CurlHandle, _ options: TransferOptions, _ ends: ConnectionEnds) {
    self.waiting = waiting
    self.ends = ends
    self.curl = curl
    // An empty one: libcurl does not wait for the server before it writes the body.
    headers = CurlList(waiting.request.headers + ["expect:"])
    curl.reset()
    curl.set(CURLOPT_URL, waiting.request.url)
    curl.set(CURLOPT_PROTOCOLS_STR, "https")
    curl.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    curl.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    // A stream of a connection that is about to open, rather than another connection.
    curl.set(CURLOPT_PIPEWAIT, 1)
    curl.set(CURLOPT_NOSIGNAL, 1)
    curl.set(CURLOPT_CONNECTTIMEOUT, Self.connectTimeout)
    curl.set(CURLOPT_TIMEOUT, options.timeout)
    curl.set(CURLOPT_POST, 1)
    curl.set(CURLOPT_POSTFIELDSIZE, waiting.request.body.count)
    if let authorities = options.authorities { curl.set(CURLOPT_CAINFO, authorities) }
    _ = ccurl_set_list(curl.pointer, CURLOPT_HTTPHEADER, headers.first)
    _ = ccurl_set_silence_limit(curl.pointer, Self.silenceLimit)
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_set_reader(
      curl.pointer,
      { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        return Transfer.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
      },
      { context, _, _ in context.map { Transfer.of($0).rewind() } ?? CURL_SEEKFUNC_FAIL }, context)
    _ = ccurl_set_writer(
      curl.pointer,
      { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        return Transfer.of(context).write(UnsafeRawBufferPointer(start: buffer, count: size * count))
      }, context)
    _ = ccurl_set_logger(
      curl.pointer,
      { _, kind, text, count, context in
        if kind == CURLINFO_TEXT, let text, let context {
          Transfer.of(context).note(UnsafeRawBufferPointer(start: text, count: count))
        }
        return 0
      }, context)
  }

  /// Whether the server has left the connection without acting on the request, which may be sent again.
  var wasLeft: Bool {
    guard let stream, curl.responseCode < 200 else { return false }
    return ends.areBefore(stream: stream.number, port: stream.port, began: stream.began)
  }

  /// - Parameter code: the end that libcurl tells.
  func result(_ code: CURLcode) -> HTTPResult {
    let status = curl.responseCode
    if status >= 200 {
      let pause = ccurl_retry_after(curl.pointer)
      return .answer(
        HTTPAnswer(
          status: status, messageID: header("apns-id"), retryAfter: pause > 0 ? pause : nil, body: answer,
          isWhole: code == CURLE_OK))
    }
    let why = code == CURLE_ABORTED_BY_CALLBACK ? "the client has ended" : curl.reason(code)
    return offset > 0 && !wasLeft ? .lost(why: why) : .notSent(why: why)
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  private func header(_ name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(curl.pointer, name, 0, Self.originOfAnswer, -1, &header) == CURLHE_OK, let value = header?.pointee.value
    else { return nil }
    return String(cString: value).bounded
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let body = waiting.request.body
    let count = min(buffer.count, body.count - offset)
    buffer.copyBytes(from: body[offset..<(offset + count)])
    offset += count
    return count
  }

  /// libcurl repeats a request by itself if a connection that was used before ends without an answer. The server may have acted on
  /// it: no body is written twice.
  private func rewind() -> Int32 { offset > 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK }

  private func note(_ line: UnsafeRawBufferPointer) {
    switch StreamLine(line) {
    case .opened(let number)?:
      let port = ccurl_local_port(curl.pointer)
      // RFC 9113, section 5.1.1: the first stream of a client.
      if number == 1 { ends.begin(port: port) }
      stream = (number, .now, port)
    // The notice concerns the connection: the request of another stream may see it.
    case .left(let last)?: ends.note(port: ccurl_local_port(curl.pointer), lastStream: last)
    case nil: break
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard answer.count + bytes.count <= Self.maximumSize else { return 0 }
    answer += bytes
    return bytes.count
  }
}
