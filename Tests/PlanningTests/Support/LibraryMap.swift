import GraphQL
import Planning
import SQL

extension EntityMap where Viewer == LibraryViewer {
  static func library(introspection: Access<LibraryViewer> = .anyone) throws -> EntityMap {
    try EntityMap(schema: .library(), areas: [.library], introspection: introspection)
  }
}

extension Area where Viewer == LibraryViewer {
  static var library: Area {
    Area(
      entities: [.library, .shelf, .book, .person, .adult, .child, .loan],
      resolvers: [
        "Query.library": .own(.library, access: .everyViewer),
        "Query.book": .lookup(by: "id", access: .everyViewer),
        "Query.shelf": .lookup(by: "id", access: .everyViewer),
        "Query.person": .lookup(by: "id", access: .everyViewer),
        "Query.me": .own(.person, access: .everyViewer),
        // A rule about rows where there is no row.
        "Query.draft": .own(.person, access: .staff),
        "Query.opening": .own(.library, access: .anyone),
        "Query.node": .node(by: "id", access: .everyViewer),
        "Query.nodes": .node(by: "ids", access: .everyViewer),
        "Library.loansConnection": .connectionOfAll(access: .everyViewer),
        "Shelf.booksConnection": .connection(access: .everyViewer),
        "Shelf.stock": .summary(of: Book.self, access: .everyViewer),
        "Stock.count": .measure(.count, access: .everyViewer),
        "Stock.priced": .measure(.countOf("price"), access: .everyViewer),
        "Stock.meanPrice": .measure(.mean("price", places: 2), access: .everyViewer),
        "Stock.byBinding": .groups(by: .field("binding"), access: .everyViewer),
        "StockByBinding.binding": .groupKey(access: .everyViewer),
        "StockByBinding.count": .measure(.count, access: .everyViewer),
        "Stock.bySequel": .groups(by: .relation(["sequel"]), access: .everyViewer),
        "StockBySequel.sequel": .groupKey(access: .everyViewer),
        "StockBySequel.count": .measure(.count, access: .everyViewer),
      ])
  }
}

enum Book: EntityType {
  static var entity: Entity<LibraryViewer> { .book }
}

extension Entity where Viewer == LibraryViewer {
  static var library: Entity {
    Entity(
      "Library", table: "libraries", key: "library_id", scope: .library, visibility: .wholeScope,
      extent: .small,
      resolvers: [
        "id": .column("library_id", .uuid, access: .everyViewer),
        "name": .column("name", .text, access: .anyone),
        "shelves": .toMany(key: "library_id", access: .everyViewer),
        "wishes": .toMany(key: "library_id", access: .everyViewer),
        "people": .toMany(key: "library_id", access: .everyViewer),
        "adults": .toMany(key: "library_id", access: .everyViewer),
      ])
  }

  static var shelf: Entity {
    Entity(
      "Shelf", table: "shelves", scope: .library, visibility: .wholeScope, extent: .small,
      order: [.ascending("name")],
      resolvers: [
        "id": .column("id", .uuid, access: .everyViewer),
        "name": .column("name", .text, access: .everyViewer),
        "label": .column("name", .text, access: .everyViewer),
        "books": .toMany(key: "shelf_id", access: .everyViewer),
      ])
  }

  static var book: Entity {
    Entity(
      "Book", table: "books", scope: .library, visibility: .wholeScope, extent: .unbounded,
      order: [.ascending("title"), .ascending("id")],
      resolvers: [
        "id": .column("id", .uuid, access: .everyViewer),
        "title": .column("title", .text, access: .everyViewer),
        "pages": .column("pages", .int4, access: .everyViewer),
        "price": .column("price", .numeric, access: .everyViewer),
        "binding": .column("binding", .text, access: .everyViewer),
        "shelf": .toOne(foreignKey: "shelf_id", access: .everyViewer),
        "sequel": .toOne(foreignKey: "sequel_id", access: .everyViewer),
        "appraisal": .column("appraisal", .float8, access: .staff),
        "remark": .column("remark", .text, access: .staffOrAuthor),
        "critic": .toOne(foreignKey: "critic_id", access: .staffOrAuthor),
        "isLent": .expression(.bool, access: .everyViewer) { book, arguments in
          let reader: SQL = arguments.isGiven("to") ? ", \(arguments.value("to", as: .uuid))" : ""
          let since: SQL = arguments.isGiven("since") ? ", \(arguments.value("since", as: .uuid))" : ""
          return "lent(\(book["id"])\(reader)\(since))"
        },
        "loans": .toMany(key: "book_id", access: .everyViewer),
      ])
  }

  static var person: Entity {
    Entity(
      abstract: "Person", table: "people", scope: .library, visibility: .wholeScope, extent: .small,
      order: [.ascending("name")],
      discriminator: Discriminator(column: "kind", typeNames: ["A": "Adult", "C": "Child"]))
  }

  static var adult: Entity {
    Entity(
      "Adult", table: "people", scope: .library, visibility: .wholeScope, extent: .small,
      order: [.ascending("name")], restriction: { "\($0["kind"]) = 'A'" },
      resolvers: [
        "id": .column("id", .uuid, access: .everyViewer),
        "name": .column("name", .text, access: .everyViewer),
        "email": .column("email", .text, access: .staff),
        "loans": .toMany(key: "person_id", access: .everyViewer),
      ])
  }

  static var child: Entity {
    Entity(
      "Child", table: "people", scope: .library, visibility: .wholeScope, extent: .small,
      order: [.ascending("name")], restriction: { "\($0["kind"]) = 'C'" },
      resolvers: [
        "id": .column("id", .uuid, access: .everyViewer),
        "name": .column("name", .text, access: .everyViewer),
        "email": .column("email", .text, access: .staff),
        "guardian": .toOne(foreignKey: "guardian_id", access: .everyViewer),
      ])
  }

  /// Readers see no loans but their own.
  static var loan: Entity {
    Entity(
      "Loan", table: "loans", scope: .library,
      visibility: Visibility { viewer, row in
        viewer == .reader ? "\(row["person_id"]) = \(row.viewer(.person))" : nil
      },
      extent: .unbounded, quota: Quota(rows: 1_000, bytes: 1 << 20),
      stored: [.everyViewer: ["id", "book", "renewal"]],
      resolvers: ["reader": .toOne(foreignKey: "person_id", access: .everyViewer)])
  }
}
