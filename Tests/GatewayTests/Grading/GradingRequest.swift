import GraphQL

/// A change that grades follow from, with all that its answer can tell of them.
enum GradingRequest: String {
  case create, grade, update, delete

  var document: String {
    switch self {
    case .create:
      "mutation ($input: CreateAssignmentInput!) { it: createAssignment(input: $input) { assignment { ...Seen } } } \(Self.seen)"
    case .grade:
      """
      mutation ($input: GradeAssignmentInput!) {
        it: gradeAssignment(input: $input) { assignment { ...Seen } course { id grade } }
      } \(Self.seen)
      """
    case .update:
      """
      mutation ($input: UpdateAssignmentInput!) {
        it: updateAssignment(input: $input) { assignment { ...Seen } course { id grade } previousCourse { id grade } }
      } \(Self.seen)
      """
    case .delete: "mutation ($input: DeleteAssignmentInput!) { it: deleteAssignment(input: $input) { id course { id grade } } }"
    }
  }

  private static let seen = """
    fragment Seen on Assignment {
      id version pointsPossible pointsAwarded course { id } percentage
      student { id reportCard(first: 200) { course { id grade } grade gradedCount assignmentCount } }
    }
    """

  /// The report cards of two students, and the grades of two courses.
  static let whole = """
    query ($a: ID!, $b: ID!, $c: ID!, $d: ID!) {
      a: student(id: $a) { ...Card } b: student(id: $b) { ...Card }
      c: course(id: $c) { id grade } d: course(id: $d) { id grade }
    }
    fragment Card on Student { reportCard(first: 200) { course { id grade } grade gradedCount assignmentCount } }
    """
}
