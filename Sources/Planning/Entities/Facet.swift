/// The fields of a type that another view of the same rows has too: those that `@facet` names in the SDL.
package struct Facet: Sendable {
  let original: String
  let fields: [String]

  /// - Parameter original: the type whose fields they are.
  package init(of original: String, fields: [String]) {
    self.original = original
    self.fields = fields
  }
}
