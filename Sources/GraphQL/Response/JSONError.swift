/// The reason why bytes are not a JSON text, and the byte at which the error showed.
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
