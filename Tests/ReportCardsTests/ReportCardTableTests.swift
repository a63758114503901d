import Testing

@testable import ReportCards

struct ReportCardTableTests {
  @Test func `The table is RFC 4180 with a row for each course`() throws {
    let card = try #require(try Cards.card())
    #expect(
      ReportCardTable(card, in: DocumentLanguage(tag: "en")).text == """
        \u{FEFF}Student,School year,Term,Course,Code,Subject,Instructor,Level,Credits,Percent,Grade,Graded,Assignments\r
        Ada Rivera,2026/27,Fall,Algebra I,MATH-101,Mathematics,"Dr. ""Pi"" Diaz",Honors,1.0,90.5,A-,4,7\r
        Ada Rivera,,,"Nature, again",,,,Regular,0.25,,,0,3\r\n
        """)
  }

  @Test(arguments: ["de", "es", "fr"])
  func `The headings are in the language, and numbers are for programs`(language: String) throws {
    let card = try #require(try Cards.card())
    let rows = ReportCardTable(card, in: DocumentLanguage(tag: language)).text.split(separator: "\r\n")
    let words = DocumentLanguage(tag: language).words
    #expect(rows[0].hasPrefix("\u{FEFF}\(words.student),\(words.schoolYear),\(words.term),\(words.course),"))
    #expect(rows[1].contains(",1.0,90.5,A-,4,7"))
  }

  @Test(
    arguments: [
      ("=1+2", "'=1+2"), ("+49", "'+49"), ("-", "'-"), ("@SUM(A1)", "'@SUM(A1)"), ("＝1", "'＝1"), ("A=1", "A=1"),
      ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""), (" =1", "' =1"), ("\t=1", "' =1"), (" a", "\" a\""),
      ("a\r\nb", "a  b"), ("\u{202E}gnp", "gnp"), ("", ""), (",\u{301}", "\",\u{301}\""), ("Zoë", "Zoë"),
    ])
  func `No cell is a formula, and each is one line`(words: String, cell: String) {
    var table = CSVText()
    table.append([.words(words), .number("-1"), .empty])
    // As scalars: an accent joins a comma before it.
    #expect(Array(table.text.unicodeScalars) == Array("\u{FEFF}\(cell),-1,\r\n".unicodeScalars))
  }
}
