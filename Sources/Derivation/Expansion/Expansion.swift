package import GraphQL

/// The documents of `schema/` with all that their directives derive, and without those directives.
package struct Expansion: Sendable {
  /// In the order of the files. Filters, orders, connections and look-ups stand after the definition that asks for them;
  /// mutations with their inputs and payloads at the end of its file. Not validated: `Schema.init(sdl:)` does that.
  package let document: Document
  /// The declaration of each object and interface type that has directives, or fields with bounds, in the order of the
  /// files.
  package let declarations: [TypeDeclaration]

  /// The document as text.
  package var sdl: String { document.printed }

  /// - Parameters:
  ///   - files: The documents, one of which declares the directives: `schema/directives.graphql`.
  ///   - writers: The values of the enum `Writers`.
  /// - Throws: All syntax errors, or else all directives that do not fit.
  package init(of files: [SDLFile], writers: [Writers]) throws(DerivationError) {
    var problems: [String] = []
    var documents: [(name: String, document: Document)] = []
    for file in files {
      do {
        documents.append((file.name, try Document(parsing: Source(file.text), limits: .trusted)))
      } catch {
        let place = error.locations.first.map { ":\($0.line):\($0.column)" } ?? ""
        problems.append("\(file.name)\(place): \(error.message)")
      }
    }
    if !problems.isEmpty { throw DerivationError(problems: problems) }

    let vocabulary = DirectiveVocabulary(documents.map(\.document))
    problems += vocabulary.problems(with: writers)
    documents.removeAll(where: \.document.declaresVocabulary)
    let table = TypeTable(documents, vocabulary, &problems)
    var reader = DeclarationReader(table, writers)
    var declarations: [TypeDeclaration] = []
    for name in table.names {
      guard let entry = table[name], entry.kind == .composite else { continue }
      let declaration = reader.declaration(of: entry)
      if !entry.directives.isEmpty || !declaration.bounds.isEmpty { declarations.append(declaration) }
    }
    problems += reader.problems
    if !problems.isEmpty { throw DerivationError(problems: problems) }

    var expander = Expander(table, declarations)
    for (_, document) in documents { expander.expand(document) }
    if !expander.problems.isEmpty { throw DerivationError(problems: expander.problems) }
    self.document = Document(definitions: expander.definitions)
    self.declarations = declarations
  }
}
