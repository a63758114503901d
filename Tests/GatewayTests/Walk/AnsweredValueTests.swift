import GraphQL
import Planning
import SQL
import Domain
import TestSupport
import Testing

/// The server takes each value that it gives: in filters, and as arguments.
@Suite(.serialized) struct AnsweredValueTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("answered_values")
    try await database.fillListTables()
    return database
  }

  /// The fields of a filter that compare a value with one that was answered, by their names in the object.
  private func comparable(_ place: ListPlace, _ schema: Schema) -> [(name: String, isEnum: Bool)] {
    guard let filter = place.filter, let object = schema.objectType(named: place.target) else { return [] }
    return filter.fields.compactMap { input -> (name: String, isEnum: Bool)? in
      guard let comparison = schema.inputObjectType(named: input.type.namedType),
        comparison.fields.contains(where: { $0.name == "eq" }), let field = object.fields[input.name],
        !field.arguments.contains(where: \.isRequired), field.type.itemType == nil, schema.isLeaf(field.type.namedType)
      else { return nil }
      let isEnum = if case .enum? = schema.types[field.type.namedType] { true } else { false }
      return (input.name, isEnum)
    }
  }

  @Test("A row is found by each value that it has", arguments: try ListPlace.all().filter { $0.filter != nil && !$0.isConnection })
  func values(_ place: ListPlace) async throws {
    try await Conversation.with(Self.database) { talk in
      let fields = comparable(place, try WalkedSchema.recipe.schema)
      guard !fields.isEmpty, place.node != nil else { return }
      var parents: [String?] = [nil]
      if !["Viewer", "Family"].contains(place.parent) {
        let node = try #require(try NodeType.all().first { $0.type == place.parent })
        let membership = try #require(talk.elena.membership)
        parents = try await talk.database.ids("\(node.keys(for: membership)) ORDER BY 1 LIMIT 20")
      }
      let names = fields.map(\.name).filter { $0 != "id" }.joined(separator: " ")
      var parent: String?
      var rows: [JSONValue] = []
      for candidate in parents where rows.isEmpty {
        parent = candidate
        rows = try await talk.ask(
          place.query(candidate, asking: "list: \(place.field)(first: 12) { id \(names) }"), as: talk.elena
        ).at("root", "list")?.array ?? []
      }
      let isFoundByID = place.filter?.fields.contains(where: { $0.name == "id" }) == true
      for field in fields {
        var seen: Set<String> = []
        for row in rows {
          guard let value = row.at(.key(field.name)), value != .null, let id = row.at("id")?.string else { continue }
          let literal = field.isEnum ? value.string ?? "" : value.indented()
          guard seen.insert(literal).inserted, seen.count <= 4 else { continue }
          // Without a filter by id, others that have the value are found too: in the same order, so no row comes before the first 12.
          let only = isFoundByID ? #"{id: {eq: "\#(id)"}}, "# : ""
          let filter = #"{and: [\#(only){\#(field.name): {eq: \#(literal)}}]}"#
          let found = try await talk.answer(
            place.query(parent, asking: "list: \(place.field)(first: 12, where: \(filter)) { id }"), as: talk.elena)
          let ids = found.at("data", "root", "list")?.array?.compactMap { $0.at("id")?.string } ?? []
          #expect(isFoundByID ? ids.first == id : ids.contains(id), "\(field.name): \(literal) \(found.indented())")
        }
      }
    }
  }

  // MARK: The ends of the calendar

  private static let days = ["0001-01-01", "0001-01-02", "0001-01-07", "9999-12-25", "9999-12-31"]

  /// All dates in an answer.
  private func dates(in value: JSONValue?) -> Set<String> {
    switch value {
    case .string(let text)?: text.wholeMatch(of: /-?\d+-\d\d-\d\d/) == nil ? [] : [text]
    case .array(let items)?: items.reduce(into: []) { $0.formUnion(dates(in: $1)) }
    case .object(let members)?: members.reduce(into: []) { $0.formUnion(dates(in: $1.value)) }
    default: []
    }
  }

  @Test(
    "Weeks, months, series, planner and days at both ends of the calendar are dates that are taken",
    arguments: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"])
  func calendar(_ weekStart: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let membership = try #require(talk.ada.membership)
      let member = membership.memberID.description
      _ = try await talk.ask("mutation { updateMemberSettings(input: {weekStart: \(weekStart)}) { __typename } }", as: talk.elena)
      for day in Self.days {
        let gradedOn = day < "2000" ? day : "2024-01-01"
        _ = try await talk.newAssignment(
          of: talk.ada, "Edge", #"dueDate: "\#(day)", pointsPossible: 10, pointsAwarded: 5, gradedOn: "\#(gradedOn)""#)
        _ = try await talk.ask(
          #"mutation { createStudyTime(input: {studentId: "\#(member)", date: "\#(day)", minutes: 5}) { __typename } }"#, as: talk.elena)
      }
      var found: Set<String> = []
      let weeks = try await talk.ask(
        #"{ student(id: "\#(member)") { assignmentsSummary { byWeek(first: 200) { week count } } } }"#, as: talk.elena)
      found.formUnion(dates(in: weeks))
      for (from, to) in [("0001-01-01", "0001-01-20"), ("9999-12-12", "9999-12-31"), ("0001-01-01", "0001-01-01"), ("9999-12-31", "9999-12-31")] {
        for step in ["DAY", "WEEK", "MONTH"] {
          let arguments = #"from: "\#(from)", to: "\#(to)", by: \#(step)"#
          let data = try await talk.ask(
            #"""
            { student(id: "\#(member)") { meanProgress(\#(arguments)) { firstDay } gradePointAverageProgress(\#(arguments)) { firstDay }
              studyTimeSeries(\#(arguments)) { firstDay minutes } } }
            """#, as: talk.elena)
          found.formUnion(dates(in: data))
        }
        found.formUnion(dates(in: try await talk.ask(#"{ planner(from: "\#(from)", days: 9) { date entries { id } } }"#, as: talk.elena)))
      }
      #expect(found.contains("0001-01-01") && found.contains("9999-12-31"))
      for day in found.sorted() {
        let answer = try await talk.answer(
          #"""
          { planner(from: "\#(day)", days: 1) { date } student(id: "\#(member)") { assignmentsDue(on: "\#(day)") { id }
            assignments(where: {dueDate: {gte: "\#(day)"}}) { id } } dailyQuote(on: "\#(day)") { id } }
          """#, as: talk.elena)
        #expect(answer.at("errors") == nil, "\(day): \(answer.indented())")
        #expect(answer.at("data", "planner", 0, "date")?.string == day)
      }
      try await talk.database.run("DELETE FROM assignments WHERE title = 'Edge'")
    }
  }
}
