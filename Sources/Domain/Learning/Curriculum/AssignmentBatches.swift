import Planning
import SQL

/// Mutations of several assignments: each item is checked and written as the mutation of one assignment does it, and the items
/// of one shape are one statement.
enum AssignmentBatches {
  /// The most assignments of one mutation.
  static let assignments = 200
  /// The most courses that these can touch: the one that an assignment leaves, and the one that it comes to.
  static let courses = 2 * assignments
  /// The most questions of one new assignment, and of all of them.
  static let questions = (ofAssignment: 100, ofAll: 1_000)

  /// Adds assignments with their questions.
  static func create(_ assignment: DeclaredWrite<Viewer>, question: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: assignment.access) { input, rows throws(MutationFailure) in
      let items = try input.items("assignments", atLeast: 1, atMost: assignments)
      var (ids, courses): ([UUIDValue], [UUIDValue]) = ([], [])
      var writes: [RowWrite<Viewer>] = []
      var asked: [(assignment: UUIDValue, write: RowWrite<Viewer>)] = []
      for item in items {
        let id = try item.newID()
        ids.append(id)
        writes.append(try assignment.write(item, rows.viewer))
        for part in try item.items("questions", atMost: questions.ofAssignment) {
          let whole = part.adding(["assignmentId": id.description])
          asked.append((id, try question.write(whole, rows.viewer)))
        }
        if let course = try item.id("courseId"), !courses.contains(course) { courses.append(course) }
      }
      guard asked.count <= questions.ofAll else {
        throw .invalid(
          "The assignments must have at most \(questions.ofAll) questions together, got \(asked.count).",
          at: input.path(of: "assignments"))
      }
      for question in asked { try question.write.checkInput() }
      let new = try await rows.insert(writes)
      // The questions of an assignment that was made before were made with it.
      _ = try await rows.insert(asked.filter { new.contains($0.assignment) }.map(\.write))
      return keys(ids, courses)
    }.listing(atMost: assignments)
  }

  /// Changes assignments.
  static func update(_ assignment: DeclaredWrite<Viewer>) -> Resolver<Viewer> {
    .mutation(access: assignment.access) { input, rows throws(MutationFailure) in
      let items = try input.items("assignments", atLeast: 1, atMost: assignments)
      var (ids, courses): ([UUIDValue], [UUIDValue]) = ([], [])
      var writes: [RowWrite<Viewer>] = []
      for item in items {
        ids.append(try item.requiredID("id"))
        writes.append(try assignment.write(item, rows.viewer))
      }
      for references in try await rows.update(writes) {
        for course in references.keys(Assignment.Column.courseID) where !courses.contains(course) { courses.append(course) }
      }
      return keys(ids, courses)
    }.listing(atMost: assignments)
  }

  private static func keys(_ assignments: [UUIDValue], _ courses: [UUIDValue]) -> ChangedKeys {
    var keys: ChangedKeys = [:]
    keys[all: "assignments"] = assignments
    keys[all: "courses"] = courses
    return keys
  }
}
