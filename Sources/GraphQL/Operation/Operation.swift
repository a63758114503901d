/// A validated operation, chosen from its document — what "GetOperation" of specification section 6.1
/// gives. Whoever holds one knows that section 5 holds for it; nothing later checks again.
package struct Operation: Sendable {
  package var definition: OperationDefinition
  /// The fragments of the document, by name.
  package var fragments: [String: FragmentDefinition]
  package var source: Source
}
