/// The words of a report card in a language.
package struct ReportCardWords: Sendable {
  let title: String
  let student: String
  let family: String
  let schoolYear: String
  let term: String
  let allCourses: String
  let withoutTerm: String
  let course: String
  let code: String
  let subject: String
  let instructor: String
  let level: String
  /// By the values of `CourseLevel`.
  let levels: [String: String]
  let credits: String
  let percent: String
  let grade: String
  let graded: String
  let assignments: String
  let total: String
  let noGrade: String
  let noCourses: String
  let average: String
  let weighted: String
  let unweighted: String
  let attendance: String
  /// By the values of `AttendanceState`.
  let attendanceStates: [String: String]
  let gradeScale: String
  /// By the values of `ReadyMadeGradeScale`.
  let gradeScales: [String: String]
  let from: String
  let gradePoints: String
  let certification: String
  let parent: String
  let schoolOfficial: String
  let date: String
  let issued: String
  let page: String
  let pageOf: String
  let months: [String]

  /// By language.
  static let all: [String: ReportCardWords] = ["en": .english, "de": .german, "es": .spanish, "fr": .french]
}
