import Planning
import SQL

/// The field `memberIds` of inputs for calendars.
extension MutationInput {
  /// The ids in `memberIds` of a creation: empty for all members, nil if omitted. Null counts as empty.
  func givenMembers() throws(MutationFailure) -> [UUIDValue]? {
    guard isGiven("memberIds") else { return nil }
    return isNull("memberIds") || isEmptyList("memberIds") ? [] : try ids("memberIds", atMost: 50) ?? []
  }

  /// The ids in `memberIds` of an update: empty for all members, nil if omitted.
  /// - Throws: an error for null.
  func changedMembers() throws(MutationFailure) -> [UUIDValue]? {
    if isNull("memberIds") {
      throw .invalid("\"memberIds\" must not be null: an empty list is all members.", at: path(of: "memberIds"))
    }
    return try givenMembers()
  }

  /// Refuses ids of an update that no member of the family has, after the row is found; nil where the input has none.
  var membersCheck: (@Sendable (ScopedRows<Viewer>) async throws(MutationFailure) -> Void)? {
    guard isGiven("memberIds") else { return nil }
    return { rows throws(MutationFailure) in try await rows.requireMembers(try changedMembers() ?? [], self) }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Refuses ids that no member of the family has.
  func requireMembers(_ ids: [UUIDValue], _ input: MutationInput) async throws(MutationFailure) {
    if ids.isEmpty { return }
    let known = try await found(FamilyMember.self, columns: [.id]) { "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))" }
    if known.count < Set(ids).count { throw input.notFound("memberIds") }
  }
}
