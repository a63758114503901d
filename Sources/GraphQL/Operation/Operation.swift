/// A validated operation, chosen from its document: the result of "GetOperation" of specification section 6.1.
/// Section 5 holds for every value of this type; nothing later checks again.
package struct Operation: Sendable {
  package var definition: OperationDefinition
  /// The fragments of the document, by name.
  package var fragments: [String: FragmentDefinition]
  package var source: Source
}
