package import GraphQL
package import Planning

extension EntityMap where Viewer == School.Viewer {
  /// The whole school: a new area is one line here.
  /// - Parameter identity: what signing in needs; nil where nothing is served, and mutations are only looked at.
  /// - Throws: `EntityMapError` when the SDL and the resolvers do not fit.
  package init(school schema: Schema, identity: IdentityServices? = nil) throws(EntityMapError) {
    try self.init(
      schema: schema,
      areas: [
        .identity(identity), .family, .membership(identity), .curriculum, .curriculumLists, .day, .dashboard,
        .notifications, .planner, .records, .settings, .privacy(identity),
        .storage,
      ],
      introspection: .anyone)
  }
}
