import ArgumentParser
import GraphQL
import School

/// `hatched schema`
struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the schema that is served, as SDL.",
    discussion: """
      Examples:
        hatched schema > schema.graphql
        hatched schema --at Student.assignments
        hatched schema --at 'Student.assignments(first:)'
      """)

  @Option(help: "Print one element only, by its schema coordinate: Type, Type.field, Type.field(argument:), @directive.")
  var at: String?

  func run() throws {
    let schema = try Schema.school()
    guard let at else { return print(schema.sdl, terminator: "") }
    print(try element(at: at, of: schema).sdl)
  }

  private func element(at text: String, of schema: Schema) throws -> SchemaElement {
    let coordinate: SchemaCoordinate
    do {
      coordinate = try SchemaCoordinate(parsing: Source(text))
    } catch {
      throw ValidationError("\"\(text)\" is not a schema coordinate: \(error.message)")
    }
    guard let element = try schema.element(at: coordinate) else {
      throw CommandFailure("there is no \(coordinate) in the schema")
    }
    return element
  }
}
