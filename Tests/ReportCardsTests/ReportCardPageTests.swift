import Foundation
import Testing

@testable import ReportCards

struct ReportCardPageTests {
  @Test func `The page has what a school asks of a report card`() throws {
    let page = Cards.page(try Cards.card())
    for words in [
      "<title>Report card: Ada Rivera</title>", "<td>Ada Rivera</td>", "<td>Rivera</td>", "<td>2026/27</td>", "<td>Fall</td>",
      "September 1, 2026 – December 18, 2026", "December 20, 2026", "Algebra I", "MATH-101, Dr. &quot;Pi&quot; Diaz", "Mathematics",
      "Honors", "90.50", "<td>A-</td>", "not graded yet", "1.25", "3.85", "3.50", ">41<", ">2<", ">1<", ">0<", "<b>A-</b> from 90 (3.7)",
      "Signature of parent or guardian", "Signature of school official", "counter(page)", "counter(pages)", "size: letter",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(!page.contains("from 90 (4)"))
  }

  @Test(arguments: ["en", "de", "es", "fr"])
  func `Each language has all words`(language: String) throws {
    let page = Cards.page(try Cards.card(), in: language, on: .a4)
    let words = DocumentLanguage(tag: language).words
    for text in [words.title, words.credits, words.noGrade, words.attendance, words.certification] + words.attendanceStates.values {
      #expect(page.contains(text.html), "\(text)")
    }
    #expect(page.contains("<html lang=\"\(language)\">") && page.contains("size: A4"))
    #expect(words.months.count == 12 && Set(words.months).count == 12)
    #expect(Set(words.levels.keys) == ["REGULAR", "HONORS", "ADVANCED"])
    #expect(Set(words.attendanceStates.keys) == ["PRESENT", "PARTIAL", "EXCUSED", "ABSENT"])
    #expect(Set(words.gradeScales.keys) == ["PLAIN", "PLUS_MINUS", "PLUS_MINUS_ABOVE_FOUR", "PASS_FAIL"])
    // They stand in a style sheet.
    #expect(![words.page, words.pageOf].joined().contains { "\"\\<>".contains($0) })
  }

  @Test(
    arguments: [
      "</style><script>alert(1)</script>", "<img src=\"file:///etc/passwd\">", "\" onload=\"x", "&lt;b&gt;", "<!--", "]]>",
      "<link rel=attachment href=file:///etc/passwd>",
    ])
  func `A name is text, wherever it stands`(name: String) throws {
    let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let page = Cards.page(
      try Cards.card(head: Cards.head.replacing("Ada Rivera", with: escaped).replacing("\"Rivera\"", with: "\"\(escaped)\"")) {
        $0.replacing("Algebra I", with: escaped).replacing("Mathematics", with: escaped).replacing("\"A-\", \"gradedCount", with: "\"\(escaped)\", \"gradedCount")
      })
    #expect(page.contains(name.html) && !page.contains(name))
    // As many elements as the page of another name has.
    let plain = Cards.page(try Cards.card())
    #expect(page.count { $0 == "<" } == plain.count { $0 == "<" })
    #expect(page.count { $0 == "\"" } == plain.count { $0 == "\"" })
  }

  @Test func `Marks of direction and control characters are left out`() throws {
    let page = Cards.page(try Cards.card(head: Cards.head.replacing("Ada Rivera", with: #"A\u202Eda\u0000\u2066 دعاء"#)))
    #expect(page.contains("Ada دعاء"))
    #expect(!page.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x2066 || $0.value == 0 })
  }

  @Test func `Several scales name their courses`() throws {
    let card = try Cards.card {
      $0.replacing(
        "\"gradeScaleChoices\": []",
        with: #""gradeScaleChoices": [{"student": null, "course": {"id": "c2"}, "gradeScale": {"id": "s1"}, "readyMade": null}]"#
      ).replacing("\"grade\": null, \"letter\": null", with: "\"grade\": 88, \"letter\": \"E\"")
    }
    let page = Cards.page(card)
    #expect(page.contains("Grading scale: Out of doors") && page.contains("<p>Nature, again</p>"))
    #expect(page.contains("<b>E</b> from 85 (4)") && page.contains("<b>N</b> from 0</span>"))
  }

  @Test func `Without courses the page says that`() throws {
    let card = try Cards.card { text in
      guard let start = text.range(of: "\"reportCard\": ["), let end = text.range(of: "]},") else { return text }
      return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "")
    }
    #expect(Cards.page(card).contains("<p>No courses.</p>"))
  }
}
