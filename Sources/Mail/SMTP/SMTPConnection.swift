import CCurl
import Curl

/// A connection to the mail server, over which messages are sent one after the other. libcurl speaks SMTP on a thread of its own.
package actor SMTPConnection {
  /// The server takes the text of the message from here on: only its next answer says what becomes of it.
  private static let goAhead = 354
  /// RFC 4954: the server wants to know who speaks, or does not believe it. No message is to blame.
  private static let authenticationCodes = [530, 534, 535, 538]
  private static let connectTimeout = 10

  private let server: MailServer
  private let executor = ThreadExecutor(name: "mail")
  private let signal: AbortSignal
  private var handle: CurlHandle?
  private var isOpen = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  package init(_ server: MailServer, signal: AbortSignal = AbortSignal()) {
    self.server = server
    self.signal = signal
  }

  /// Connects, encrypts and authenticates, unless the connection is open.
  /// - Returns: what is wrong; nil if messages can be sent.
  package func open() -> String? {
    guard let curl = prepared() else { return "libcurl cannot be used" }
    // The memory that its options point to ends here.
    defer { curl.reset() }
    let code = ask(curl)
    return code == CURLE_OK ? nil : curl.reason(code)
  }

  package func close() {
    guard isOpen, let curl = prepared() else { return }
    defer { curl.reset() }
    // libcurl says goodbye, and waits for the answer.
    curl.set(CURLOPT_FORBID_REUSE, 1)
    curl.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
    _ = ask(curl)
    isOpen = false
  }

  package func send(_ message: ComposedMessage) -> DeliveryOutcome {
    guard MailAddress.isAddress(message.address) else { return .refused(code: 0) }
    guard let curl = prepared(), let body = try? MailBody(message, curl) else {
      return .failed(code: 0, why: "libcurl cannot be used")
    }
    defer { curl.reset() }
    let headers = CurlList(MailHeader.all(of: message, from: server.sender))
    let recipients = CurlList(["<\(message.address)>"])
    curl.set(CURLOPT_MAIL_FROM, "<\(server.sender.address)>")
    _ = ccurl_set_list(curl.pointer, CURLOPT_MAIL_RCPT, recipients.first)
    _ = ccurl_set_list(curl.pointer, CURLOPT_HTTPHEADER, headers.first)
    _ = ccurl_set_mime(curl.pointer, body.pointer)
    let code = withExtendedLifetime((headers, recipients, body)) { perform(curl) }
    return Self.outcome(code, answer: curl.responseCode, why: curl.reason(code))
  }

  /// - Parameter answer: the last status code of the server.
  static func outcome(_ code: CURLcode, answer: Int, why: String) -> DeliveryOutcome {
    if code == CURLE_OK { return .sent }
    if answer == goAhead { return .unknown(why: why) }
    let isOfMessage = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY
    if isOfMessage, (500...599).contains(answer), !authenticationCodes.contains(answer) { return .refused(code: answer) }
    // An answer that was no refusal is of a command before.
    return .failed(code: (400...599).contains(answer) ? answer : 0, why: why)
  }

  private func ask(_ curl: CurlHandle) -> CURLcode {
    curl.set(CURLOPT_NOBODY, 1)
    curl.set(CURLOPT_CUSTOMREQUEST, "NOOP")
    return perform(curl)
  }

  private func perform(_ curl: CurlHandle) -> CURLcode {
    let limit = TransferLimit(curl, seconds: server.timeout, signal)
    _ = ccurl_set_progress(
      curl.pointer,
      { context, _, _, _, _ in
        context.map { Unmanaged<TransferLimit>.fromOpaque($0).takeUnretainedValue().isOver ? 1 : 0 } ?? 0
      }, Unmanaged.passUnretained(limit).toOpaque())
    let code = withExtendedLifetime(limit) { curl_easy_perform(curl.pointer) }
    isOpen = code == CURLE_OK
    return code
  }

  /// The handle with the options of every transfer; nil if there is none.
  private func prepared() -> CurlHandle? {
    guard let curl = handle ?? (try? CurlHandle()) else { return nil }
    handle = curl
    curl.reset()
    // The path is the name that the server is greeted with.
    curl.set(CURLOPT_URL, "\(server.url)/\(server.sender.domain)")
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    // Proxies of the environment are for the web.
    curl.set(CURLOPT_PROXY, "")
    curl.set(CURLOPT_NOSIGNAL, 1)
    curl.set(CURLOPT_MAXCONNECTS, 1)
    curl.set(CURLOPT_CONNECTTIMEOUT, Self.connectTimeout)
    // After that of TransferLimit, which ends the connection, too.
    curl.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, server.timeout + 10)
    curl.set(CURLOPT_USE_SSL, server.encryption == .required ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue))
    curl.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let authorities = server.authorities { curl.set(CURLOPT_CAINFO, authorities) }
    if let credentials = server.credentials {
      curl.set(CURLOPT_USERNAME, credentials.user)
      curl.set(CURLOPT_PASSWORD, credentials.password)
    }
    return curl
  }
}

/// Ends a transfer at its time, or when it is told to. libcurl's own limits do not end the wait for the answer to its goodbye.
private final class TransferLimit {
  private let curl: CurlHandle
  private let deadline: ContinuousClock.Instant
  private let signal: AbortSignal

  init(_ curl: CurlHandle, seconds: Int, _ signal: AbortSignal) {
    self.curl = curl
    self.signal = signal
    deadline = .now + .seconds(seconds)
  }

  /// Asked about once a second.
  var isOver: Bool {
    guard signal.isRaised || deadline <= .now else { return false }
    // The answer that did not come must not be taken for that to the next message.
    curl.set(CURLOPT_FORBID_REUSE, 1)
    curl.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
    return true
  }
}
