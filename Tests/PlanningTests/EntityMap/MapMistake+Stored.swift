import Planning
import SQL

extension MapMistake {
  /// A stored field stands for a column, or for a reference to another row.
  static let stored = [
    MapMistake(
      "a stored list", sdl: "extend type Query { box: Box } type Box { labels: [String!] }",
      entities: [.small("Box", table: "boxes", stored: [.everyViewer: ["labels"]])],
      resolvers: ["Query.box": .own(.library, access: .everyViewer)],
      problems: "Box.labels is [String!], for which no column follows from its name"),
    MapMistake(
      "a stored field that the SDL does not have", sdl: "extend type Query { box: Box } type Box { label: String }",
      entities: [.small("Box", table: "boxes", stored: [.everyViewer: ["label", "size"]])],
      resolvers: ["Query.box": .own(.library, access: .everyViewer)],
      problems: "Box.size has a resolver, but the SDL has no such field of an object type"),
    MapMistake(
      "a field that is stored twice", sdl: "extend type Query { box: Box } type Box { label: String }",
      entities: [.small("Box", table: "boxes", stored: [.everyViewer: ["label"], .staff: ["label"]])],
      resolvers: ["Query.box": .own(.library, access: .everyViewer)], problems: "Box.label has two resolvers"),
    MapMistake(
      "a reference to what is no entity",
      sdl: "extend type Query { box: Box } type Box { lid: Lid } type Lid { box: Box! }",
      entities: [.small("Box", table: "boxes", stored: [.everyViewer: ["lid"]])],
      resolvers: [
        "Query.box": .own(.library, access: .everyViewer), "Lid.box": .toOne(foreignKey: "box_id", access: .everyViewer),
      ],
      problems: "Box.lid leads to Lid, which is bound to no entity", "Lid is bound to no entity"),
    MapMistake(
      "a list of what refers to it by another name",
      sdl: "extend type Query { box: Box } type Box { lids(first: Int = 1, offset: Int = 0): [Lid!]! } type Lid { of: Box! }",
      entities: [
        .small("Box", table: "boxes"),
        .small("Lid", table: "lids", stored: [.everyViewer: ["of"]]),
      ],
      resolvers: ["Query.box": .own(.library, access: .everyViewer), "Box.lids": .toMany(access: .everyViewer)],
      problems: "Box.lids is [Lid!]!, for which no column follows from its name"),
  ]
}
