package import SQL

/// What a field of the mutation type does: a plain function from its input to the keys of what it changed, run in
/// a transaction of its own — specification section 6.2.2.
///
/// What the client selects of the result is planned like any query, and read in the same transaction.
package struct Mutation<Viewer: ViewerContext>: Sendable {
  /// - Throws: `MutationFailure`; then nothing is changed.
  package typealias Change =
    @Sendable (_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys

  package let change: Change
}

/// The keys of the rows that a mutation changed, by the name under which its payload refers to them.
///
///     ["assignment": …, "course": …]
package struct ChangedKeys: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var keys: [String: UUIDValue]

  package init(dictionaryLiteral elements: (String, UUIDValue)...) {
    keys = Dictionary(elements) { _, last in last }
  }

  /// Nil where there is no such row, such as the course of an assignment that has none.
  package subscript(name: String) -> UUIDValue? {
    get { keys[name] }
    set { keys[name] = newValue }
  }
}
