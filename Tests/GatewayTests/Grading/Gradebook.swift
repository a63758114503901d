import GraphQL
import SQL

/// The grades of two students in two courses, computed from the definitions alone: percentages are exact fractions,
/// points are counted in ten-thousandths, the most precise that an input may be.
struct Gradebook {
  struct Work {
    let id: String
    let student: Int
    var course: Int?
    var possible: Int128?
    var awarded: Int128?
    var version = 1

    /// REQ-GRADE-007. Null until it is graded.
    var percentage: Ratio? {
      guard let awarded, let possible else { return nil }
      return Ratio(awarded * 100, possible)
    }

    func json(in courses: [String]) -> [JSONValue.Member] {
      [
        .init("id", .string(id)), .init("version", .number("\(version)")),
        .init("pointsPossible", possible.points), .init("pointsAwarded", awarded.points),
        .init("course", course.map { .object([.init("id", .string(courses[$0]))]) } ?? .null),
      ]
    }
  }

  let students: [String]
  /// By name.
  let courses: [String]
  var works: [Work] = []

  /// REQ-GRADE-008, in hundredths: the mean of the percentages of what is graded in a course, rounded half away from
  /// zero to two places.
  func grade(of course: Int, student: Int? = nil) -> Int128? {
    let graded = works(of: course, student).compactMap(\.percentage)
    guard !graded.isEmpty else { return nil }
    return graded.reduce(Ratio(0), +).divided(by: Int128(graded.count)).hundredths
  }

  func works(of course: Int, _ student: Int?) -> [Work] {
    works.filter { $0.course == course && (student == nil || $0.student == student) }
  }

  func course(_ course: Int?) -> JSONValue {
    guard let course else { return .null }
    return .object([.init("id", .string(courses[course])), .init("grade", grade(of: course).grade)])
  }

  /// REQ-REP-002…005.
  func reportCard(of student: Int) -> JSONValue {
    .array(
      courses.indices.compactMap { course in
        let works = works(of: course, student)
        guard !works.isEmpty else { return nil }
        return .object([
          .init("course", self.course(course)), .init("grade", grade(of: course, student: student).grade),
          .init("gradedCount", .number("\(works.count { $0.awarded != nil })")),
          .init("assignmentCount", .number("\(works.count)")),
        ])
      })
  }

  /// `Seen` of `GradingRequest`.
  /// - Parameter percentage: as it was answered.
  func seen(_ work: Work, percentage: JSONValue) -> JSONValue {
    .object(
      work.json(in: courses) + [
        .init("percentage", percentage),
        .init("student", .object([
          .init("id", .string(students[work.student])), .init("reportCard", reportCard(of: work.student)),
        ])),
      ])
  }
}

extension Int128? {
  /// Hundredths as they are answered.
  var grade: JSONValue { decimal(places: 2) }
  /// Ten-thousandths as they are answered, or sent.
  var points: JSONValue { decimal(places: 4) }

  /// Without trailing zeros.
  private func decimal(places: Int) -> JSONValue {
    guard let self else { return .null }
    let digits = String(repeating: "0", count: Swift.max(0, places + 1 - "\(self)".count)) + "\(self)"
    let decimals = digits.suffix(places).reversed().drop { $0 == "0" }.reversed()
    return .number(digits.dropLast(places) + (decimals.isEmpty ? "" : "." + decimals))
  }
}
