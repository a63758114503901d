package import Derivation
import Embedded
package import GraphQL

extension Schema {
  /// The schema of `schema/*.graphql`, expanded: what `schema/expanded.graphql` shows. It is made once.
  /// - Throws: `DerivationError` when a directive does not fit, `SchemaError` when the SDL breaks a rule of the type system.
  package static func domain() throws -> Schema { try DomainDocuments.schema.get() }
}

extension TypeDeclaration {
  /// The declarations that the directives of `schema/*.graphql` make, for each type with directives.
  /// - Throws: As `Schema.domain()` does.
  package static func domain() throws -> [TypeDeclaration] { try DomainDocuments.expansion.get().declarations }
}

/// The documents of `schema/`, read when they are first needed.
private enum DomainDocuments {
  static let expansion = Result { try Expansion(of: EmbeddedFile.schema.map { SDLFile(name: $0.name, text: $0.text) }, writers: Writers.all) }

  static let schema = expansion.flatMap { expansion in Result { try Schema(sdl: [Source(expansion.sdl)]) } }
}
