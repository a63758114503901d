package import SQL

extension ScopedRows {
  /// Deletes the rows that refer to a row by a reference that cascades.
  ///
  ///     DELETE FROM assignments WHERE assignments.family_id = $1 AND assignments.student_id = ANY ($2) RETURNING assignments.id
  package func deleteDependents<Type: EntityType<Viewer>>(
    of type: Type.Type, key: UUIDValue
  ) async throws(MutationFailure) {
    for dependent in statements.map.dependents(of: type.entity.typeName) {
      guard let entity = statements.map.entity(dependent.typeName) else { continue }
      let row = statements.reference(to: entity)
      _ = try await runForKeys(
        """
        DELETE FROM \(identifier: entity.table) \
        WHERE \(statements.conditions(on: entity, row, dependent.foreignKey, [key])) RETURNING \(row[entity.key])
        """)
    }
  }
}
