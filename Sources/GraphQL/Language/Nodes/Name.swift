/// `Name` — specification section 2.1.9.
package struct Name: Hashable, Sendable {
  package var value: String
  package var position: SourcePosition

  package init(_ value: String, at position: SourcePosition = SourcePosition(0)) {
    self.value = value
    self.position = position
  }
}
