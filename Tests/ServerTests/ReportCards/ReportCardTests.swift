import Domain
import Foundation
import GraphQL
import SQL
import SampleData
import SessionTokens
import SignedPaths
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Report cards by their addresses.
@Suite(.serialized) struct ReportCardTests {
  private static let database = Task { try await SchoolDatabase("report_cards", families: 2) }

  /// The answer to a request by an address.
  struct Answer {
    let status: Int
    let headers: [String: String]
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// A server and who asks it.
  struct Reader {
    let server: RunningServer
    let database: SchoolDatabase

    func viewer(_ number: Int) -> AccountViewer {
      let account = database.demonstration.accounts[number]
      return AccountViewer(
        accountID: account.account, sessionID: account.session,
        membership: Membership(
          familyID: account.family, memberID: account.member, role: account.role == .parent ? .parent : .student))
    }

    func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue {
      let answer = try await server.post(query, token: try RunningServer.token(for: viewer)).json
      #expect(answer.at("errors") == nil, "\(answer.indented())")
      return try #require(answer.at("data"))
    }

    /// - Parameter arguments: of the field, with parentheses.
    func address(_ arguments: String = "", student: String, as viewer: AccountViewer) async throws -> String {
      let data = try await ask("{ student(id: \"\(student)\") { reportCardAddress\(arguments) } }", as: viewer)
      return try #require(data.at("student", "reportCardAddress")?.string)
    }

    /// Asks for an address, without any header.
    func get(_ address: String, _ method: String = "GET", headers: [String: String] = [:]) async throws -> Answer {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(address)")))
      request.httpMethod = method
      request.timeoutInterval = 60
      request.cachePolicy = .reloadIgnoringLocalCacheData
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let (body, response) = try await URLSession.shared.data(for: request)
      let answer = try #require(response as? HTTPURLResponse)
      let headers = answer.allHeaderFields.reduce(into: [String: String]()) { headers, field in
        headers["\(field.key)".lowercased()] = "\(field.value)"
      }
      return Answer(status: answer.statusCode, headers: headers, bytes: Array(body))
    }
  }

  private func with(_ options: [String] = [], _ body: (Reader) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, options + ["--log-level", "debug"]) { server in
      try await body(Reader(server: server, database: database))
      // No name, no grade and no address in the log.
      let log = try server.process.errors
      for word in ["Rivera", "Algebra", "csv?", "pdf?", "\(DemonstrationFamily.id)"] { #expect(!log.contains(word), "\(word)") }
    }
  }

  private func student(_ name: String, _ reader: Reader) async throws -> String {
    let data = try await reader.ask("{ family { students { id name } } }", as: reader.viewer(0))
    let students = data.at("family", "students")?.array ?? []
    return try #require(students.first { $0.at("name")?.string == name }?.at("id")?.string)
  }

  private func fall(_ reader: Reader) async throws -> (id: String, year: String) {
    let data = try await reader.ask("{ family { schoolYears { name terms { id name } } } }", as: reader.viewer(0))
    let year = try #require(data.at("family", "schoolYears", 0, "name")?.string)
    let terms = data.at("family", "schoolYears", 0, "terms")?.array ?? []
    return (try #require(terms.first { $0.at("name")?.string == "Fall" }?.at("id")?.string), year)
  }

  // MARK: Tables

  @Test func `A table has exactly the courses of the term, as the viewer sees them`() async throws {
    try await with { reader in
      let ada = try await student("Ada Rivera", reader)
      let (fall, year) = try await fall(reader)
      let answer = try await reader.get(try await reader.address("(termId: \"\(fall)\", format: CSV)", student: ada, as: reader.viewer(0)))
      #expect(answer.status == 200)
      #expect(
        answer.text == """
          \u{FEFF}Student,School year,Term,Course,Code,Subject,Instructor,Level,Credits,Percent,Grade,Graded,Assignments\r
          Ada Rivera,\(year),Fall,Algebra I,MATH-101,Mathematics,,Regular,1,90.31,A-,4,7\r
          Ada Rivera,\(year),Fall,Biology,BIO-101,Science,,Regular,1,94.33,A,3,5\r
          Ada Rivera,\(year),Fall,Reading and Composition,,Language Arts,,Regular,,95,A,1,2\r\n
          """)
      #expect(answer.headers["content-type"] == "text/csv; charset=utf-8; header=present")
      #expect(answer.headers["content-disposition"] == "attachment; filename=\"Report card Ada Rivera, Fall, \(year).csv\"")
      #expect(answer.headers["cache-control"] == "private, no-cache" && answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["content-security-policy"] == "default-src 'none'; sandbox")
      #expect(answer.headers["referrer-policy"] == "no-referrer" && answer.headers["content-language"] == "en")
      // Without a term, all courses, those of all terms first.
      let all = try await reader.get(try await reader.address("(format: CSV, language: \"de\")", student: ada, as: reader.viewer(3)))
      #expect(all.headers["content-language"] == "de" && all.text.hasPrefix("\u{FEFF}Schülerin oder Schüler,Schuljahr,"))
      #expect(all.text.split(separator: "\r\n").count > 4)
    }
  }

  @Test func `A table that has not changed is not sent again`() async throws {
    try await with { reader in
      let address = try await reader.address("(format: CSV)", student: try await student("Leo Rivera", reader), as: reader.viewer(0))
      let answer = try await reader.get(address)
      let tag = try #require(answer.headers["etag"])
      let again = try await reader.get(address, headers: ["If-None-Match": tag])
      #expect(again.status == 304 && again.bytes.isEmpty && again.headers["etag"] == tag)
      let head = try await reader.get(address, "HEAD")
      #expect(head.status == 200 && head.bytes.isEmpty && head.headers["content-length"] == "\(answer.bytes.count)")
      let post = try await reader.get(address, "POST")
      #expect(post.status == 405 && post.headers["allow"] == "GET, HEAD")
    }
  }

  @Test func `Names are no formulas in a table`() async throws {
    try await with { reader in
      let (student, subject, course) = ("f1980000-0000-7000-8000-0000000000a1", "f1980000-0000-7000-8000-0000000000a2", "f1980000-0000-7000-8000-0000000000a3")
      _ = try await reader.ask(
        """
        mutation {
          createStudent(input: {id: "\(student)", name: "=cmd|' /C calc'!A0"}) { student { id } }
          createSubject(input: {id: "\(subject)", name: "+1,\\"2\\""}) { subject { id } }
          createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "@SUM(A1:A9)"}) { course { id } }
          createAssignment(input: {studentId: "\(student)", courseId: "\(course)", title: "T", pointsPossible: 10}) { assignment { id } }
        }
        """, as: reader.viewer(0))
      let address = try await reader.address("(format: CSV)", student: student, as: reader.viewer(0))
      let answer = try await reader.get(address)
      #expect(
        answer.text.split(separator: "\r\n").last
          == "'=cmd|' /C calc'!A0,,,'@SUM(A1:A9),,\"'+1,\"\"2\"\"\",,Regular,,,,0,1")
      let name = try #require(answer.headers["content-disposition"])
      #expect(name.hasPrefix("attachment; filename=\"Report card =cmd_' _C calc'!A0.csv\""))
      // The student goes, and with it the address.
      _ = try await reader.ask("mutation { removeMember(input: {id: \"\(student)\", cascade: true}) { __typename } }", as: reader.viewer(0))
      #expect(try await reader.get(address).status == 404)
    }
  }

  // MARK: Addresses that are none

  /// An address that the server could have given.
  private func forged(
    _ viewer: AccountViewer, student: String, slot: PathSlot = PathSlot(at: TokenConfiguration.now), secret: String = RunningServer.secret
  ) throws -> String {
    let membership = try #require(viewer.membership)
    let ids = [viewer.accountID, membership.familyID, membership.memberID, try #require(UUIDValue(student))]
    let subject = [0] + ids.flatMap(\.bytes) + Array("\(membership.role.rawValue) CSV - ".utf8)
    let signer = ReportCardAddress.Signer(try SecretKeys([Array(secret.utf8)]))
    return try #require(signer.address(signing: SignedPath(slot: slot, subject: subject).bytes))
  }

  @Test func `Unknown, altered, expired and foreign addresses are one answer`() async throws {
    try await with { reader in
      let ada = try await student("Ada Rivera", reader)
      let good = try forged(reader.viewer(0), student: ada)
      #expect(try await reader.get(good).status == 200)
      try await ClockPeriod.quarterHour.wait(endingWithin: 30)
      let current = PathSlot(at: TokenConfiguration.now)
      let before = PathSlot(number: current.number - 1)
      #expect(try await reader.get(try forged(reader.viewer(0), student: ada, slot: before)).status == 200)
      // A parent of another family, who names the student.
      let stranger = reader.database.sample.parentAccount(of: 0)
      let other = AccountViewer(
        accountID: stranger.account, sessionID: stranger.session,
        membership: Membership(familyID: stranger.family, memberID: stranger.member, role: .parent))
      var inFamily = other
      inFamily.membership?.familyID = DemonstrationFamily.id
      var asParent = reader.viewer(2)
      asParent.membership?.role = .parent
      let bad = [
        "unknown": "/report-cards/\(ada).csv", "empty": "/report-cards/", "no claim": "/report-cards/\(ada).csv?AAAA",
        "altered": String(good.dropLast()) + (good.hasSuffix("A") ? "B" : "A"), "more": good + "A", "another format": good.replacing(".csv?", with: ".pdf?"),
        "another student": good.replacing(ada, with: try await student("Leo Rivera", reader)),
        "expired": try forged(reader.viewer(0), student: ada, slot: PathSlot(number: current.number - 2)),
        "another secret": try forged(reader.viewer(0), student: ada, secret: "another secret of the tests, long enough"),
        "another family": try forged(other, student: ada), "not a member": try forged(inFamily, student: ada),
        "not a parent": try forged(asParent, student: ada), "nobody": try forged(reader.viewer(0), student: "\(UUIDValue.random())"),
      ]
      var answers: Set<String> = []
      for (name, address) in bad {
        let answer = try await reader.get(address)
        #expect(answer.status == 404 && answer.headers["cache-control"] == "no-store", "\(name)")
        answers.insert(answer.text + answer.headers.filter { !["date", "x-request-id"].contains($0.key) }.sorted { $0.key < $1.key }.description)
      }
      #expect(answers.count == 1)
      #expect(answers.first?.contains("\"code\":\"NOT_FOUND\"") == true)
      // A student's own address, and that of a sibling, who sees the report card.
      #expect(try await reader.get(try forged(reader.viewer(2), student: ada)).status == 200)
      #expect(try await reader.get(try forged(reader.viewer(3), student: ada)).status == 200)
    }
  }

  @Test func `An address ends with the membership, and not with the session`() async throws {
    try await with { reader in
      let mateo = reader.viewer(1)
      let address = try await reader.address("(format: CSV)", student: try await student("Ada Rivera", reader), as: mateo)
      try await reader.database.run("UPDATE sessions SET ended_at = now() WHERE account_id = \(bind: .uuid(mateo.accountID))")
      #expect(try await reader.get(address).status == 200)
      try await reader.database.run("UPDATE members SET role = 'STUDENT' WHERE account_id = \(bind: .uuid(mateo.accountID))")
      #expect(try await reader.get(address).status == 404)
      try await reader.database.run("UPDATE members SET role = 'PARENT' WHERE account_id = \(bind: .uuid(mateo.accountID))")
      try await reader.database.run("UPDATE sessions SET ended_at = NULL WHERE account_id = \(bind: .uuid(mateo.accountID))")
    }
  }

  // MARK: Pages

  @Test func `Without a printing program a page is refused clearly, and a table given`() async throws {
    try await with(["--print-python", "/nowhere/python3"]) { reader in
      let ada = try await student("Ada Rivera", reader)
      let answer = try await reader.get(try await reader.address(student: ada, as: reader.viewer(0)))
      #expect(answer.status == 503 && answer.text.contains("WeasyPrint") && answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["retry-after"] == "3600")
      #expect(try await reader.get(try await reader.address("(format: CSV)", student: ada, as: reader.viewer(0))).status == 200)
    }
  }

  @Test(.enabled(if: WeasyPrint.isThere, "apt-get install weasyprint poppler-utils"))
  func `A page is a PDF on the family's paper with names, grades, credits, averages and lines to sign`() async throws {
    try await with { reader in
      let ada = try await student("Ada Rivera", reader)
      let (fall, year) = try await fall(reader)
      let address = try await reader.address("(termId: \"\(fall)\")", student: ada, as: reader.viewer(0))
      let answer = try await reader.get(address)
      #expect(answer.status == 200 && answer.headers["content-type"] == "application/pdf")
      #expect(answer.headers["content-disposition"] == "attachment; filename=\"Report card Ada Rivera, Fall, \(year).pdf\"")
      #expect(answer.bytes.starts(with: "%PDF-".utf8))
      let text = try WeasyPrint.text(of: answer.bytes)
      for words in [
        "Report card", "Ada Rivera", "Rivera", "Fall", year, "Algebra I", "MATH-101", "90.31", "A-", "Biology", "94.33", "Reading and", "95.00",
        "Grade point average", "Attendance", "Grading scale", "Signature of parent or guardian", "Page 1 of 1",
      ] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
      #expect(try WeasyPrint.fact("Pages", of: answer.bytes) == "1")
      #expect(try WeasyPrint.fact("Page size", of: answer.bytes)?.hasPrefix("612 x 792 pts (letter)") == true)
      #expect(try WeasyPrint.fact("Title", of: answer.bytes) == "Report card: Ada Rivera")
      let tag = try #require(answer.headers["etag"])
      #expect(try await reader.get(address, headers: ["If-None-Match": tag]).status == 304)
    }
  }

  @Test(
    .enabled(if: WeasyPrint.isThere, "apt-get install weasyprint poppler-utils"),
    arguments: [
      ("en", "Grade point average", "90.31", "Page 1 of 1"), ("de", "Notendurchschnitt", "90,31", "Seite 1 von 1"),
      ("es", "Promedio de calificaciones", "90,31", "Página 1 de 1"), ("fr", "Moyenne générale", "90,31", "Page 1 sur 1"),
    ])
  func `A page is in the language that was asked for, on A4`(language: String, average: String, grade: String, page: String) async throws {
    try await with { reader in
      let ada = try await student("Ada Rivera", reader)
      let (fall, _) = try await fall(reader)
      let answer = try await reader.get(
        try await reader.address("(termId: \"\(fall)\", paper: A4, language: \"\(language)\")", student: ada, as: reader.viewer(0)))
      let text = try WeasyPrint.text(of: answer.bytes)
      for words in [average, grade, page] { #expect(text.contains(words), "\(words) in \(text)") }
      #expect(try WeasyPrint.fact("Page size", of: answer.bytes)?.contains("(A4)") == true)
    }
  }

  @Test(.enabled(if: WeasyPrint.isThere, "apt-get install weasyprint poppler-utils"))
  func `Without an argument the language is that of the viewer's settings`() async throws {
    try await with { reader in
      let mateo = reader.viewer(1)
      _ = try await reader.ask("mutation { updateMemberSettings(input: {language: \"fr-CA\"}) { settings { language } } }", as: mateo)
      let answer = try await reader.get(try await reader.address(student: try await student("Ada Rivera", reader), as: mateo))
      #expect(answer.headers["content-language"] == "fr")
      #expect(answer.headers["content-disposition"]?.hasPrefix("attachment; filename=\"Bulletin scolaire Ada Rivera.pdf\"") == true)
      #expect(try WeasyPrint.text(of: answer.bytes).contains("Bulletin scolaire"))
    }
  }

  @Test(.enabled(if: WeasyPrint.isThere, "apt-get install weasyprint poppler-utils"))
  func `Hostile names stay words, and a long report card has several pages`() async throws {
    try await with { reader in
      let (student, subject) = ("f1980000-0000-7000-8000-0000000000b1", "f1980000-0000-7000-8000-0000000000b2")
      let names = [
        "<script>alert(1)</script>", "<img src='file:///etc/passwd'>", "<a rel=attachment href='file:///etc/hostname'>x</a>",
        "دعاء فاطمة", "שרה כהן", String(repeating: "Donaudampfschifffahrt", count: 9), "</style><h1>big", "&lt;b&gt;",
      ]
      let courses = (0..<80).map { number in
        (
          String(format: "f1980000-0000-7000-8000-%012x", 0xC000 + number),
          number < names.count ? names[number] : "Course \(number) " + String(repeating: "w", count: 150)
        )
      }
      _ = try await reader.ask(
        """
        mutation {
          createStudent(input: {id: "\(student)", name: "<b>Zoë</b> \\u202Etfel\\u202C"}) { student { id } }
          createSubject(input: {id: "\(subject)", name: "<iframe src='http://127.0.0.1:1/'>"}) { subject { id } }
        }
        """, as: reader.viewer(0))
      for (id, name) in courses {
        _ = try await reader.ask(
          """
          mutation {
            createCourse(input: {id: "\(id)", subjectId: "\(subject)", name: "\(name)"}) { course { id } }
            createAssignment(input: {studentId: "\(student)", courseId: "\(id)", title: "T", pointsPossible: 10}) { assignment { id } }
          }
          """, as: reader.viewer(0))
      }
      let answer = try await reader.get(try await reader.address("(paper: LETTER)", student: student, as: reader.viewer(0)))
      #expect(answer.status == 200)
      let text = try WeasyPrint.text(of: answer.bytes)
      #expect(text.contains("<b>Zoë</b> tfel") && text.contains("<script>") && text.contains("&lt;b&gt;") && text.contains("not graded yet"))
      #expect(text.contains("Course 79"))
      let pages = try #require(try WeasyPrint.fact("Pages", of: answer.bytes).flatMap(Int.init))
      #expect(pages > 3 && text.contains("Page \(pages) of \(pages)"))
      let passwords = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n").first.map(String.init) ?? ""
      #expect(!text.contains(passwords) && !answer.text.contains("/EmbeddedFile"))
      let name = try #require(answer.headers["content-disposition"])
      #expect(name.contains("filename*=UTF-8''Report%20card%20_b_Zo%C3%AB__b_%20tfel.pdf"))
      _ = try await reader.ask("mutation { removeMember(input: {id: \"\(student)\", cascade: true}) { __typename } }", as: reader.viewer(0))
    }
  }

  @Test(.enabled(if: WeasyPrint.isThere, "apt-get install weasyprint poppler-utils"))
  func `A program without memory or time gives up, and the server goes on`() async throws {
    try await with(["--print-memory", "128", "--print-time", "1"]) { reader in
      let ada = try await student("Ada Rivera", reader)
      let answer = try await reader.get(try await reader.address(student: ada, as: reader.viewer(0)))
      // A machine may be fast enough.
      #expect([200, 500, 503].contains(answer.status))
      #expect(try await reader.get(try await reader.address("(format: CSV)", student: ada, as: reader.viewer(0))).status == 200)
    }
  }
}
