/// The fields of one response key on one level: they ask for the same thing, and each may bring a
/// selection set of its own — specification section 6.3.2.
package struct FieldGroup: Hashable, Sendable {
  package var responseKey: String
  /// In request order. Never empty.
  package var fields: [Field]

  /// Says what all of them say about name and arguments: section 5.3.2 holds.
  package var first: Field { fields[0] }

  /// The selection sets that the fields bring.
  package var selectionSets: [SelectionSet] { fields.compactMap(\.selectionSet) }

  package init(responseKey: String, first: Field) {
    self.responseKey = responseKey
    fields = [first]
  }
}
