/// A text that equals another when its bytes do: a key of dictionaries for what strangers send. Text that Unicode calls
/// equal, such as `é` in two spellings, is not.
package struct ByteText: Hashable, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ByteText, right: ByteText) -> Bool { left.text.hasSameBytes(as: right.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}
