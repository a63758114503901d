/// A source text in UTF-8, and where its lines are.
package struct Source: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
}
