package import CCurl

/// The owner of a handle of libcurl, which keeps a connection open from one transfer to the next. An actor has it for itself.
package final class CurlHandle {
  package struct NotMade: Error {}

  /// libcurl's own.
  package static let isReady = ccurl_global_init() == CURLE_OK
  private static let errorSize = 256

  package let pointer: UnsafeMutableRawPointer
  /// Where libcurl writes what went wrong.
  private let message: UnsafeMutablePointer<CChar>

  package init() throws {
    guard Self.isReady, let pointer = curl_easy_init() else { throw NotMade() }
    self.pointer = pointer
    message = .allocate(capacity: Self.errorSize)
    message.initialize(repeating: 0, count: Self.errorSize)
  }

  deinit {
    curl_easy_cleanup(pointer)
    message.deallocate()
  }

  /// Forgets all options. Connections stay.
  package func reset() {
    curl_easy_reset(pointer)
    message.update(repeating: 0, count: Self.errorSize)
    _ = ccurl_set_error_buffer(pointer, message)
  }

  package func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_number(pointer, option, value) }
  package func set(_ option: CURLoption, _ value: String) { _ = ccurl_set_text(pointer, option, value) }

  /// The last status that the server sent; 0 for none.
  package var responseCode: Int { ccurl_response_code(pointer) }

  /// The reason why the last transfer failed, without anything of a message.
  package func reason(_ code: CURLcode) -> String {
    let text = String(cString: message)
    return text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
  }
}
