package import SQL

/// A message as it is sent: all texts in one language.
package struct ComposedMessage: Sendable {
  package let id: UUIDValue
  /// The name of its template.
  package let kind: String
  package let address: String
  package let language: String
  package let text: RenderedTemplate
  /// When the message was made, in seconds since 1970.
  package let createdAt: Int64

  package init(
    id: UUIDValue, kind: String, address: String, language: String, text: RenderedTemplate, createdAt: Int64
  ) {
    self.id = id
    self.kind = kind
    self.address = address
    self.language = language
    self.text = text
    self.createdAt = createdAt
  }
}
