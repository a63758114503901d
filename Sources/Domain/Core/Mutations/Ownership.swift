import Derivation
import Planning
import SQL

/// The owner of the rows of a type, and the rights that follow: parents write any row, and a student the rows that it
/// owns.
///
/// A row that a student may not change is `FORBIDDEN`, since it may see the row; a row of another family is not found.
struct Ownership: StudentRights {
  /// The column with the key of the member whose row it is.
  let column: String
  /// The field of a creation's input that names the owner; nil where the creator of the row owns it.
  let field: String?

  private static let refusal = "Only a parent, or the member whose it is, may do this."

  func creation(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> RowWrite<Viewer>.Content {
    .init(try values(input, viewer))
  }

  /// The column of a new row.
  /// - Throws: `.forbidden` for a student who names another member, `.invalid` for a parent who names none.
  private func values(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> [ColumnValue] {
    let own = viewer.value(of: .memberID)
    guard let field else { return [.init(column, own)] }
    if !input.isGiven(field) || input.isNull(field) {
      guard viewer.planClass == .student else {
        throw .invalid("\"\(field)\" must be given by a parent.", at: input.path(of: field))
      }
      return [.init(column, own)]
    }
    let owner = SQLValue.uuid(try input.requiredID(field))
    if viewer.planClass == .student, owner != own { throw .forbidden(Self.refusal, at: input.path(of: field)) }
    return [.init(column, owner)]
  }

  func update(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] { requirements(input, viewer) }

  func deletion(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] { requirements(input, viewer) }

  /// The conditions on a row that the viewer changes or deletes: none for a parent.
  private func requirements(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] {
    if viewer.planClass == .parent { return [] }
    let column = column
    let unmet = RowRequirement<Viewer>.Unmet.failure { _ in .forbidden(Self.refusal, at: input.path(of: "id")) }
    return [RowRequirement(unmet: unmet) { "\($0[column]) = \($0.viewer(.memberID))" }]
  }
}

extension Ownership {
  /// Nil where the writers do not depend on the row.
  init?(_ declaration: TypeDeclaration, _ entity: Entity<Viewer>, _ writers: Writers) {
    guard writers.claim == .owner, let owner = declaration.owner else { return nil }
    column = entity.namedColumn(of: owner) ?? "\(owner.databaseName)_id"
    field = declaration.creation?.fields.first { $0.isOwner }?.input
  }
}
