import ArgumentParser
import GraphQL
import School

/// `hatched schema`
struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the schema that is served, as SDL.",
    discussion: """
      Example:
        hatched schema > schema.graphql
      """)

  func run() throws { print(try Schema.school().sdl) }
}
