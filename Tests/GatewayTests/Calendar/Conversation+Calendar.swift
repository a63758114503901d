import Domain
import GraphQL
import SQL
import TestSupport
import Testing

extension Conversation {
  /// A daily event of the demonstration family, from a day on.
  func newSeries(from day: String) async throws -> String {
    try await newEvent(#"date: "\#(day)", recurrence: {frequency: DAILY}"#)
  }

  /// An event of the demonstration family.
  func newEvent(_ fields: String, title: String = "E") async throws -> String {
    let id = newID()
    _ = try await ask(
      #"mutation { createEvent(input: {id: "\#(id)", title: "\#(title)", \#(fields)}) { event { id } } }"#, as: elena)
    return id
  }

  func newTask(_ fields: String, title: String = "T") async throws -> String {
    let id = newID()
    _ = try await ask(
      #"mutation { createTask(input: {id: "\#(id)", title: "\#(title)", \#(fields)}) { task { id } } }"#, as: elena)
    return id
  }

  /// The entries of a calendar, each once for each day: `2026-09-07 E 2026-09-07T07:00:00.000Z
  /// 2026-09-07T08:00:00.000Z`.
  /// - Parameter title: those with this title; nil for all.
  func calendar(_ arguments: String, title: String? = nil, as viewer: AccountViewer? = nil) async throws -> [String] {
    let data = try await ask(
      "{ calendar(\(arguments)) { date entryCount entries(first: 200) { title startsAt endsAt } } }", as: viewer ?? elena)
    return (data.at("calendar")?.array ?? []).flatMap { day -> [String] in
      let entries = day["entries"]?.array ?? []
      #expect(day["entryCount"]?.number == Double(entries.count))
      return entries.filter { title == nil || $0["title"]?.string == title }.map { entry in
        ([day["date"], entry["title"], entry["startsAt"], entry["endsAt"]].compactMap { $0?.string }).joined(separator: " ")
      }
    }
  }

  /// The starts of the entries of an event in a year, in their order: `2026-03-07T07:30:00.000Z`, or the first day of
  /// one that is all day.
  func starts(of series: String, from first: String = "2026-01-01", days: Int = 200) async throws -> [String] {
    let data = try await ask(
      #"{ calendar(from: "\#(first)", days: \#(days), kinds: [EVENT, TASK]) { date entries(first: 200) { startsAt firstDay item { ... on Event { id } ... on Task { id } } } } }"#,
      as: elena)
    return (data.at("calendar")?.array ?? []).flatMap { day in
      (day["entries"]?.array ?? []).filter {
        $0.at("item", "id")?.string == series && $0["firstDay"] == day["date"]
      }.map { $0["startsAt"]?.string ?? $0["firstDay"]?.string ?? "" }
    }
  }
}
