/// A report card as a page of HTML, for a program that prints.
package struct ReportCardPage: Sendable {
  package let html: String

  /// - Parameter day: that of the issue.
  package init(_ card: ReportCard, in language: DocumentLanguage, on paper: Paper, issued day: CivilDay) {
    let writer = Writer(card: card, language: language, paper: paper, day: day)
    html = writer.page
  }
}

/// Writes the parts of the page. Each text of a family goes through ``String/html``.
private struct Writer {
  let card: ReportCard
  let language: DocumentLanguage
  let paper: Paper
  let day: CivilDay

  private var words: ReportCardWords { language.words }

  var page: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.code)"><head><meta charset="utf-8">
    <title>\("\(words.title): \(card.head.student)".html)</title>
    <meta name="dcterms.created" content="\(day.text)">
    <style>\(style)</style></head><body>
    \(head)
    \(card.lines.isEmpty ? "<p>\(words.noCourses)</p>" : card.sections.map { table($0.term, $0.lines) }.joined(separator: "\n"))
    \(summary)
    \(card.scales.map(scale).joined(separator: "\n"))
    \(signatures)
    </body></html>
    """
  }

  private var style: String {
    """
    @page { size: \(paper.name); margin: 18mm 16mm 20mm;
      @bottom-left { content: string(foot); font: 8pt "DejaVu Sans", sans-serif; width: 75%; overflow: hidden; }
      @bottom-right { content: "\(words.page) " counter(page) " \(words.pageOf) " counter(pages); font: 8pt "DejaVu Sans", sans-serif; width: 25%; } }
    body { font: 9pt/1.35 "DejaVu Sans", sans-serif; color: #000; margin: 0; overflow-wrap: anywhere; }
    h1 { font-size: 16pt; margin: 0 0 3mm; string-set: foot attr(data-foot); } h2 { font-size: 10.5pt; margin: 5mm 0 1.5mm; break-after: avoid; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; }
    th, td { text-align: left; vertical-align: top; padding: 1mm 1.5mm; border-bottom: .2mm solid #999; }
    thead th { border-bottom: .4mm solid #000; } tr { break-inside: avoid; } thead { display: table-header-group; }
    tfoot { display: table-row-group; } tfoot td { font-weight: bold; }
    .head { margin-bottom: 5mm; } .head th { width: 42mm; font-weight: normal; color: #333; } .head td { font-weight: bold; }
    .number { text-align: right; } td small { color: #333; font-size: 7.5pt; }
    .c-course { width: 31%; } .c-subject { width: 18%; } .c-level { width: 15%; } .c-number { width: 9%; }
    .pair > tbody > tr > td { width: 46%; border: 0; padding: 0 4mm 0 0; } .pair > tbody > tr > td + td { width: auto; padding: 0 0 0 4mm; }
    .facts th { font-weight: normal; width: 75%; }
    .steps { margin: 0; } .steps span { display: inline-block; margin-right: 5mm; white-space: nowrap; }
    .sign { break-inside: avoid; margin-top: 6mm; } .sign p { margin: 0 0 10mm; }
    .sign td { border: 0; border-top: .3mm solid #000; padding-top: 1mm; font-size: 8pt; } .sign .gap { border: 0; width: 6%; }
    .sign .name { width: 62%; } .sign tr + tr td { padding-bottom: 0; } .sign .space td { border: 0; height: 7mm; }
    """
  }

  private var scope: String {
    let parts = [card.head.term, card.head.schoolYear].compactMap(\.self)
    return parts.isEmpty ? words.allCourses : parts.joined(separator: ", ")
  }

  private var head: String {
    var rows = [(words.student, card.head.student), (words.family, card.head.family)]
    if let year = card.head.schoolYear { rows.append((words.schoolYear, year)) }
    if let term = card.head.term { rows.append((words.term, term)) }
    if card.head.term == nil && card.head.schoolYear == nil { rows.append((words.course, words.allCourses)) }
    if let first = card.head.firstDay, let last = card.head.lastDay { rows.append((words.date, language.days(first, last))) }
    rows.append((words.issued, language.day(day)))
    return """
      <h1 data-foot="\("\(words.title): \(card.head.student), \(scope)".html)">\(words.title.html)</h1>
      <table class="head">\(rows.map { "<tr><th>\($0.0.html)</th><td>\($0.1.html)</td></tr>" }.joined())</table>
      """
  }

  private func table(_ term: ReportCard.Term?, _ lines: [ReportCard.Line]) -> String {
    let columns = [
      ("c-course", words.course), ("c-subject", words.subject), ("c-level", words.level), ("c-number number", words.credits),
      ("c-number number", words.percent), ("c-grade", words.grade),
    ]
    let heads = columns.map { "<th class=\"\($0.0)\">\($0.1.html)</th>" }.joined()
    let total = ReportCard.credits(of: lines).map {
      "<tfoot><tr><td colspan=\"3\">\(words.total.html)</td><td class=\"number\">\(language.number($0))</td><td colspan=\"2\"></td></tr></tfoot>"
    }
    return """
      \(title(of: term))<table><thead><tr>\(heads)</tr></thead><tbody>
      \(lines.map(row).joined(separator: "\n"))
      </tbody>\(total ?? "")</table>
      """
  }

  /// The heading of a section, where the card has several terms.
  private func title(of term: ReportCard.Term?) -> String {
    guard card.head.term == nil else { return "" }
    guard let term else { return card.sections.count > 1 ? "<h2>\(words.withoutTerm.html)</h2>" : "" }
    return "<h2>\([term.schoolYear, term.name].compactMap(\.self).joined(separator: ", ").html)</h2>"
  }

  private func row(_ line: ReportCard.Line) -> String {
    let notes = [line.code, line.instructor].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    let note = notes.isEmpty ? "" : "<br><small>\(notes.html)</small>"
    let credits = line.credits.map { language.number($0) } ?? ""
    let result =
      line.percent.map { "<td class=\"number\">\(language.average($0))</td><td>\((line.letter ?? "").html)</td>" }
      ?? "<td colspan=\"2\">\(words.noGrade.html)</td>"
    return """
      <tr><td>\(line.course.html)\(note)</td><td>\((line.subject ?? "").html)</td>\
      <td>\((words.levels[line.level] ?? line.level).html)</td><td class="number">\(credits)</td>\(result)</tr>
      """
  }

  private var summary: String {
    let averages = [(words.weighted, card.weighted), (words.unweighted, card.unweighted)]
      .map { "<tr><th>\($0.0.html)</th><td class=\"number\">\($0.1.map { language.average($0) } ?? "–")</td></tr>" }.joined()
    // Each section has a total of its own.
    let credits = card.sections.count < 2 ? nil : ReportCard.credits(of: card.lines)
    let total = credits.map { "<tr><th>\("\(words.credits), \(words.total.lowercased())".html)</th><td class=\"number\">\(language.number($0))</td></tr>" }
    let days = card.attendance
      .map { "<tr><th>\((words.attendanceStates[$0.state] ?? $0.state).html)</th><td class=\"number\">\($0.days)</td></tr>" }.joined()
    return """
      <table class="pair"><tr><td><h2>\(words.average.html)</h2><table class="facts">\(averages)\(total ?? "")</table></td>\
      <td><h2>\(words.attendance.html)</h2><table class="facts">\(days)</table></td></tr></table>
      """
  }

  private func scale(_ scale: GradeScale) -> String {
    let name: String =
      switch scale.key {
      case .own: scale.name ?? ""
      case .readyMade(let value): words.gradeScales[value] ?? value
      }
    let courses = scale.courses.isEmpty ? "" : "<p>\(scale.courses.joined(separator: ", ").html)</p>"
    let steps = scale.steps.map { step in
      let points = step.points.map { " (\(language.number($0)))" } ?? ""
      return "<span><b>\(step.letter.html)</b> \(words.from.html) \(language.number(step.from))\(points)</span>"
    }.joined(separator: " ")
    let hasPoints = scale.steps.contains { $0.points != nil }
    return """
      <section><h2>\("\(words.gradeScale): \(name)".html)\(hasPoints ? " <small>(\(words.gradePoints.html))</small>" : "")</h2>\
      \(courses)<p class="steps">\(steps)</p></section>
      """
  }

  private var signatures: String {
    func line(_ name: String) -> String {
      "<tr><td class=\"name\">\(name.html)</td><td class=\"gap\"></td><td>\(words.date.html)</td></tr>"
    }
    return """
      <section class="sign"><p>\(words.certification.html)</p><table>\(line(words.parent))\
      <tr class="space"><td colspan="3"></td></tr>\(line(words.schoolOfficial))</table></section>
      """
  }
}
