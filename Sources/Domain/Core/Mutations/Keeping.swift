import Derivation
import Planning
import SQL

/// The rows that students keep, for the writers `PARENTS_AND_KEEPER`: each relation of a row has to lead to the student, or to a row that
/// the student keeps. A student keeps an assignment, for example, that is its own work in a course of which it is the keeper.
///
/// Only parents may write while the family's `studentsKeep` is `NOTES_AND_TIME`. The statement that changes a row has
/// both conditions.
struct Keeping: StudentRights {
  /// A relation with `@keeper`.
  struct Relation: Sendable {
    let input: String
    let column: String
    let target: Target
  }

  enum Target: Sendable {
    case student
    indirect case kept(table: String, Keeping)
  }

  let relations: [Relation]
  /// The rows that refer to a row allow a student to delete it.
  let isDeletable: (@Sendable (RowReference<Viewer>) -> SQL)?

  static let refusal = """
    Only a parent may do this, or the student who keeps it while the family's "studentsKeep" is COURSES_AND_GRADES.
    """
  private static let othersRefusal = "Only a parent may delete this: there are records of others in it."

  func creation(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> RowWrite<Viewer>.Content {
    if viewer.planClass == .parent { return .init([]) }
    var values: [ColumnValue] = []
    var requirements = [RowRequirement<Viewer>(unmet: Self.unmet(at: [])) { Self.isAllowed($0.viewer) }]
    for relation in relations {
      switch relation.target {
      case .student:
        if !input.isNull(relation.input) { try refuseOthers(relation, input, viewer) }
        values.append(.init(relation.column, viewer.value(of: .memberID)))
      case .kept:
        guard input.isGiven(relation.input) else { throw .forbidden(Self.refusal, at: input.path(of: relation.input)) }
        requirements += try requirement(relation, input)
      }
    }
    return .init(values, requiring: requirements)
  }

  func update(_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> [RowRequirement<Viewer>] {
    if viewer.planClass == .parent { return [] }
    var requirements = [keeps(input)]
    for relation in relations where input.isGiven(relation.input) {
      switch relation.target {
      case .student: try refuseOthers(relation, input, viewer)
      case .kept: requirements += try requirement(relation, input)
      }
    }
    return requirements
  }

  func deletion(_ input: MutationInput, _ viewer: Viewer) -> [RowRequirement<Viewer>] {
    if viewer.planClass == .parent { return [] }
    let others = isDeletable.map {
      RowRequirement(unmet: .failure { _ in .forbidden(Self.othersRefusal, at: input.path(of: "id")) }, $0)
    }
    return [keeps(input)] + (others.map { [$0] } ?? [])
  }

  private static func unmet(at path: [String]) -> RowRequirement<Viewer>.Unmet {
    .failure { _ in .forbidden(refusal, at: path) }
  }

  /// The row is kept by the viewer, and the family lets students keep rows.
  private func keeps(_ input: MutationInput) -> RowRequirement<Viewer> {
    RowRequirement(unmet: Self.unmet(at: input.path(of: "id"))) { row in
      "\(Self.isAllowed(row.viewer)) AND \(condition(row.viewer) { row[$0] })"
    }
  }

  /// Refuses a student who names another student, or none.
  private func refuseOthers(_ relation: Relation, _ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) {
    guard input.isGiven(relation.input) else { return }
    if !input.isNull(relation.input), SQLValue.uuid(try input.requiredID(relation.input)) == viewer.value(of: .memberID) { return }
    throw .forbidden(Self.refusal, at: input.path(of: relation.input))
  }

  /// The row that the input names is kept by the viewer. One that is not there is for the foreign key to report, as `NOT_FOUND`.
  private func requirement(
    _ relation: Relation, _ input: MutationInput
  ) throws(MutationFailure) -> [RowRequirement<Viewer>] {
    guard case .kept(let table, let keeping) = relation.target else { return [] }
    let unmet = Self.unmet(at: input.path(of: relation.input))
    if input.isNull(relation.input) { throw .forbidden(Self.refusal, at: input.path(of: relation.input)) }
    let key = try input.requiredID(relation.input)
    return [
      RowRequirement(unmet: unmet) { row in
        """
        NOT EXISTS (SELECT 1 FROM \(identifier: table) named WHERE named.family_id = \(row.viewer(.familyID)) \
        AND named.id = \(bind: .uuid(key)) AND (\(keeping.condition(row.viewer) { "named.\(identifier: $0)" })) IS NOT TRUE)
        """
      }
    ]
  }

  ///     EXISTS (SELECT 1 FROM families keeping WHERE keeping.family_id = $1 AND keeping.students_keep = 'COURSES_AND_GRADES')
  private static func isAllowed(_ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    EXISTS (SELECT 1 FROM families keeping WHERE keeping.family_id = \(viewer(.familyID)) \
    AND keeping.students_keep = \(bind: .text(StudentsKeep.coursesAndGrades.rawValue)))
    """
  }

  ///     assignments.student_id = $1 AND EXISTS (SELECT 1 FROM courses kept_courses WHERE kept_courses.family_id = $2
  ///     AND kept_courses.id = assignments.course_id AND kept_courses.keeper_id = $1)
  /// - Parameter column: a column of the row.
  private func condition(_ viewer: (Viewer.Attribute) -> SQL, _ column: (String) -> SQL) -> SQL {
    relations.map { relation -> SQL in
      switch relation.target {
      case .student: return "\(column(relation.column)) = \(viewer(.memberID))"
      case .kept(let table, let keeping):
        let name: SQL = "\(identifier: "kept_\(table)")"
        return """
          EXISTS (SELECT 1 FROM \(identifier: table) \(name) WHERE \(name).family_id = \(viewer(.familyID)) \
          AND \(name).id = \(column(relation.column)) AND \(keeping.condition(viewer) { "\(name).\(identifier: $0)" }))
          """
      }
    }.joined(separator: " AND ")
  }
}

extension Keeping {
  /// Nil for a type without `@keeper`.
  /// - Parameter declarations: all types, since a row may be kept with another.
  init?(
    _ declaration: TypeDeclaration, _ declarations: [TypeDeclaration], _ types: [any EntityType<Viewer>.Type]
  ) {
    func type(_ name: String) -> (any WritableType.Type)? {
      types.lazy.compactMap { $0 as? any WritableType.Type }.first { $0.entity.typeName == name }
    }
    guard !declaration.keepers.isEmpty, let own = type(declaration.name) else { return nil }
    relations = declaration.keepers.compactMap { name in
      guard let field = declaration.creation?.fields.first(where: { $0.field == name }), case .reference(let other) = field.kind
      else { return nil }
      let kept = declarations.first { $0.name == other }.flatMap { Keeping($0, declarations, types) }
      let table = type(other)?.entity.table
      return Relation(
        input: field.input, column: field.column(of: own.entity),
        target: kept.flatMap { kept in table.map { .kept(table: $0, kept) } } ?? .student)
    }
    isDeletable = own.rules.keeperDeletes
  }
}
