import Gateway
import Postgres
import SQL
import SampleData
import School

/// A pgbench script of the statements of a request, over random viewers of a sample.
///
/// pgbench has no arrays of text, so the ids come from a query over a list in the script. It runs once in
/// `requestsPerViewer` transactions, so that its cost hardly shows.
struct PgbenchScript {
  /// How many viewers the list holds: enough that they are spread over the tables.
  private static let viewers = 500
  private static let requestsPerViewer = 50

  let text: String

  /// - Throws: when a value cannot stand in a pgbench script.
  init(_ explanation: Explanation, over sample: SampleFamilies, role: ExampleViewer.Kind) throws {
    var lines = [
      "-- pgbench -n -M prepared -D left=0 -f THIS-FILE",
      "-- \(sample.count) families, seed \(sample.seed); one transaction is one request.",
      "\\if :left = 0",
      "\\set left \(Self.requestsPerViewer)",
      "\\set viewer random(1, \(min(sample.count, Self.viewers)))",
      "SELECT \(ExampleViewer.names.joined(separator: ", ")) FROM (VALUES",
      Self.list(of: sample, role: role),
      ") AS viewers (number, \(ExampleViewer.names.joined(separator: ", "))) WHERE number = :viewer \\gset",
      "\\endif",
      "\\set left :left - 1",
      "\\startpipeline",
      IsolationLevel.repeatableRead.begin(readOnly: true) + ";",
    ]
    for statement in explanation.guards + explanation.statements {
      lines.append(try Self.filled(statement) + ";")
    }
    lines += ["COMMIT;", "\\endpipeline"]
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Families at equal distances, so that every part of the tables is touched.
  private static func list(of sample: SampleFamilies, role: ExampleViewer.Kind) -> String {
    let count = min(sample.count, viewers)
    return (0..<count).map { number in
      let family = number * sample.count / count
      let account =
        role == .student
        ? sample.studentAccount(of: family) ?? sample.parentAccount(of: family)
        : sample.parentAccount(of: family)
      let ids = [account.account, account.session, account.family, account.member]
      return "  (\(number + 1), \(ids.map { "'\($0)'" }.joined(separator: ", ")))"
    }.joined(separator: ",\n")
  }

  /// The statement with its binds as pgbench has them: a variable for a value of the viewer.
  private static func filled(_ statement: Statement) throws -> String {
    var text = statement.text
    // From the last, so that $1 is not taken for a part of $12.
    for (index, bind) in statement.binds.enumerated().reversed() {
      text = text.replacing("$\(index + 1)", with: try expression(bind))
    }
    return text
  }

  private static func expression(_ bind: SQLValue) throws -> String {
    if let name = ExampleViewer.name(of: bind) {
      if case .uuid = bind { return ":\(name)::uuid" }
      return ":\(name)::text"
    }
    switch bind {
    case .int4(let value): return "\(value)"
    case .int8(let value): return "\(value)"
    case .uuid(let value): return "'\(value)'::uuid"
    case .null(let type): return "NULL::\(type)"
    case .text(let value) where value.allSatisfy({ $0.isLetter }): return "'\(value)'::text"
    default: throw CommandFailure("a value of this query cannot stand in a pgbench script: \(bind.text)")
    }
  }
}
