/// The details with which a course of the demonstration family is listed and shown.
extension DemonstrationCourse {
  var code: String? {
    switch self {
    case .algebra: "MATH-101"
    case .biology: "BIO-101"
    case .preAlgebra, .nature, .composition, .worldHistory, .watercolor: nil
    }
  }

  var instructor: String? { subject == .history ? "Dad" : nil }

  /// The credit hours of the courses that count for a high school's transcript.
  var creditHours: String? {
    switch self {
    case .algebra, .biology: "1.0"
    case .worldHistory: "0.5"
    case .preAlgebra, .nature, .composition, .watercolor: nil
    }
  }

  var icon: String? { self == .watercolor ? "paintbrush" : nil }

  var color: String? {
    switch subject {
    case .mathematics: "#2E86AB"
    case .science: "#3C9D4E"
    case .languageArts, .history, .art: nil
    }
  }
}
