import Derivation
package import Planning
import SQL

extension [ConstraintRule] {
  /// The rules for the constraints of all tables: those that types list, and those that follow from keys, scopes, references and
  /// `WriteRules`.
  static func domain(_ declarations: [TypeDeclaration], _ types: [any EntityType<Viewer>.Type]) -> [ConstraintRule] {
    types.flatMap { type in
      type.constraints + derived(of: type, declarations) + ConstraintRule.keys(of: type.entity.table) + ofScope(type.entity)
    }
  }

  private static func derived(
    of type: any EntityType<Viewer>.Type, _ declarations: [TypeDeclaration]
  ) -> [ConstraintRule] {
    guard let writable = type as? any WritableType.Type else { return [] }
    let rules = writable.rules
    let declaration = declarations.first { $0.name == type.entity.typeName }
    let fields = (declaration?.creation?.fields ?? []) + (declaration?.updates.flatMap(\.fields) ?? [])
    return fields.filter(\.isReference).map { .notFound($0.constraint(in: type.entity.table), [$0.input]) }
      + rules.checkViolations.map { .invalid($0.key, $0.value.fields, $0.value.message) }
      + rules.overlaps.map { .conflict($0.key, $0.value.fields, $0.value.message) }
      + rules.duplicates.map { .conflict($0.key, [$0.value.field], $0.value.message) }
  }

  /// The row that a scope is: each change holds it, or has just made it.
  private static func ofScope(_ entity: Entity<Viewer>) -> [ConstraintRule] {
    switch entity.scope.attribute {
    case .familyID: [.unreachable("\(entity.table)_family", "a change holds the row of its family")]
    case .accountID: [.unreachable("\(entity.table)_account", "a change holds the row of its account")]
    default: []
    }
  }
}

extension ConstraintRule {
  /// Those of a table that `guard_table` guards as rows of an enrolment, which parents write.
  package static func ofEnrolments(_ table: String) -> [ConstraintRule] {
    copied(to: table) + [
      .forbidden("\(table)_barred", ["enrolmentId"], "The school does not let you decide about this student: ask the school.")
    ]
  }

  /// A picture that is none, in a table whose column `picture_id` the trigger follow_picture() follows.
  static func picture(of table: String) -> ConstraintRule {
    .invalid("\(table)_picture_kind", ["pictureId"], "\"pictureId\" must be the id of a picture: the file is a document.")
  }

  /// Constraints of columns that triggers and functions copy from an enrolment, for the staff of its class.
  static func copied(to table: String) -> [ConstraintRule] {
    ["class", "staff_school"].map {
      .unreachable("\(table)_\($0)", "copied from the enrolment, which refers to the same row and stays while the change holds its family")
    }
  }
}
