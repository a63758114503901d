import GraphQL

/// The schema that the examples of specification section 5 are about, with a little more of everything.
enum PetSchema {
  static let schema: Schema = {
    do {
      return try Schema(sdl: [Source(sdl)])
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let sdl = """
    interface Node { id: ID! }
    interface Being implements Node { id: ID! name(surname: Boolean): String }

    type Dog implements Being & Node {
      id: ID!
      name(surname: Boolean): String
      nickname: String
      barks: Boolean
      barkVolume: Int
      doesKnowCommand(command: Command!): Boolean
      isAtLocation(x: Int = 1, y: Int! = 2): Boolean
      owner: Human
      pals(first: Int, where: Filter): [Dog!]!
    }

    type Cat implements Being & Node {
      id: ID!
      name(surname: Boolean): String
      nickname: String
      meows: Boolean
      meowVolume: Float
      owner: Human!
    }

    type Human implements Node { id: ID! name: String pets: [Pet] friends: [Human]! }

    union Pet = Dog | Cat
    union CatOrHuman = Cat | Human
    enum Command { SIT HEEL DOWN }
    scalar Date

    input Filter {
      required: Boolean!
      name: String = "Rex"
      age: Int! = 5
      tags: [String!]
      not: Filter
      choice: Choice
    }

    input Choice @oneOf { id: ID name: String }

    type Query {
      dog(id: ID): Dog
      cat: Cat
      pet: Pet
      being: Being
      human(id: ID!): Human
      catOrHuman: CatOrHuman
      arguments(
        int: Int, float: Float, string: String, boolean: Boolean, id: ID, ints: [Int], matrix: [[Int!]!],
        command: Command, date: Date, filter: Filter, choice: Choice, defaulted: Int! = 7
      ): String
    }

    type Subscription { dogCame: Dog catCame: Cat }

    directive @onField(x: Int!) repeatable on FIELD
    directive @onQuery on QUERY
    """
}

/// The errors of a document, each with its locations before it: `1:3 1:9 Unknown …`.
func validate(
  _ text: String, suggestions: Bool = true, introspection: Bool = true, maxErrors: Int = 100
) throws -> [String] {
  let source = Source(text)
  let document = try Document(parsing: source)
  let validator = Validator(
    schema: PetSchema.schema, maxErrors: maxErrors, suggestions: suggestions, introspection: introspection)
  return validator.validate(document, source: source).map { error in
    (error.locations.map { "\($0.line):\($0.column)" } + [error.message]).joined(separator: " ")
  }
}
