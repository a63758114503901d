import Foundation
import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The scalars with a form of their own, through the gateway: what is taken and comes back, and what is refused, as a
/// literal, as a variable of the scalar's type, and inside of a variable.
@Suite(.serialized) struct ScalarTests {
  private static let database = Task { try await SchoolDatabase("scalars") }

  @Test("What has the form is taken, and comes back", arguments: TakenScalar.all)
  func taken(_ value: TakenScalar) async throws {
    try await Conversation.with(Self.database) { talk in
      for request in value.field.requests(with: .string(value.given)) {
        let answer = try await talk.gateway.answer(request.query, variables: request.variables, as: talk.elena)
        #expect(answer.at("errors") == nil, "\(request.query)")
        #expect(value.field.value(in: answer) == .string(value.answered), "\(request.query)")
      }
    }
  }

  @Test(
    "An address is answered as a URI that Foundation takes",
    arguments: TakenScalar.all.filter { $0.field == .url })
  func uri(_ value: TakenScalar) throws {
    let url = try #require(URL(string: value.answered, encodingInvalidCharacters: false))
    #expect(url.absoluteString == value.answered)
  }

  @Test func `An international host is refused with what to write instead`() async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        #"mutation { createResource(input: {title: "T", link: "https://bücher.example/a"}) { resource { link } } }"#,
        as: talk.elena)
      #expect(
        answer.at("errors", 0, "message")?.string
          == #""link" must have a host in ASCII, got "bücher.example": write an international name in Punycode, "#
          + "as in xn--bcher-kva.example.")
    }
  }

  @Test func `A filter finds an address by its letters, as they are or percent-encoded`() async throws {
    try await Conversation.with(Self.database) { talk in
      _ = try await talk.ask(
        #"mutation { createResource(input: {title: "By address", link: "https://example.org/straße?q=ä"}) { resource { id } } }"#,
        as: talk.elena)
      for filter in [
        #"eq: "https://example.org/straße?q=ä""#, #"eq: "https://example.org/stra%C3%9Fe?q=%C3%A4""#,
        #"in: ["https://example.org/", "https://example.org/straße?q=ä"]"#, #"contains: "straße""#,
        #"startsWith: "https://example.org/stra%C3%9F""#, #"endsWith: "ä""#,
      ] {
        let data = try await talk.ask(
          "{ family { resources(where: {link: {\(filter)}}) { title } } }", as: talk.elena)
        #expect(data.at("family", "resources")?.array?.compactMap { $0.at("title")?.string } == ["By address"], "\(filter)")
      }
    }
  }

  @Test func `Addresses that were kept as people wrote them are encoded by the migration`() async throws {
    let database = try await SchoolDatabase("scalars_addresses", families: 1)
    let family = SQLValue.uuid(try #require(database.parent.membership?.familyID))
    let pairs = TakenScalar.all.filter { $0.field == .url } + [
      TakenScalar(field: .url, given: "https://bücher.example/", answered: "https://b%C3%BCcher.example/")
    ]
    for (index, pair) in pairs.enumerated() {
      try await database.run(
        """
        INSERT INTO resources (family_id, id, title, link)
        VALUES (\(bind: family), gen_random_uuid(), \(bind: .text("address \(index)")), \(bind: .text(pair.given)))
        """)
    }
    try await database.runMigrationAgain("0029_ascii_addresses.sql")
    for (index, pair) in pairs.enumerated() {
      let rows = try await database.run(
        "SELECT link, version FROM resources WHERE title = \(bind: .text("address \(index)"))")
      #expect(rows.text(row: 0, column: 0) == pair.answered)
      #expect(rows.int4(row: 0, column: 1) == (pair.given == pair.answered ? 1 : 2), "\(pair.given)")
    }
  }

  @Test("What has another form is refused at its place, and repeated", arguments: RefusedScalar.all)
  func refused(_ value: RefusedScalar) async throws {
    try await Conversation.with(Self.database) { talk in
      for request in value.field.requests(with: .string(value.given)) {
        let answer = try await talk.gateway.answer(request.query, variables: request.variables, as: talk.elena)
        #expect(answer.code == "BAD_USER_INPUT", "\(request.query)")
        #expect(answer.inputPath == "input.\(value.field.name)")
        #expect(answer.at("errors")?.array?.count == 1)
        let message = try #require(answer.at("errors", 0, "message")?.string)
        #expect(message.hasPrefix("\"\(value.field.name)\" must "))
        #expect(message.utf8.count < 300)
      }
    }
  }

  @Test("What is not text is refused", arguments: ScalarField.allCases)
  func notText(_ field: ScalarField) async throws {
    try await Conversation.with(Self.database) { talk in
      for value in [JSONValue.number("5"), .number("20260907"), .bool(true), .array([]), .object([])] {
        for request in field.requests(with: value) {
          let answer = try await talk.gateway.answer(request.query, variables: request.variables, as: talk.elena)
          #expect(["BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED"].contains(answer.code), "\(request.query) \(value)")
        }
      }
    }
  }

  @Test func `Moments are compared by what they mean, whatever their offset`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run("UPDATE assignments SET created_at = '2026-09-07 08:30:00.125+00'")
      func count(_ filter: String) async throws -> Int? {
        let data = try await talk.ask(
          "{ family { assignmentsConnection(where: {createdAt: {\(filter)}}) { totalCount nodes { createdAt } } } }",
          as: talk.elena)
        let nodes = data.at("family", "assignmentsConnection", "nodes")?.array ?? []
        #expect(nodes.allSatisfy { $0.at("createdAt")?.string == "2026-09-07T08:30:00.125Z" })
        return data.at("family", "assignmentsConnection", "totalCount")?.number.map { Int($0) }
      }
      let all = try await count("gte: \"2026-09-07T08:30:00Z\"")
      #expect((all ?? 0) > 0)
      for moment in [
        "2026-09-07T08:30:00.125Z", "2026-09-07T10:30:00.125000+02:00", "2026-09-07t01:15:00.125-07:15",
        "2026-09-08T00:29:00.125000000+15:59",
      ] {
        #expect(try await count("eq: \"\(moment)\"") == all, "\(moment)")
        #expect(try await count("lt: \"\(moment)\"") == 0)
      }
      for moment in ["0001-01-01T00:00:00+15:59", "9999-12-31T23:59:59.999999-15:59"] {
        #expect(try await count("eq: \"\(moment)\"") == 0)
      }
    }
  }

  @Test("A number is compared as a client has it", arguments: [(1, 3), (5, 6), (2, 7), (0.1, 0.3), (12, 16)])
  func numbers(awarded: Double, possible: Double) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run(
        "UPDATE assignments SET points_possible = \(bind: .float8(possible)), points_awarded = \(bind: .float8(awarded))")
      func count(_ filter: String) async throws -> Int? {
        try await talk.ask(
          "{ family { assignmentsConnection(where: {\(filter)}) { totalCount } } }", as: talk.elena
        ).at("family", "assignmentsConnection", "totalCount")?.number.map { Int($0) }
      }
      let shown = try await talk.ask(
        "{ family { assignmentsConnection(first: 1) { nodes { percentage } } } }", as: talk.elena
      ).at("family", "assignmentsConnection", "nodes", 0, "percentage")?.number
      let percentage = try #require(shown)
      let all = try #require(try await count(""))
      #expect(all > 0)
      for comparison in ["eq: $1", "in: [$1]", "lte: $1", "gte: $1"] {
        #expect(try await count("percentage: {\(comparison.replacing("$1", with: "\(percentage)"))}") == all, "\(comparison)")
      }
      for comparison in ["ne", "lt", "gt"] {
        #expect(try await count("percentage: {\(comparison): \(percentage)}") == 0, "\(comparison)")
      }
      #expect(try await count("pointsPossible: {eq: \(possible)}, pointsAwarded: {in: [\(awarded)]}") == all)
    }
  }

  @Test(
    "A moment is compared as it is shown, whatever finer it was",
    arguments: [
      ("eq: $1", ["125"]), ("ne: $1", ["124", "126"]), ("in: [$1]", ["125"]), ("lt: $1", ["124"]),
      ("lte: $1", ["124", "125"]), ("gt: $1", ["126"]), ("gte: $1", ["125", "126"]),
    ])
  func milliseconds(comparison: String, expected: [String]) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run(
        """
        UPDATE assignments SET created_at = timestamptz '2026-09-07 08:30:00+00'
          + (ARRAY['124.999', '125', '125.999', '126'])[1 + ascii(right(id::text, 1)) % 4]::float8 * interval '1 ms'
        """)
      // Shown, given with another offset, and finer than counts.
      for moment in ["2026-09-07T08:30:00.125Z", "2026-09-07T10:30:00.1259+02:00", "2026-09-07T08:30:00.125000999Z"] {
        let filter = comparison.replacing("$1", with: "\"\(moment)\"")
        let data = try await talk.ask(
          "{ family { assignmentsConnection(first: 200, where: {createdAt: {\(filter)}}) { nodes { createdAt } } } }",
          as: talk.elena)
        let nodes = data.at("family", "assignmentsConnection", "nodes")?.array ?? []
        let found = nodes.compactMap { $0.at("createdAt")?.string }
        #expect(found.count == nodes.count)
        #expect(Set(found.map { String($0.dropLast().suffix(3)) }).sorted() == expected, "\(filter)")
      }
    }
  }
}

/// A field of an input that takes a scalar, and the field of the answer that has it then.
enum ScalarField: String, CaseIterable, Sendable {
  case dateTime, date, time, color, url, emailAddress, timeZone

  var name: String {
    switch self {
    case .dateTime: "until"
    case .url: "link"
    case .emailAddress: "email"
    default: rawValue
    }
  }

  private var type: String {
    switch self {
    case .url: "URL"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }

  private var mutation: (name: String, others: [String: String], object: String) {
    switch self {
    case .dateTime: ("markAllNotificationsRead", [:], "viewer")
    case .date: ("createPlannerTask", ["title": "T", "color": "#000000"], "plannerTask")
    case .time: ("createPlannerTask", ["title": "T", "color": "#000000", "date": "2026-09-07"], "plannerTask")
    case .color: ("createPlannerTask", ["title": "T", "date": "2026-09-07"], "plannerTask")
    case .url: ("createResource", ["title": "T"], "resource")
    case .emailAddress: ("createStudent", ["name": "N"], "student")
    case .timeZone: ("updateFamily", [:], "family")
    }
  }

  /// The requests that pass the value, one for each way to pass it.
  func requests(with value: JSONValue) -> [(query: String, variables: JSONValue?)] {
    let (mutation, others, object) = mutation
    let selection = self == .dateTime ? "__typename" : name
    let rest = others.map { "\($0): \"\($1)\"" }.sorted()
    func field(_ value: String) -> String {
      "\(mutation)(input: {\((rest + ["\(name): \(value)"]).joined(separator: ", "))}) { \(object) { \(selection) } }"
    }
    var writer = JSONWriter()
    writer.writeValue(value)
    let members = others.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    let inputType = mutation.prefix(1).uppercased() + mutation.dropFirst() + "Input!"
    return [
      ("mutation { \(field(String(decoding: writer.bytes, as: UTF8.self))) }", nil),
      ("mutation ($value: \(type)\(isRequired ? "!" : "")) { \(field("$value")) }", .object([.init("value", value)])),
      (
        "mutation ($input: \(inputType)) { \(mutation)(input: $input) { \(object) { \(selection) } } }",
        .object([.init("input", .object(members + [.init(name, value)]))])
      ),
    ]
  }

  private var isRequired: Bool { self == .date || self == .color }

  func value(in answer: JSONValue) -> JSONValue? {
    if self == .dateTime { return answer.at("data", "markAllNotificationsRead", "viewer", "__typename") }
    return answer.at("data", .key(mutation.name), .key(mutation.object), .key(name))
  }
}

struct TakenScalar: Sendable, CustomTestStringConvertible {
  let field: ScalarField
  let given: String
  let answered: String

  var testDescription: String { "\(field): \(given.prefix(60))" }

  private static func same(_ field: ScalarField, _ values: String...) -> [TakenScalar] {
    values.map { TakenScalar(field: field, given: $0, answered: $0) }
  }

  static let all =
    [
      "2026-09-07T08:30:00Z", "2026-09-07t08:30:00z", "2026-09-07T08:30:00.1Z", "2026-09-07T08:30:00.123456789Z",
      "2026-09-07T08:30:00+02:00", "2026-09-07T08:30:00-15:59", "2026-09-07T08:30:00+00:00", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z", "2028-02-29T00:00:00Z",
    ].map { TakenScalar(field: .dateTime, given: $0, answered: "Viewer") }
    + same(.date, "2026-09-07", "0001-01-01", "9999-12-31", "2028-02-29", "2000-02-29")
    + same(.time, "00:00:00", "08:30:00", "23:59:59")
    + same(.color, "#000000", "#2E86AB")
    + [
      TakenScalar(field: .color, given: "#2e86ab", answered: "#2E86AB"),
      TakenScalar(field: .color, given: "#AbCdEf", answered: "#ABCDEF"),
    ]
    + same(
      .url, "https://example.org", "http://example.org/", "HTTPS://Example.org/A?b=c#d", "https://example.org:8080/page",
      "http://localhost:3000", "http://[2001:db8::1]:8080/", "https://example.org/caf%C3%A9",
      "https://xn--bcher-kva.example/", "https://example.org?q=a@b", "https://example.org/?a#b?c/d",
      "https://example.org/" + String(repeating: "a", count: 1980))
    + [
      ("https://example.org/café", "https://example.org/caf%C3%A9"),
      ("https://example.org/%C3%A9/é", "https://example.org/%C3%A9/%C3%A9"),
      ("https://example.org?q=日本", "https://example.org?q=%E6%97%A5%E6%9C%AC"),
      ("https://example.org#😀", "https://example.org#%F0%9F%98%80"),
      ("http://[2001:db8::1]/a[1]?b[]=c#d#e", "http://[2001:db8::1]/a%5B1%5D?b%5B%5D=c#d%23e"),
      (
        "https://example.org/" + String(repeating: "é", count: 330),
        "https://example.org/" + String(repeating: "%C3%A9", count: 330)
      ),
    ].map { TakenScalar(field: .url, given: $0, answered: $1) }
    + same(
      .emailAddress, "ada@example.org", "a@b.co", "Ada.Lovelace+school@mail.example.org", "o'brien@example.org",
      "用户@例子.广告", "josé@example.org",
      String(repeating: "a", count: 64) + "@" + [63, 63, 57, 3].map { String(repeating: "b", count: $0) }.joined(separator: "."))
    + same(
      .timeZone, "UTC", "America/New_York", "America/Port-au-Prince", "America/Argentina/Buenos_Aires", "Etc/GMT+5",
      "Etc/GMT-14", "Asia/Kolkata")
}

struct RefusedScalar: Sendable, CustomTestStringConvertible {
  let field: ScalarField
  let given: String

  var testDescription: String { "\(field): \(given.prefix(60))" }

  private static func of(_ field: ScalarField, _ values: String...) -> [RefusedScalar] {
    values.map { RefusedScalar(field: field, given: $0) }
  }

  static let all =
    of(
      .dateTime, "", "now", "infinity", "2026-09-07", "2026-09-07T08:30:00", "2026-09-07T08:30Z", "2026-09-07 08:30:00Z",
      "2026-09-07T08:30:60Z", "2016-12-31T23:59:60Z", "2026-09-07T24:00:00Z", "2026-02-30T08:30:00Z",
      "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "+2026-09-07T08:30:00Z", "2026-09-07T08:30:00.Z",
      "2026-09-07T08:30:00,5Z", "2026-09-07T08:30:00.1234567890Z", "2026-09-07T08:30:00+16:00",
      "2026-09-07T08:30:00+02:60", "2026-09-07T08:30:00+0200", "2026-09-07T08:30:00+02", "2026-09-07T08:30:00-00:00",
      "2026-09-07T08:30:00 Z", "2026-09-07T08:30:00Z ", "2026-09-07T08:30:00Z\u{0}", "2026-09-07T08:30:00ZZ",
      "2026-09-07T08:30:00 UTC", "٢٠٢٦-09-07T08:30:00Z", "1788769800", String(repeating: "2", count: 100_000))
    + of(
      .date, "", "today", "2026-02-30", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-09-00", "2026-09-31",
      "0000-01-01", "10000-01-01", "-0001-01-01", "2026-9-7", "20260907", "09/07/2026", "2026-09-07T00:00:00Z",
      " 2026-09-07", "2026-09-07\n", "2026-09-0７")
    + of(
      .time, "", "8:30:00", "08:30", "24:00:00", "23:60:00", "23:59:60", "08:30:00.5", "08:30:00Z", "08:30:00+02:00",
      "8:30 PM", "allballs", "08-30-00", "-1:30:00")
    + of(.color, "", "red", "#FFF", "#2E86A", "#2E86ABFF", "2E86ABC", "#2E86AG", "#２E86AB", "#2E86A\u{0}", "rgb(0,0,0)")
    + of(
      .url, "", "example.org", "/page", "//example.org", "javascript:alert(1)", "JavaScript:alert(1)",
      "data:text/html,hi", "ftp://example.org", "file:///etc/passwd", "mailto:ada@example.org", "https://", "https:///page",
      "https://?q", "https:example.org", "https://exa mple.org", " https://example.org", "https://example.org/a b",
      "https://example.org/\n", "https://example.org/\u{0}", "https://example.org/\u{7F}", "https://example.org/\u{85}",
      "https://example.org/\u{202E}gpj.exe", "https://example.org/\u{A0}", "https://ada:secret@example.org/",
      "https://example.org@evil.example/", "https://example.org:99999/", "https://example.org:8a/", "https://example.org:/",
      "https://[::1", "https://[zz::]/", "https://example..org/", "https://-example.org/", "https://example.org/%zz",
      "https://example.org/%a", #"https://example.org/\"#, #"https://example.org/""#, "https://example.org/<script>",
      "https://bücher.example/", "https://example.org:80é/",
      "https://example.org/" + String(repeating: "é", count: 331),
      "https://example.org/" + String(repeating: "a", count: 1981), "https://" + String(repeating: "a.", count: 100_000))
    + of(
      .emailAddress, "", "ada", "@", "ada@", "@example.org", "ada@example", "ada@@example.org", "ada@b@example.org",
      "ada lovelace@example.org", ".ada@example.org", "ada.@example.org", "a..da@example.org", "ada@example..org",
      "ada@.example.org", "ada@example.org.", "ada@-example.org", "ada@example-.org", #""ada"@example.org"#,
      "ada@[127.0.0.1]", "Ada <ada@example.org>", "ada@example.org\n", "ada\u{0}@example.org", "ada\u{85}@example.org",
      "ada\u{202E}@example.org", "ada@exam\u{A0}ple.org", "ada@exam_ple.org\r\nBcc: x@example.org",
      String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b", count: 64) + ".org",
      String(repeating: "a", count: 64) + "@"
        + [63, 63, 58, 3].map { String(repeating: "b", count: $0) }.joined(separator: "."),
      String(repeating: "a.", count: 100_000) + "@example.org", "ada@" + String(repeating: "a.", count: 100_000) + "org")
    + of(
      .timeZone, "", "Mars/Olympus", "america/new_york", "AMERICA/NEW_YORK", "America/New_York ", "EST", "EST5EDT", "utc",
      "UTC+3", "+02:00", "-05:00", "America/Foo5", "America", "America/", "Etc/GMT+13", "Etc/GMT-15", "Etc/GMT0",
      "posix/America/New_York", "EST5EDT,M3.2.0,M11.1.0", "Europe/London'; --", "../../etc/passwd",
      String(repeating: "A/", count: 40_000))
}
