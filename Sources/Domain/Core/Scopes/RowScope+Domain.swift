package import Planning

extension Entity where Viewer == Domain.Viewer {
  /// A second view of the rows of an entity, for the viewers of another scope: `@facet`.
  package init(
    facet typeName: String, of original: Entity, in scope: Scope, extent: Extent? = nil, order: [Order]? = nil,
    stored: KeyValuePairs<Access<Viewer>, [String]> = [:], resolvers: KeyValuePairs<String, Resolver<Viewer>> = [:]
  ) {
    self.init(
      facet: typeName, of: original, scope: scope.root == original.table ? scope.roots : scope.rows, access: scope.access,
      extent: extent, order: order, stored: stored, resolvers: resolvers)
  }
}

/// The planner's conditions of the scopes.
extension RowScope where Viewer == Domain.Viewer {
  package static var family: RowScope { Scope.family.rows }
  package static var account: RowScope { Scope.account.rows }
  package static var school: RowScope { Scope.school.rows }
  package static var administration: RowScope { Scope.administration.rows }
  package static var classStaff: RowScope { Scope.classStaff.rows }
  package static var audience: RowScope { Scope.audience.rows }
  package static var content: RowScope { Scope.content.rows }
  package static var conversation: RowScope { Scope.conversation.rows }
  package static var message: RowScope { Scope.message.rows }
  package static var community: RowScope { Scope.community.rows }
  package static var ticket: RowScope { Scope.ticket.rows }
  package static var list: RowScope { Scope.list.rows }
  package static var listItem: RowScope { Scope.listItem.rows }
  package static var listGuest: RowScope { Scope.listGuest.rows }
  package static var group: RowScope { Scope.group.rows }
  package static var groupFamily: RowScope { Scope.groupFamily.rows }
  package static var groupContent: RowScope { Scope.groupContent.rows }
  package static var groupModeration: RowScope { Scope.groupModeration.rows }
  package static var directory: RowScope { Scope.directory.rows }
  /// Rows of a family's student, as staff see them.
  package static var pickupStaff: RowScope { Scope.enrolment.rows }
  static var reader: RowScope { Scope.reader.rows }
  static var everyone: RowScope { Scope.everyone.rows }

  /// The row of the viewer's account.
  static var ownAccount: RowScope { Scope.account.roots }
  /// The rows of the viewer's schools.
  static var ownSchools: RowScope { Scope.school.roots }
}
