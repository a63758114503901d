import Planning
import SQL

extension MapMistake {
  /// A list of parts with an argument more.
  private static func list(_ arguments: String) -> String {
    "extend type Thing { spares(first: Int = 1, offset: Int = 0, \(arguments)): [Part!]! secret: String } "
      + "extend type Part { secret: String size: Int } "
  }

  private static let resolvers: KeyValuePairs<String, Resolver<LibraryViewer>> = [
    "Thing.spares": .toMany(key: "spare_of", access: .everyViewer),
    "Thing.secret": .column("secret", .text, access: .staff),
    "Part.secret": .column("secret", .text, access: .staff),
    "Part.size": .column("size", .int4, access: .everyViewer),
  ]

  /// These and another.
  private static func resolvers(
    and coordinate: String, _ resolver: Resolver<LibraryViewer>
  ) -> KeyValuePairs<String, Resolver<LibraryViewer>> {
    [
      "Thing.spares": .toMany(key: "spare_of", access: .everyViewer),
      "Thing.secret": .column("secret", .text, access: .staff),
      "Part.secret": .column("secret", .text, access: .staff),
      "Part.size": .column("size", .int4, access: .everyViewer),
      coordinate: resolver,
    ]
  }

  /// A filter is of fields that the listed type has.
  static let filters = [
    MapMistake(
      "a filter that has to be given", sdl: list("where: F!") + "input F { and: [F!] }", resolvers: resolvers,
      problems: "Thing.spares(where:) is F!, but a filter may be left out and has no default"),
    MapMistake(
      "a filter of what is no field", sdl: list("where: F") + "input F { colour: S } input S { eq: String }",
      resolvers: resolvers, problems: "F.colour filters by Part.colour, which is no value and no relation"),
    MapMistake(
      "a filter that is always there", sdl: list("where: F") + "input F { size: S = {} } input S { eq: Int }",
      resolvers: resolvers, problems: "F.size cannot be left out of a filter without filtering"),
    MapMistake(
      "a filter that joins others", sdl: list("where: F") + "input F { or: [S!] not: S } input S { eq: Int }",
      resolvers: resolvers, problems: "F.or is [S!], but joins filters of its own type",
      "F.not is S, but turns its own type around"),
    MapMistake(
      "a comparison with another type", sdl: list("where: F") + "input F { size: S } input S { eq: String lt: Int }",
      resolvers: resolvers, problems: "F.size compares Part.size, which is Int, with S.eq: String"),
    MapMistake(
      "a comparison that nobody knows", sdl: list("where: F") + "input F { size: S } input S { near: Int }",
      resolvers: resolvers, problems: "F.size compares Part.size, which is Int, with S.near: Int"),
    MapMistake(
      "text looked for in a number", sdl: list("where: F") + "input F { size: S } input S { contains: String }",
      resolvers: resolvers, problems: "F.size compares Part.size, which is Int, with S.contains: String"),
    MapMistake(
      "a choice of what may be null", sdl: list("where: F") + "input F { size: S } input S { in: [Int] }",
      resolvers: resolvers, problems: "F.size compares Part.size, which is Int, with S.in: [Int]"),
    MapMistake(
      "a mistake behind a relation",
      sdl: list("where: F") + "input F { thing: G } input G { parts: L } input L { some: H most: F } "
        + "input H { colour: S } input S { eq: Int }",
      resolvers: resolvers, problems: "H.colour filters by Part.colour, which is no value and no relation",
      "L.most is not some, every or none, that may be left out"),
    MapMistake(
      "a filter of one object", sdl: "extend type Part { maker(where: F): Thing } input F { and: [F!] }",
      resolvers: ["Part.maker": .toOne(foreignKey: "maker_id", access: .everyViewer)],
      problems: "Part.maker(where:) filters or orders what is no list"),
  ]

  /// An order is of values that nobody is refused.
  static let orders = [
    MapMistake(
      "an order that is no list", sdl: list("orderBy: O") + "input O { field: E! } enum E { SIZE }",
      resolvers: resolvers, problems: "Thing.spares(orderBy:) is O, but an order is a list that may be left out"),
    MapMistake(
      "an order by what is no field", sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { SIZE MAIN_COLOUR }",
      resolvers: resolvers, problems: "E.MAIN_COLOUR orders by Part.mainColour, which is no value of its rows"),
    MapMistake(
      "an order by a relation", sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { THING }",
      resolvers: resolvers, problems: "E.THING orders by Part.thing, which is no value of its rows"),
    MapMistake(
      "an order by what may be refused", sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { SECRET }",
      resolvers: resolvers,
      problems: "E.SECRET orders by Part.secret, which may be refused: a place in the order would show it"),
    MapMistake(
      "an order by what may be refused, behind a relation",
      sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { THING_SECRET }", resolvers: resolvers,
      problems: "E.THING_SECRET orders by Part.thing.secret, which may be refused: a place in the order would show it"),
    MapMistake(
      "an order behind a relation that may be refused",
      sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { OWNER_NAME } extend type Part { owner: Thing }",
      resolvers: resolvers(and: "Part.owner", .toOne(foreignKey: "owner_id", access: .staff)),
      problems: "E.OWNER_NAME orders by Part.owner.name, behind what may be refused"),
    MapMistake(
      "an order that may mean two things",
      sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { THING_NAME } extend type Part { thingName: String }",
      resolvers: resolvers(and: "Part.thingName", .column("thing_name", .text, access: .everyViewer)),
      problems: "E.THING_NAME orders by Part.thingName or Part.thing.name: it may mean either"),
    MapMistake(
      "an order behind a list",
      sdl: list("orderBy: [O!]") + "input O { field: E! } enum E { THING_SPARES_SIZE }", resolvers: resolvers,
      problems: "E.THING_SPARES_SIZE orders by Part.thingSparesSize, which is no value of its rows"),
    MapMistake(
      "an order that may say nothing", sdl: list("orderBy: [O!]") + "input O { field: E } enum E { SIZE }",
      resolvers: resolvers, problems: "O.field is E, but has to be given"),
    MapMistake(
      "a third direction",
      sdl: list("orderBy: [O!]") + "input O { field: E! direction: D } enum E { SIZE } enum D { ASC DESC RANDOM }",
      resolvers: resolvers, problems: "O.direction says nothing about an order"),
  ]

  private static let connection =
    "type PartConnection { edges: [PartEdge!]! nodes: [Part!]! pageInfo: PageInfo! totalCount: Int! } "
    + "type PartEdge { cursor: String! node: Part! } extend type Part { id: ID! } "
    + "type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String } "
  private static let pages = "(first: Int, after: String, last: Int, before: String)"

  /// A connection is made as clients know it.
  static let connections = [
    MapMistake(
      "a connection without a cursor to go on from",
      sdl: connection + "extend type Thing { all(first: Int = 5, last: Int, before: String): PartConnection! }",
      resolvers: [
        "Part.id": .column("id", .uuid, access: .everyViewer), "Thing.all": .connection(key: "k", access: .everyViewer),
      ],
      problems: "Thing.all is a connection without an argument first: Int that has no default",
      "Thing.all is a connection without an argument after: String that has no default"),
    MapMistake(
      "a connection of all there are, for several",
      sdl: connection + "extend type Thing { all\(pages): PartConnection! }",
      resolvers: [
        "Part.id": .column("id", .uuid, access: .everyViewer), "Thing.all": .connectionOfAll(access: .everyViewer),
      ],
      problems: "Thing.all is all there is, but there may be several Thing"),
    MapMistake(
      "a connection of another form",
      sdl: connection.replacing("totalCount: Int!", with: "totalCount: Int") + "extend type Thing { all\(pages): PartConnection! }",
      resolvers: [
        "Part.id": .column("id", .uuid, access: .everyViewer), "Thing.all": .connection(key: "k", access: .everyViewer),
      ],
      problems: "PartConnection.totalCount is Int, but Int! in a connection"),
    MapMistake(
      "a connection without a part",
      sdl: connection.replacing("totalCount: Int!", with: "") + "extend type Thing { all\(pages): PartConnection! }",
      resolvers: [
        "Part.id": .column("id", .uuid, access: .everyViewer), "Thing.all": .connection(key: "k", access: .everyViewer),
      ],
      problems: "PartConnection.totalCount has a resolver, but the SDL has no such field of an object type"),
    MapMistake(
      "a connection that is none", sdl: "extend type Thing { all\(pages): Part }",
      resolvers: ["Thing.all": .connection(key: "k", access: .everyViewer)],
      problems: "Thing.all is Part, which is no connection"),
    MapMistake(
      "a connection whose key nobody may see",
      sdl: connection.replacing("id: ID!", with: "id: ID") + "extend type Thing { all\(pages): PartConnection! }",
      resolvers: [
        "Part.id": .column("id", .uuid, access: .staff), "Thing.all": .connection(key: "k", access: .everyViewer),
      ],
      problems: "Thing.all is ordered by parts.id, which no field shows that all may see"),
  ]

  private static let summary =
    "extend type Thing { sum: Sum! } extend type Part { secret: String size: Int } "
    + "type Sum { count: Int! mean: Float by(first: Int = 1, offset: Int = 0): [By!]! } type By { key: Int count: Int! } "

  private static func summing(
    _ mean: Measure = .mean("size", places: 2), by key: GroupKey = .field("size"), for access: Access<LibraryViewer> = .everyViewer
  ) -> KeyValuePairs<String, Resolver<LibraryViewer>> {
    [
      "Thing.sum": .summary(of: SummarizedPart.self, access: access),
      "Part.secret": .column("secret", .text, access: .staff),
      "Part.size": .column("size", .int4, access: .everyViewer),
      "Sum.count": .measure(.count, access: .everyViewer), "Sum.mean": .measure(mean, access: .everyViewer),
      "Sum.by": .groups(by: key, access: .everyViewer), "By.key": .groupKey(access: .everyViewer),
      "By.count": .measure(.count, access: .everyViewer),
    ]
  }

  /// An aggregated value must be one that is refused to no viewer.
  static let summaries = [
    MapMistake(
      "a mean of what may be refused", sdl: summary, resolvers: summing(.mean("secret", places: 2)),
      problems: "Sum.mean is over Part.secret, which may be refused"),
    MapMistake(
      "a summary that is hidden in some rows", sdl: summary.replacing("sum: Sum!", with: "sum: Sum"),
      resolvers: summing(for: .staffOrAuthor.elseNull),
      problems: "Thing.sum is hidden in some rows (staffOrAuthor, else null), but is neither a value of a row nor a relation"),
    MapMistake(
      "a mean of what is no field", sdl: summary, resolvers: summing(.mean("weight", places: 2)),
      problems: "Sum.mean is over Part.weight, which is no value of its rows"),
    MapMistake(
      "a count where there is a fraction", sdl: summary, resolvers: summing(.count),
      problems: "Sum.mean is Float, which int4 cannot be"),
    MapMistake(
      "groups by what may be refused", sdl: summary, resolvers: summing(by: .field("secret")),
      problems: "By.key is Int, which the key of the group cannot be", "Sum.by is over Part.secret, which may be refused"),
    MapMistake(
      "groups by a way that leads nowhere", sdl: summary, resolvers: summing(by: .relation(["thing", "parts"])),
      problems: "By.key is Int, which the key of the group cannot be",
      "Sum.by is by a way that does not lead from Part to one object"),
    MapMistake(
      "weeks of what is no date", sdl: summary, resolvers: summing(by: .week(of: "size")),
      problems: "By.key is Int, which the key of the group cannot be",
      "Sum.by is by the week of Part.size, which is no date"),
    MapMistake(
      "groups without a bound", sdl: summary.replacing("first: Int = 1, ", with: ""), resolvers: summing(),
      problems: "Sum.by is a list without an argument first: Int with a default"),
    MapMistake(
      "a sum of nothing", sdl: "extend type Thing { sum: Int! }",
      resolvers: ["Thing.sum": .summary(of: Ghost.self, access: .everyViewer)],
      problems: "Thing.sum sums up Ghost, which is bound to no entity of one type"),
  ]

  /// Whatever has an id may not be there.
  static let nodes = [
    MapMistake(
      "an object of any type that has to be there",
      sdl: "interface Node { name: String! } extend type Thing implements Node extend type Query { node(id: ID!): Node! }",
      resolvers: ["Query.node": .node(by: "id", access: .everyViewer)],
      problems: "Query.node looks a row up, which may not be there, but is non-null"),
    MapMistake(
      "an object of any type without its id",
      sdl: "interface Node { name: String! } extend type Thing implements Node extend type Query { node(id: [ID!]!): Node }",
      resolvers: ["Query.node": .node(by: "id", access: .everyViewer)],
      problems: "Query.node has no argument id: ID!"),
    MapMistake(
      "an object of any type that is of one", sdl: "extend type Query { node(id: ID!): Thing }",
      resolvers: ["Query.node": .node(by: "id", access: .everyViewer)],
      problems: "Query.node is Thing, which is no interface"),
  ]
}

private enum SummarizedPart: EntityType {
  static let entity = Entity<LibraryViewer>.small("Part", table: "parts")
}

/// A type that no area has.
private enum Ghost: EntityType {
  static let entity = Entity<LibraryViewer>.small("Ghost", table: "ghosts")
}
