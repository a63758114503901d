/// A document that the operator brings.
package struct TrustedDocument: Sendable {
  /// The identifier in requests — GraphQL over HTTP, appendix "Persisted Documents", "Document identifier syntax".
  package var id: String
  package var text: String
  /// Where it is from, for messages: `documents/FamilyPage.graphql`, or `manifest.json, "FamilyPage"`.
  package var origin: String

  package init(id: String, text: String, origin: String) {
    self.id = id
    self.text = text
    self.origin = origin
  }
}
