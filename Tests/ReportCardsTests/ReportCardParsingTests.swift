import Testing

@testable import ReportCards

struct ReportCardParsingTests {
  @Test func `A report card has the names, the days and the language of its answer`() throws {
    let head = try #require(try Cards.card()).head
    #expect(head.student == "Ada Rivera" && head.family == "Rivera" && head.language == "de-AT")
    #expect(head.term == "Fall" && head.schoolYear == "2026/27")
    #expect(head.firstDay == CivilDay("2026-09-01") && head.lastDay == CivilDay("2026-12-18"))
  }

  @Test(
    arguments: [
      #"{"viewer": null, "family": null, "student": null}"#,
      #"{"family": {"name": "Rivera"}, "student": {"name": "Ada"}, "term": null}"#,
      #"{"family": {"name": "Rivera"}, "student": null, "term": {"name": "Fall"}}"#, "{}",
    ])
  func `Without the student or the term there is no report card`(head: String) throws {
    #expect(try Cards.card(head: head) == nil)
  }

  @Test func `Courses of terms come first, by the days of the terms`() throws {
    let card = try #require(try Cards.card())
    #expect(card.sections.map(\.lines).map { $0.map(\.course) } == [["Algebra I"], ["Nature, again"]])
    #expect(card.sections.map(\.term?.name) == ["Fall", nil])
  }

  @Test(
    arguments: [
      (["1.0", "0.5"], "1.5"), (["0.25", "0.25"], "0.5"), (["0.1", "0.2", nil], "0.3"), (["0.25"], "0.25"), ([nil], nil), (["3"], "3"),
    ] as [([String?], String?)])
  func `Credits add up in decimals`(credits: [String?], sum: String?) throws {
    let line = try #require(try Cards.card()?.lines.first)
    let lines = credits.map { credits in
      ReportCard.Line(
        courseID: line.courseID, course: line.course, code: nil, instructor: nil, subject: nil, level: line.level, credits: credits,
        percent: nil, letter: nil, gradedCount: "0", assignmentCount: "0", term: nil)
    }
    #expect(ReportCard.credits(of: lines) == sum)
  }

  @Test func `A letter is of the most specific scale that was chosen`() throws {
    let choice = { (student: String, course: String, scale: String) in
      """
      {"student": \(student), "course": \(course), "gradeScale": \(scale == "s1" ? #"{"id": "s1"}"# : "null"), \
      "readyMade": \(scale == "s1" ? "null" : "\"\(scale)\"")}
      """
    }
    func scale(_ choices: [String]) throws -> [GradeScale.Key]? {
      try Cards.card { $0.replacing("\"gradeScaleChoices\": []", with: "\"gradeScaleChoices\": [\(choices.joined(separator: ","))]") }?
        .scales.map(\.key)
    }
    let (ada, algebra) = (#"{"id": "ada"}"#, #"{"id": "c1"}"#)
    #expect(try scale([]) == [.readyMade("PLUS_MINUS")])
    let family = choice("null", "null", "PLAIN")
    #expect(try scale([family]) == [.readyMade("PLAIN")])
    #expect(try scale([family, choice(ada, "null", "s1")]) == [.own("s1")])
    #expect(try scale([choice(ada, "null", "s1"), choice("null", algebra, "PLAIN")]) == [.readyMade("PLAIN")])
    #expect(try scale([choice("null", algebra, "PLAIN"), choice(ada, algebra, "s1")]) == [.own("s1")])
    // Choices for another student, or for another course.
    #expect(try scale([choice(#"{"id": "leo"}"#, "null", "s1"), choice(ada, #"{"id": "c9"}"#, "s1")]) == [.readyMade("PLUS_MINUS")])
  }

  @Test(
    arguments: [
      ("en", "Report card Ada Rivera, Fall, 2026_27.pdf"), ("de-CH", "Zeugnis Ada Rivera, Fall, 2026_27.pdf"),
    ])
  func `The name of the file is in the language`(language: String, name: String) throws {
    #expect(try Cards.card()?.fileName(in: DocumentLanguage(tag: language), ending: "pdf") == name)
  }

  @Test func `A file's name has no path and is not longer than others`() throws {
    let card = try Cards.card(head: Cards.head.replacing("Ada Rivera", with: #"../..\\A:\u0007\n"# + String(repeating: "x", count: 500)))
    let name = try #require(card?.fileName(in: DocumentLanguage(tag: "en"), ending: "csv"))
    #expect(name.count == 124 && !name.contains("/") && !name.contains("\\") && !name.contains(":") && name.hasSuffix("x.csv"))
    #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
