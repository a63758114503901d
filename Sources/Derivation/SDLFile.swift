/// A document of `schema/`.
package struct SDLFile: Hashable, Sendable {
  /// The name of the file in errors, such as `records.graphql`.
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
