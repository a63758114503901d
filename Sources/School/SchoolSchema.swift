import Embedded
package import GraphQL

extension Schema {
  /// The schema of `schema/*.graphql`.
  /// - Throws: `SchemaError` when the SDL breaks a rule of the type system.
  package static func school() throws(SchemaError) -> Schema {
    try Schema(sdl: EmbeddedFile.schema.map { Source($0.text) })
  }
}
