import Foundation
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calendar feeds as telephones fetch them (ME-07), and as `icalendar` and `recurring-ical-events` read them.
@Suite(.serialized) struct CalendarFeedOverHTTPTests {
  private static let database = Task { try await SchoolDatabase("calendar_feeds_http", families: 1) }
  /// The Python that has the independent implementation, as `scripts/test` tells.
  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_CALENDAR"].map { $0 + "/bin/python" }

  /// - Parameter condition: the value of `If-None-Match`.
  private func fetch(
    _ path: String, from server: RunningServer, _ condition: String? = nil, method: String = "GET"
  ) async throws -> (status: Int, tag: String?, text: String) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")))
    request.httpMethod = method
    request.timeoutInterval = 20
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if let condition { request.setValue(condition, forHTTPHeaderField: "If-None-Match") }
    let (body, response) = try await URLSession.shared.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    return (answer.statusCode, answer.value(forHTTPHeaderField: "ETag"), String(decoding: body, as: UTF8.self))
  }

  private func newFeed(_ server: RunningServer, _ token: String, kinds: String) async throws -> (id: String, path: String) {
    let made = try await server.post(
      "mutation { createCalendarFeed(input: {name: \"Telephone\", kinds: [\(kinds)]}) { path calendarFeed { id } } }", token: token).json
    let payload = try #require(made.at("data", "createCalendarFeed"), "\(made)")
    return (try #require(payload.at("calendarFeed", "id")?.string), try #require(payload["path"]?.string))
  }

  @Test func `A feed that is unchanged is 304, a change has another tag, and an address that ended is unknown`() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let token = try RunningServer.token(for: database)
      let feed = try await newFeed(server, token, kinds: "")
      let first = try await fetch(feed.path, from: server)
      #expect(first.status == 200 && first.text.hasPrefix("BEGIN:VCALENDAR\r\n") && first.text.contains("SUMMARY:Choir\r\n"), "\(first)")
      let tag = try #require(first.tag)
      let again = try await fetch(feed.path, from: server, tag)
      #expect(again.status == 304 && again.text == "" && again.tag == tag)
      #expect(try await fetch(feed.path, from: server, method: "HEAD").status == 200)
      #expect(try await fetch(feed.path, from: server, method: "POST").status == 405)
      _ = try await server.post(
        "mutation { createEvent(input: {title: \"New\", date: \"2026-12-01\", time: \"10:00:00\"}) { event { id } } }", token: token)
      let changed = try await fetch(feed.path, from: server, tag)
      #expect(changed.status == 200 && changed.tag != tag && changed.text.contains("SUMMARY:New\r\n"))
      // Nothing of the family but what members call things: no id of a row that the API has, no name of an account.
      #expect(!changed.text.contains(database.demonstration.accounts[0].family.description))
      let folder = "/calendars/"
      let other = feed.path.dropFirst(folder.count)
      #expect(try await fetch("\(folder)\(other.first == "A" ? "B" : "A")\(other.dropFirst())", from: server).status == 404)
      let ended = try await server.post("mutation { deleteCalendarFeed(input: {id: \"\(feed.id)\"}) { id } }", token: token)
      #expect(ended.json.at("errors") == nil, "\(ended)")
      #expect(try await fetch(feed.path, from: server, changed.tag).status == 404)
      let secret = try #require(feed.path.split(separator: "/").last?.split(separator: ".").first)
      let log = try server.process.errors + server.process.output
      #expect(!log.contains(secret))
    }
  }

  @Test func `A change in the family that leaves a feed as it was is 304, with the tag of the next request`() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let token = try RunningServer.token(for: database)
      let path = try await newFeed(server, token, kinds: "EVENT").path
      let tag = try #require(try await fetch(path, from: server).tag)
      let made = try await server.post("mutation { createTask(input: {title: \"Not an event\"}) { task { id } } }", token: token)
      #expect(made.json.at("errors") == nil, "\(made)")
      let changed = try await fetch(path, from: server, tag)
      let next = try #require(changed.tag)
      #expect(changed.status == 304 && changed.text == "" && next != tag)
      // `W/"CONTENT.STAMP"`
      let (known, renewed) = (tag.split(separator: "."), next.split(separator: "."))
      #expect(known.count == 2 && known[0] == renewed[0] && known[1] != renewed[1])
      for condition in [tag, next, "\"other\", \(next.dropFirst(2))", "*"] {
        let answer = try await fetch(path, from: server, condition)
        #expect(answer.status == 304 && answer.tag == next, "\(condition)")
      }
      // A hash of another length is of no tag, whatever stamp stands behind it.
      for condition in ["W/\"AAAA.\(renewed[1])", "\"\(renewed[1])", "none"] {
        let answer = try await fetch(path, from: server, condition)
        #expect(answer.status == 200 && answer.tag == next, "\(condition)")
      }
    }
  }

  @Test func `A booking that nobody confirms leaves a feed at its start, though nothing is written then`() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let feed = try await newFeed(server, try RunningServer.token(for: database), kinds: "BOOKING")
      func events(_ text: String) -> Int { text.split(separator: "BEGIN:VEVENT\r\n").count - 1 }
      try await database.run(
        "UPDATE bookings SET starts_at = now() + interval '6 seconds', ends_at = now() + interval '1 hour' WHERE state = 'PENDING'")
      let first = try await fetch(feed.path, from: server)
      let tag = try #require(first.tag)
      #expect(first.status == 200 && events(first.text) > 0, "\(first)")
      let again = try await fetch(feed.path, from: server, tag)
      #expect(again.status == 304 && again.tag == tag)
      try await Task.sleep(for: .seconds(7))
      let lapsed = try await fetch(feed.path, from: server, tag)
      #expect(lapsed.status == 200 && lapsed.tag != tag, "\(lapsed)")
      #expect(events(lapsed.text) == events(first.text) - 1, "\(lapsed.text)")
      let unchanged = try await fetch(feed.path, from: server, lapsed.tag)
      #expect(unchanged.status == 304)
    }
  }

  @Test(
    .enabled(
      if: CalendarFeedOverHTTPTests.python != nil,
      "HATCHED_TEST_PYTHON_CALENDAR names no environment with icalendar; scripts/test makes one"))
  func `An independent implementation expands a feed to the entries of the calendar`() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let token = try RunningServer.token(for: database)
      for (rule, day, time) in [
        ("frequency: WEEKLY, byDay: [{day: TUESDAY}, {day: FRIDAY}], count: 9", "2026-09-08", "07:30:00"),
        ("frequency: DAILY, interval: 3", "2026-09-08", "21:00:00"),
        ("frequency: MONTHLY, byDay: [{day: WEDNESDAY, position: -1}]", "2026-09-30", "12:15:00"),
        ("frequency: MONTHLY, byMonthDay: [-1]", "2026-09-30", "18:45:00"),
      ] {
        let made = try await server.post(
          "mutation { createEvent(input: {title: \"S\", date: \"\(day)\", time: \"\(time)\", recurrence: {\(rule)}}) { event { id } } }", token: token)
        let id = try #require(made.json.at("data", "createEvent", "event", "id")?.string, "\(made)")
        let days = try await server.post(
          "{ calendar(from: \"2026-09-08\", days: 60, kinds: [EVENT]) { entries { seriesId occurrence } } }", token: token)
        let occurrences = (days.json.at("data", "calendar")?.array ?? []).flatMap { $0["entries"]?.array ?? [] }
          .filter { $0["seriesId"]?.string == id }.compactMap { $0["occurrence"]?.string }
        guard occurrences.count > 1 else { continue }
        _ = try await server.post("mutation { leaveOutOccurrence(input: {id: \"\(id)\", occurrence: \"\(occurrences[1])\"}) { entry { id } } }", token: token)
      }
      // In UTC, while the family's clock changes.
      _ = try await server.post(
        """
        mutation { createEvent(input: {title: \"U\", date: \"2026-10-28\", time: \"01:20:00\", timeZone: \"UTC\",
          recurrence: {frequency: DAILY, count: 9}}) { event { id } } }
        """.replacing("\n", with: " "), token: token)
      let feed = try await newFeed(server, token, kinds: "EVENT")
      let file = try await fetch(feed.path, from: server).text
      let answer = try await server.post(
        "{ calendar(from: \"2026-09-07\", days: 100, kinds: [EVENT]) { entries { id isAllDay startsAt endsAt } } }", token: token)
      let entries = (answer.json.at("data", "calendar")?.array ?? []).flatMap { $0["entries"]?.array ?? [] }
      let ours = Set(entries.filter { $0["isAllDay"] == .bool(false) }.compactMap { entry in
        entry["startsAt"]?.string.map { "\($0.prefix(16).replacing("T", with: " "))Z" }
      }.filter { ("2026-09-10"..<"2026-12-10").contains(String($0.prefix(10))) })
      let theirs = Set(try expansion(of: file, from: "2026-09-07", through: "2026-12-14")
        .filter { $0.contains("Z") && ("2026-09-10"..<"2026-12-10").contains(String($0.prefix(10))) }
        .map { String($0.prefix { $0 != "Z" }) + "Z" })
      #expect(ours == theirs, "ours alone: \(ours.subtracting(theirs).sorted()), theirs alone: \(theirs.subtracting(ours).sorted())")
      #expect(ours.count > 40 && ours.contains("2026-11-02 01:20Z"))
    }
  }

  /// The times of the events of a file, as tests of recurrence ask for them.
  private func expansion(of file: String, from first: String, through last: String) throws -> [String] {
    let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../RecurrenceTests/Reference/reference.py")
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-feed-\(UUIDValue.random())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (asked, answered) = (folder.appending(path: "asked"), folder.appending(path: "answered"))
    try Data("expand|\(Data(file.utf8).base64EncodedString())|\(first)|\(last)\n".utf8).write(to: asked)
    try Data().write(to: answered)
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = ["-I", program.standardized.path]
    process.standardInput = try FileHandle(forReadingFrom: asked)
    process.standardOutput = try FileHandle(forWritingTo: answered)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: answered), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: ",").map(String.init)
  }
}
