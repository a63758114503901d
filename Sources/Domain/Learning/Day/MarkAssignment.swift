import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Marks an assignment as done, or as not done (REQ-STU-002): a parent any, a student the own ones. The first
  /// mark keeps its time when it comes twice.
  static func markAssignment(isDone: Bool) -> Resolver {
    .write(access: .members) { input, viewer throws(MutationFailure) in
      .update(Assignment.entity, key: try input.requiredID("id"), as: "assignment", for: input) {
        () throws(MutationFailure) in
        let mark = isDone ? Assignment.setNow(.doneAt) : Assignment.set(.doneAt, .null(.timestamptz))
        let hasOtherMark = RowRequirement(of: Assignment.self, unmet: .unchanged) { row in
          isDone ? "\(row[.doneAt]) IS NULL" : "\(row[.doneAt]) IS NOT NULL"
        }
        return .init([mark], requiring: [hasOtherMark] + (viewer.planClass == .parent ? [] : [isOwn(input)]))
      }
    }
  }

  private static func isOwn(_ input: MutationInput) -> RowRequirement<Viewer> {
    let message = "Only the student whose assignment it is, or a parent, may do this."
    return RowRequirement(of: Assignment.self, unmet: .failure { _ in .forbidden(message, at: input.path(of: "id")) }) {
      "\($0[.studentID]) = \($0.viewer(.memberID))"
    }
  }
}

extension Viewer {
  /// Whether the viewer may do what the student may: the student, and the parents.
  func mayWork(for student: UUIDValue) -> Bool {
    switch planClass {
    case .parent: true
    case .student: value(of: .memberID) == .uuid(student)
    case .anonymous, .account, .reader: false
    }
  }
}
