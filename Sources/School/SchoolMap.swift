package import GraphQL
package import Planning

extension EntityMap where Viewer == School.Viewer {
  /// The whole school: a new area is one line here.
  /// - Throws: `EntityMapError` when the SDL and the resolvers do not fit.
  package init(school schema: Schema) throws(EntityMapError) {
    try self.init(
      schema: schema,
      areas: [.family, .curriculum, .curriculumLists, .day, .dashboard, .notifications, .planner, .records, .settings],
      introspection: .anyone)
  }
}
