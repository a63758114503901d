/// Tells whether documents can be executed against a schema — specification section 5.
package struct Validator: Sendable {
  private let schema: Schema
  private let maxErrors: Int
  private let suggestions: Bool
  private let advice: Bool
  private let rules: [ValidationRule]

  /// - Parameters:
  ///   - maxErrors: After so many errors no further ones are looked for.
  ///   - suggestions: Whether messages name parts of the schema that were probably meant. A server that hides
  ///     its schema switches this off.
  ///   - advice: Whether messages with suggestions also say what to write instead, after the reference
  ///     implementation's text: see ``Advice``.
  ///   - introspection: Whether documents may ask for `__schema` and `__type`. A server that hides its schema
  ///     switches this off, too.
  package init(
    schema: Schema, maxErrors: Int = 100, suggestions: Bool = true, advice: Bool = false, introspection: Bool = true
  ) {
    self.schema = schema
    self.maxErrors = maxErrors
    self.suggestions = suggestions
    self.advice = advice && suggestions
    rules = ValidationRule.specifiedRules + (introspection ? [] : [.noSchemaIntrospection])
  }

  /// All errors of a document, in the order of the walk over it; none when it is valid.
  ///
  /// They have the code `validationFailed`, but for one: a document that would take too long to validate gets
  /// `limitExceeded`. The time is linear in the length of the document, up to that limit.
  ///
  /// - Parameter source: The text that the document was parsed from.
  package func validate(_ document: Document, source: Source) -> [GraphQLError] {
    let context = ValidationContext(
      schema: schema, document: document, source: source, maxErrors: maxErrors, suggests: suggestions,
      advises: advice)
    guard context.checkFragmentNesting() else { return context.errors }
    let visitors = rules.map { $0.makeVisitor(context) }
    ValidationWalk(context: context, visitors: visitors).walk(document)
    return context.errors
  }
}
