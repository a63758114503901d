import CCurl
import Curl

/// The owner of a body: the plain text and the HTML, of which a mail program shows one — RFC 2046, section 5.1.4.
final class MailBody {
  struct NotMade: Error {}

  let pointer: OpaquePointer

  init(_ message: ComposedMessage, _ curl: CurlHandle) throws {
    guard let whole = curl_mime_init(curl.pointer) else { throw NotMade() }
    pointer = whole
    guard let alternatives = curl_mime_init(curl.pointer) else { throw NotMade() }
    let part = curl_mime_addpart(whole)
    guard curl_mime_subparts(part, alternatives) == CURLE_OK else {
      curl_mime_free(alternatives)
      throw NotMade()
    }
    curl_mime_type(part, "multipart/alternative")
    try Self.add(message.text.plain, "text/plain; charset=utf-8", to: alternatives)
    try Self.add(message.text.html, "text/html; charset=utf-8", to: alternatives)
  }

  /// With its parts.
  deinit { curl_mime_free(pointer) }

  private static func add(_ text: String, _ type: String, to mime: OpaquePointer) throws {
    let part = curl_mime_addpart(mime)
    // Lines of mail end with both.
    let lines = text.replacing("\n", with: "\r\n")
    guard curl_mime_data(part, lines, lines.utf8.count) == CURLE_OK, curl_mime_type(part, type) == CURLE_OK,
      curl_mime_encoder(part, "quoted-printable") == CURLE_OK
    else { throw NotMade() }
  }
}
