/// A report card as a table: a row for each course, under a heading.
package struct ReportCardTable: Sendable {
  package let text: String

  package init(_ card: ReportCard, in language: DocumentLanguage) {
    let words = language.words
    var table = CSVText()
    table.append(
      [
        words.student, words.schoolYear, words.term, words.course, words.code, words.subject, words.instructor, words.level, words.credits,
        words.percent, words.grade, words.graded, words.assignments,
      ].map { .words($0) })
    for line in card.sections.flatMap(\.lines) {
      // Numbers are for programs: with a point in every language.
      table.append([
        .words(card.head.student), Self.words(line.term?.schoolYear), Self.words(line.term?.name), .words(line.course),
        Self.words(line.code), Self.words(line.subject), Self.words(line.instructor), .words(words.levels[line.level] ?? line.level),
        Self.number(line.credits), Self.number(line.percent), Self.words(line.letter), .number(line.gradedCount),
        .number(line.assignmentCount),
      ])
    }
    text = table.text
  }

  private static func words(_ text: String?) -> CSVText.Cell { text.map { .words($0) } ?? .empty }

  private static func number(_ text: String?) -> CSVText.Cell { text.map { .number($0) } ?? .empty }
}
