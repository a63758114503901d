/// A subject that families teach.
struct SubjectOutline: Sendable {
  let name: String
  let description: String?
  /// At least two, since a family may teach two courses of one subject.
  let courses: [CourseOutline]

  init(_ name: String, about description: String? = nil, _ courses: [CourseOutline]) {
    self.name = name
    self.description = description
    self.courses = courses
  }
}

/// A course of a subject, with titles of assignments that belong to it.
struct CourseOutline: Sendable {
  let name: String
  let description: String?
  let titles: [String]

  init(_ name: String, about description: String? = nil, _ titles: [String]) {
    self.name = name
    self.description = description
    self.titles = titles
  }
}
