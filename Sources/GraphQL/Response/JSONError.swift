/// Why bytes are not a JSON text, and at which of them that showed.
package struct JSONError: Error, Hashable, Sendable {
  /// A sentence for the sender of the text, such as `Expected ",", found "}".`
  package var message: String
  /// The offset of the first byte that cannot stand where it stands, from 0.
  package var offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
