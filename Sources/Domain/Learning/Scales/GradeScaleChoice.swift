import Planning
import SQL

/// `GradeScaleChoice` (GT-10): at most one for each student, course, pair of both, and the family.
enum GradeScaleChoice: WritableType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
    case courseID = "course_id"
    case gradeScaleID = "grade_scale_id"
    case readyMade = "ready_made"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("grade_scale_choices_course", ["courseId"]),
    .notFound("grade_scale_choices_student", ["studentId"]),
    .notFound("grade_scale_choices_grade_scale", ["gradeScaleId"]),
    .invalid("grade_scale_choices_one", ["gradeScaleId", "readyMade"], "Give either \"gradeScaleId\" or \"readyMade\"."),
    .unreachable("grade_scale_choices_ready_made", "an enum of the input has the values"),
    .conflict("grade_scale_choices_once", ["courseId", "studentId"], "The choice was made at the same time: read it, and send yours again."),
  ]

  static let entity = Entity<Viewer>(
    "GradeScaleChoice", table: "grade_scale_choices", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 5_000, bytes: 2 << 20), order: [.ascending("created_at")],
    stored: [
      .family: ["id", "student", "course", "gradeScale", "readyMade", "createdAt", "updatedAt", "version"]
    ])

  /// The condition for the choice of a place.
  fileprivate static func isOf(
    _ student: UUIDValue?, _ course: UUIDValue?
  ) -> (TypedRow<GradeScaleChoice>) -> SQL {
    { row in
      let ofStudent: SQL = student.map { "\(row[.studentID]) = \(bind: .uuid($0))" } ?? "\(row[.studentID]) IS NULL"
      let ofCourse: SQL = course.map { "\(row[.courseID]) = \(bind: .uuid($0))" } ?? "\(row[.courseID]) IS NULL"
      return "\(ofStudent) AND \(ofCourse)"
    }
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// Chooses a grade scale in the place of another. Changes of one family follow each other: there is never a second choice.
  static var chooseGradeScale: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let student = try await rows.existing(Student.self, .id, named: "studentId", input)
      let course = try await rows.existing(Course.self, .name, named: "courseId", input)
      let scale = try await rows.existing(GradeScale.self, .name, named: "gradeScaleId", input)
      let readyMade = input.enumValue("readyMade")
      guard (scale == nil) != (readyMade == nil) else {
        throw .invalid(
          "Give either \"gradeScaleId\" or \"readyMade\".", at: input.path(of: scale == nil ? "gradeScaleId" : "readyMade"))
      }
      let values = [
        GradeScaleChoice.set(.gradeScaleID, scale.map { .uuid($0) } ?? .null(.uuid)),
        GradeScaleChoice.set(.readyMade, readyMade.map { .text($0) } ?? .null(.text)),
      ]
      if let id = try await rows.update(GradeScaleChoice.self, values, where: GradeScaleChoice.isOf(student, course)).first {
        return ["gradeScaleChoice": id]
      }
      let id = UUIDValue.timeOrdered()
      try await rows.insert(
        GradeScaleChoice.self, key: id,
        values + [
          GradeScaleChoice.set(.studentID, student.map { .uuid($0) } ?? .null(.uuid)),
          GradeScaleChoice.set(.courseID, course.map { .uuid($0) } ?? .null(.uuid)),
        ])
      return ["gradeScaleChoice": id]
    }
  }

  /// Takes a choice back.
  static var clearGradeScaleChoice: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let student = try await rows.existing(Student.self, .id, named: "studentId", input)
      let course = try await rows.existing(Course.self, .name, named: "courseId", input)
      let gone = try await rows.delete(GradeScaleChoice.self, where: GradeScaleChoice.isOf(student, course))
      var keys: ChangedKeys = [:]
      if let id = gone.first { keys["id"] = id }
      return keys
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The id that a field has; nil when it is absent or null.
  /// - Throws: `.notFound` when the viewer has no such row.
  func existing<Type: EntityType<Viewer>>(
    _ type: Type.Type, _ column: Type.Column, named field: String, _ input: MutationInput
  ) async throws(MutationFailure) -> UUIDValue? {
    guard input.isGiven(field), !input.isNull(field) else { return nil }
    let id = try input.requiredID(field)
    guard try await row(type, key: id, columns: [column]).count == 1 else { throw input.notFound(field) }
    return id
  }
}
