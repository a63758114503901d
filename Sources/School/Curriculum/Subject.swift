import Planning
import SQL

/// `Subject` (REQ-CURR-001…003).
enum Subject: EntityType {
  static let entity = Entity<Viewer>(
    "Subject", table: "subjects", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 500, bytes: 4 << 20),
    order: [.ascending("name")],
    stored: [.family: ["id", "name", "description", "createdAt", "updatedAt", "version"]],
    characters: ["description": 10_000],
    resolvers: ["courses": .toMany(access: .family)])

  static let mutations = EntityMutations(
    of: entity, name: "subject",
    values: { input throws(MutationFailure) in
      try input.text("name", "name", characters: 1...200, isRequired: true)
        + input.text("description", "description", characters: 0...10_000, lines: .many)
    })

  static var delete: Resolver<Viewer> {
    mutations.delete(hasOthers: "The subject has courses. Remove them first, or ask for it with \"cascade\".") {
      id, rows throws(MutationFailure) in
      let courses = try await rows.keys(of: Course.self, where: .subjectID, isAmong: [id])
      _ = try await rows.delete(Assignment.self, where: .courseID, isAmong: courses)
      _ = try await rows.delete(Course.self, where: .subjectID, isAmong: [id])
    } detaching: { id, rows throws(MutationFailure) in
      _ = try await rows.update(Resource.self, [Resource.set(.subjectID, .null(.uuid))]) { row in
        "\(row[.subjectID]) = \(bind: .uuid(id))"
      }
    }
  }
}
