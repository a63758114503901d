import GraphQL
import Planning
import SQL

extension Schema {
  /// Days that no table has, with what happens on them: rows of two tables.
  static func agenda() throws -> Schema { try Schema(sdl: [Source(agendaSDL)]) }
}

private let agendaSDL = """
  scalar Date
  type Query {
    days(count: Int = 3, of: ID): [Day!]!
  }
  type Day {
    date: Date!
    events(first: Int = 5, offset: Int = 0): [Event!]!
  }
  interface Event { title: String! }
  type Reading implements Event { title: String! author: String }
  type Return implements Event { title: String! isLate: Boolean }
  """

extension EntityMap where Viewer == LibraryViewer {
  static func agenda() throws -> EntityMap {
    try EntityMap(
      schema: .agenda(),
      areas: [
        Area(
          entities: [.day, .event, .reading, .bookReturn],
          resolvers: [
            "Query.days": .all(bounds: ListBounds(first: "count", offset: nil), access: .everyViewer)
          ])
      ], introspection: .anyone)
  }
}

private enum Reading: EntityType {
  enum Column: String, ColumnName {
    case heldOn = "held_on"
    case hour
    case authorID = "author_id"
  }

  static var entity: Entity<LibraryViewer> { .reading }
}

private enum BookReturn: EntityType {
  enum Column: String, ColumnName {
    case dueOn = "due_on"
    case dueHour = "due_hour"
    case personID = "person_id"
  }

  static var entity: Entity<LibraryViewer> { .bookReturn }
}

extension Entity where Viewer == LibraryViewer {
  static var day: Entity {
    Entity(
      computed: "Day", named: "days", key: "day", .date, scope: .library,
      resolvers: [
        "date": .column("day", .date, access: .everyViewer),
        "events": .toMany(key: "day", access: .everyViewer) { event, arguments in
          guard let days = arguments.ofParent, days.isGiven("of") else { return nil }
          return "\(event["person_id"]) = \(days.value("of", as: .uuid))"
        },
      ]
    ) { arguments, viewer in
      "SELECT \(viewer(.library)) AS library_id, day FROM calendar(\(arguments.value("count", as: .first)))"
    }
  }

  static var event: Entity {
    Entity(
      union: "Event", named: "events", scope: .library, order: [.descending("hour")],
      parts: [
        Part(Reading.self, ["day": .heldOn, "hour": .hour, "person_id": .authorID]),
        Part(BookReturn.self, ["day": .dueOn, "hour": .dueHour, "person_id": .personID]),
      ])
  }

  static var reading: Entity {
    Entity(
      "Reading", table: "readings", scope: .library, visibility: .wholeScope, extent: .small,
      resolvers: [
        "title": .column("title", .text, access: .everyViewer),
        "author": .column("author", .text, access: .everyViewer),
      ])
  }

  /// Readers see no returns but their own.
  static var bookReturn: Entity {
    Entity(
      "Return", table: "returns", scope: .library,
      visibility: Visibility { viewer, row in
        viewer == .reader ? "\(row["person_id"]) = \(row.viewer(.person))" : nil
      },
      extent: .unbounded, restriction: { "\($0["lent"])" },
      resolvers: [
        "title": .column("title", .text, access: .everyViewer),
        "isLate": .column("is_late", .bool, access: .everyViewer),
      ])
  }
}
