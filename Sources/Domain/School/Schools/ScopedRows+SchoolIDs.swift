import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Keeps the id of a new row of a school for the account, so that the same input sent again makes no second row. The school is locked.
  /// - Returns: whether the row is to be made; false where the account sent the same input before.
  /// - Throws: `CONFLICT` at `id` where it was used for something else.
  func isNew<Type: EntityType<Viewer>>(
    _ id: UUIDValue, of type: Type.Type, in school: UUIDValue, for input: MutationInput
  ) async throws(MutationFailure) -> Bool {
    // Others of the staff do not learn by their own input what somebody has made, such as the code of an invitation.
    let own = input.adding(["by": try account().accountID.description])
    return try await isNew(
      id, of: type, for: own, in: IDRegister(table: "school_used_ids", column: "school_id", owner: .uuid(school)))
  }
}

extension MutationInput {
  /// The answer to a repeated input whose row is gone, and that has nothing else to show.
  var gone: MutationFailure {
    .conflict("This id was used for something that is gone: send another.", at: path(of: "id"), version: nil)
  }

  /// The answer to a repeated input whose code or token does not work any more, or was made with secrets that the server no longer has.
  var secretIsGone: MutationFailure {
    .conflict("This was made before, and its secret is not shown any more: make another one.", at: path(of: "id"), version: nil)
  }
}
