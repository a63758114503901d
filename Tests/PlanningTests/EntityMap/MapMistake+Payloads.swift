import Planning

extension MapMistake {
  /// The values that a mutation returns stand in its payload, and nowhere else.
  static let payloads = [
    MapMistake(
      "a given value of a row", sdl: "extend type Thing { token: String }",
      resolvers: ["Thing.token": .given("token", access: .everyViewer)],
      problems: "Thing.token is a value that a mutation gives, but Thing is no payload"),
    MapMistake(
      "changed rows of a row", sdl: "extend type Thing { made: [Part!]! }",
      resolvers: ["Thing.made": .changedList("parts", atMost: 1, access: .everyViewer)],
      problems: "Thing.made is what a mutation changed, but Thing is no payload"),
    MapMistake(
      "a given object", sdl: "\(mutation) type MakePayload { thing: Thing }",
      resolvers: ["Mutation.make": make, "MakePayload.thing": .given("thing", access: .everyViewer)],
      problems: "MakePayload.thing is Thing, which no mutation can give"),
    MapMistake(
      "a list of given values", sdl: "\(mutation) type MakePayload { tokens: [String!] }",
      resolvers: ["Mutation.make": make, "MakePayload.tokens": .given("tokens", access: .everyViewer)],
      problems: "MakePayload.tokens is [String!], which no mutation can give"),
    MapMistake(
      "a part of a row", sdl: "\(mutation) type MakePayload { thing: Thing }",
      resolvers: ["Mutation.make": make, "MakePayload.thing": .part(access: .everyViewer)],
      problems: "MakePayload.thing is Thing, which no part of a payload can be"),
    MapMistake(
      "a part that may not be given, but is non-null",
      sdl: "\(mutation) type MakePayload { session: Session! } type Session { token: String }",
      resolvers: [
        "Mutation.make": make, "MakePayload.session": .part(ifGiven: "token", access: .everyViewer),
        "Session.token": .given("token", access: .everyViewer),
      ],
      problems: "MakePayload.session may not be given, but is non-null"),
    MapMistake(
      "a mutation with other arguments", sdl: "type Mutation { make(name: String): MakePayload } type MakePayload { token: String }",
      resolvers: ["Mutation.make": make, "MakePayload.token": .given("token", access: .everyViewer)],
      problems: "Mutation.make has other arguments than input"),
  ]

  private static let mutation = "type Mutation { make: MakePayload }"

  private static var make: Resolver<LibraryViewer> {
    .mutation(access: .everyViewer) { _, _ in [:] }
  }
}
