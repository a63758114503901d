package import GraphQL

/// The names on a report card, its days, and the language of its viewer.
package struct ReportCardHead: Hashable, Sendable {
  package let student: String
  package let family: String
  package let timeZone: String
  /// The language of the viewer's settings.
  package let language: String
  /// Nil for the courses of several terms.
  package let term: String?
  /// Nil for the courses of several school years.
  package let schoolYear: String?
  /// Nil for all days.
  package let firstDay: CivilDay?
  package let lastDay: CivilDay?

  /// - Parameters:
  ///   - data: the answer to ``ReportCardQuery/head``.
  ///   - hasTerm: whether a term was asked for.
  ///   - hasSchoolYear: whether a school year was asked for.
  /// - Returns: nil where the viewer does not see the student, the term or the school year.
  package init?(_ data: JSONValue, hasTerm: Bool, hasSchoolYear: Bool) {
    guard let student = data["student"]?["name"]?.text, let family = data["family"] else { return nil }
    self.student = student
    self.family = family["name"]?.text ?? ""
    timeZone = family["timeZone"]?.text ?? "UTC"
    language = data["viewer"]?["settings"]?["language"]?.text ?? "en"
    let term = data["term"]
    let year = data["schoolYear"]
    guard !hasTerm || term?["name"]?.text != nil, !hasSchoolYear || year?["name"]?.text != nil else { return nil }
    self.term = term?["name"]?.text
    schoolYear = year?["name"]?.text ?? term?["schoolYear"]?["name"]?.text
    firstDay = (term?["firstDay"] ?? year?["firstDay"])?.text.flatMap(CivilDay.init)
    lastDay = (term?["lastDay"] ?? year?["lastDay"])?.text.flatMap(CivilDay.init)
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A number as it is written.
  var number: String? { if case .number(let number) = self { number } else { nil } }

  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
}
