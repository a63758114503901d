package import Planning

/// The planner's conditions of the scopes.
extension RowScope where Viewer == Domain.Viewer {
  package static var family: RowScope { Scope.family.rows }
  static var account: RowScope { Scope.account.rows }
  static var school: RowScope { Scope.school.rows }
  static var administration: RowScope { Scope.administration.rows }
  static var classStaff: RowScope { Scope.classStaff.rows }
  /// Rows of a family's student, as staff see them.
  static var pickupStaff: RowScope { Scope.enrolment.rows }
  static var reader: RowScope { Scope.reader.rows }

  /// The row of the viewer's account.
  static var ownAccount: RowScope { Scope.account.roots }
  /// The rows of the viewer's schools.
  static var ownSchools: RowScope { Scope.school.roots }
}
