import ArgumentParser
import Foundation
import Gateway
import GraphQL
import Planning
import SQL
import SampleData
import Domain

/// `hatched explain`
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows how a query is answered: its plan, its statements and what they bind.",
    discussion: """
      With --pgbench it prints a pgbench script of exactly these statements, over random families of a
      sample made by `hatched seed`, so that anyone can measure what the database itself can do.

      Examples:
        hatched explain '{ family { students { name } } }'
        hatched explain --role student --variables '{"id": "0198…"}' \\
          'query ($id: ID!) { course(id: $id) { name } }'
        hatched explain --pgbench --families 2000 --seed 1 \\
          "$(cat query.graphql)" > query.pgbench
        pgbench -n -M prepared -c 4 -j 2 -T 10 -f query.pgbench
      """)

  @ArgumentParser.Argument(help: "The GraphQL document.")
  var query: String

  @Option(help: "The viewer of the request.")
  var role: ExampleViewer.Kind = .parent

  @Option(help: "The variables, as a JSON object.")
  var variables: String?

  @Option(help: "Which operation of the document, by name.")
  var operation: String?

  @Flag(help: "Print a pgbench script.")
  var pgbench = false

  @Option(help: "With --pgbench: how many families the sample has.")
  var families = 2000

  @Option(help: "With --pgbench: the seed of the sample.")
  var seed: UInt64 = 1

  func validate() throws {
    if pgbench && role == .anonymous {
      throw ValidationError("--pgbench needs a role with a token: parent, student or account.")
    }
  }

  func run() throws {
    let request = GraphQLRequest(query: query, operationName: operation, variables: try parsedVariables())
    let map = try EntityMap(domain: .domain())
    let explanation: Explanation
    do {
      explanation = try Explanation(of: request, for: ExampleViewer(role).viewer, map: map)
    } catch {
      throw CommandFailure("the request is refused: \(error)")
    }
    if pgbench && !explanation.isQuery {
      throw CommandFailure("--pgbench is for queries: the statements of a mutation depend on what it finds")
    }
    if pgbench {
      let sample = try SampleFamilies(count: families, seed: seed)
      print(PgbenchScript(explanation, over: sample, role: role).text, terminator: "")
    } else {
      printPlan(explanation)
    }
  }

  private func parsedVariables() throws -> JSONValue? {
    guard let variables else { return nil }
    do {
      return try JSONValue(parsing: Array(variables.utf8))
    } catch {
      throw ValidationError("--variables is not JSON: \(error.message)")
    }
  }

  private func printPlan(_ explanation: Explanation) {
    print(
      explanation.isQuery
        ? "One round trip, \(explanation.guards.count + explanation.statements.count) statements:"
        : "Each field is a transaction, which locks what it checks; what changes rows is shown if one statement may do:")
    for (title, statement) in zip(["scope", "membership check", "places", "places anew"], explanation.guards) {
      printStatement(statement, title: title)
    }
    for (title, statement) in zip(explanation.outline, explanation.statements) {
      printStatement(statement, title: title)
    }
  }

  private func printStatement(_ statement: Statement, title: String) {
    print("\n-- \(title)\n\(statement.text)")
    for (index, bind) in statement.binds.enumerated() {
      print("--   $\(index + 1) = \(ExampleViewer.name(of: bind) ?? bind.literal)")
    }
  }
}
