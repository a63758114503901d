import GraphQL
import SQL
import Testing

@testable import Planning

/// Rows that no table has, and lists whose objects are rows of several tables.
struct UnionStatementTests {
  private func request(_ query: String, as viewer: LibraryViewer = .staff) throws -> LibraryRequest {
    try LibraryRequest(query, as: viewer, map: .agenda())
  }

  private let query = "{ days(count: 2) { date events(first: 4) { title ... on Return { isLate } } } }"

  @Test func `Computed rows are read from a subquery, in the scope, and bounded`() throws {
    let statements = try request("{ days(count: 2) { date } }").statements()
    #expect(
      statements == [
        Statement(
          text: """
            SELECT days_0.library_id, days_0.day FROM (SELECT $1 AS library_id, day FROM calendar($2)) days_0 \
            WHERE days_0.library_id = $1 ORDER BY days_0.day LIMIT $2
            """, binds: [.uuid(.key(1)), .int8(2)])
      ])
  }

  @Test func `A list of several types is one level of keys, then a level of each type`() throws {
    let request = try request(query)
    #expect(request.plan.outline == ["days Day", "days.events Event", "days.events Reading", "days.events Return"])
    let texts = try request.texts
    #expect(texts.count == 4)
    #expect(
      texts[1] == """
        WITH found AS MATERIALIZED (\
        SELECT events_1.library_id AS c0, events_1.day AS c1, events_1.type AS c2, events_1.id AS c3 \
        FROM (SELECT days_0.day AS key FROM (SELECT $1 AS library_id, day FROM calendar($2)) days_0 \
        WHERE days_0.library_id = $1 ORDER BY days_0.day LIMIT $2) parents_1 \
        CROSS JOIN LATERAL (SELECT * FROM (\
        SELECT readings_1.library_id, 'Reading' AS type, readings_1.id AS id, readings_1.held_on AS day, \
        readings_1.hour AS hour, readings_1.author_id AS person_id FROM readings readings_1 \
        WHERE readings_1.library_id = $1 \
        UNION ALL \
        SELECT returns_1.library_id, 'Return' AS type, returns_1.id AS id, returns_1.due_on AS day, \
        returns_1.due_hour AS hour, returns_1.person_id AS person_id FROM returns returns_1 \
        WHERE returns_1.library_id = $1 AND returns_1.lent) events_1 \
        WHERE events_1.library_id = $1 AND events_1.day = parents_1.key \
        ORDER BY events_1.hour DESC, events_1.id LIMIT $3 OFFSET $4) events_1 \
        ORDER BY events_1.hour DESC, events_1.id) \
        SELECT c0, c1, c2, c3 FROM found \
        WHERE (SELECT set_config('hatched.keys_1_3', array_to_string(array_agg(c3), ',', ''), true) FROM found) IS NOT NULL
        """)
    // A type with few rows in a scope is read whole; for the others only the rows that the keys name.
    #expect(
      texts[2] == "SELECT readings_2.library_id, readings_2.id, readings_2.title FROM readings readings_2 "
        + "WHERE readings_2.library_id = $1")
    #expect(
      texts[3] == """
        SELECT returns_3.library_id, returns_3.id, returns_3.title, returns_3.is_late FROM (SELECT DISTINCT key FROM \
        unnest(string_to_array(current_setting('hatched.keys_1_3', true), ',', '')::uuid[]) wanted(key)) parents_3 \
        CROSS JOIN LATERAL (SELECT * FROM returns returns_3 \
        WHERE returns_3.library_id = $1 AND returns_3.lent AND returns_3.id = parents_3.key OFFSET 0) returns_3
        """)
  }

  @Test func `What hides rows of a type hides their keys too`() throws {
    let texts = try request(query, as: .reader).texts
    #expect(texts[1].contains("FROM returns returns_1 WHERE returns_1.library_id = $1 AND returns_1.person_id = $"))
    #expect(texts[3].contains("returns_3.person_id = $"))
  }

  @Test func `A list may be filtered by an argument of the field above`() throws {
    let texts = try request(#"{ days(of: "x") { events { title } } }"#).texts
    #expect(texts[1].contains("WHERE events_1.library_id = $1 AND events_1.person_id = $"))
    #expect(try !request("{ days { events { title } } }").texts[1].contains(".person_id = $"))
  }

  @Test func `Objects of all types stand in the order of their keys, each under its day`() throws {
    let request = try request(query)
    let (monday, tuesday) = (Cell.raw(bigEndian(Int32(9746))), Cell.raw(bigEndian(Int32(9747))))
    #expect(
      try request.body(
        [[1, monday], [1, tuesday]],
        [
          [1, tuesday, "Return", 30], [1, monday, "Reading", 20], [1, monday, "Return", 31], [1, monday, "Reading", 21],
        ],
        [[1, 21, "B"], [1, 20, "A"], [1, 29, "unwanted"]], [[1, 31, "II", true], [1, 30, "I", nil]])
        == #"{"data":{"days":[{"date":"2026-09-07","events":[{"title":"A"},{"title":"II","isLate":true},"#
        + #"{"title":"B"}]},{"date":"2026-09-08","events":[{"title":"I","isLate":null}]}]}}"#)
  }

  @Test func `A row of another scope is not written, though a key names it`() throws {
    let request = try request(query)
    let monday = Cell.raw(bigEndian(Int32(9746)))
    let response = try request.response(
      [[1, monday]], [[1, monday, "Reading", 20]], [[2, 20, "Theirs"]], [])
    #expect(response.foreignRows == 1)
    #expect(!response.text.contains("Theirs"))
    #expect(response.errors.map(\.code) == [.internal])
  }
}
