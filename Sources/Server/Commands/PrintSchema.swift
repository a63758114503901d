import ArgumentParser
import GraphQL
import Planning
import Domain

/// `hatched schema`
struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the schema that is served, as SDL.",
    discussion: """
      Examples:
        hatched schema > schema.graphql
        hatched schema > schema/expanded.graphql
        hatched schema --at Student.assignments
        hatched schema --at 'Student.assignments(first:)'
        hatched schema --access > schema/access.txt
      """)

  @Option(help: "Print one element only, by its schema coordinate: Type, Type.field, Type.field(argument:), @directive.")
  var at: String?

  @Flag(help: "Print who may see and do what instead: each field for each class of viewers.")
  var access = false

  func validate() throws {
    if access && at != nil { throw ValidationError("--access is of the whole schema: leave --at out.") }
  }

  func run() throws {
    if access { return print(try AccessMatrix<Viewer>.domain().text, terminator: "") }
    let schema = try Schema.domain()
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
