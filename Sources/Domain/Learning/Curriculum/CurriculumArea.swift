package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Subjects, courses, assignments and the course grade (REQ-CURR, REQ-GRADE).
  package static var curriculum: Area {
    Area(
      types: [Subject.self, Course.self, Assignment.self],
      resolvers: [
        "Family.subjects": .toMany(access: .family),
        "Family.courses": .toMany(access: .family),
        "Family.assignments": .toMany(access: .family),
        "Student.assignments": .toMany(access: .family),
        "Assignment.subject": .toOne(through: ["course", "subject"], access: .family),
        "Assignment.courseResult": .toOne(matching: ["student_id", "course_id"], access: .family),

        "UpdateAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
        "UpdateAssignmentPayload.courseResult": .changed(
          "assignment", of: Assignment.self, matching: [.studentID, .courseID], access: .family),
        "UpdateAssignmentsPayload.courses": .changedList("courses", atMost: AssignmentBatches.courses, access: .family),
        "GradeAssignmentPayload.course": .changed("assignment", of: Assignment.self, by: .courseID, access: .family),
        "GradeAssignmentPayload.courseResult": .changed(
          "assignment", of: Assignment.self, matching: [.studentID, .courseID], access: .family),
      ],
      batches: [
        DeclaredBatch("Mutation.createAssignments", of: ["Mutation.createAssignment", "Mutation.createQuestion"]) {
          AssignmentBatches.create($0[0], question: $0[1])
        },
        DeclaredBatch(
          "Mutation.copyCourse",
          of: [
            "Mutation.createCourse", "Mutation.createWeightGroup", "Mutation.createAssignment", "Mutation.createQuestion",
          ]
        ) { CourseCopy(course: $0[0], weightGroup: $0[1], assignment: $0[2], question: $0[3]).resolver },
        DeclaredBatch("Mutation.updateAssignments", of: ["Mutation.updateAssignment"]) { AssignmentBatches.update($0[0]) },
      ])
  }
}
