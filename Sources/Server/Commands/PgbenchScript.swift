import Gateway
import Postgres
import SQL
import SampleData
import Domain

/// A pgbench script of the statements of a request, each time for another random viewer of a sample.
///
/// pgbench has no arrays of text, so a query of its own looks the viewer's ids up in a list:
///
///     SELECT
///       ('{0193…,019c…}'::uuid[])[:viewer] AS account_id,
///       …
///     \gset
///
/// It costs about a tenth of what a small request does; who wants to know the request alone measures the query
/// alone as well, as `scripts/bench` does.
struct PgbenchScript {
  /// The number of viewers that the list holds: enough that they are spread over the tables.
  private static let viewers = 2000

  let text: String

  init(_ explanation: Explanation, over sample: SampleFamilies, role: ExampleViewer.Kind) {
    var lines = [
      "-- pgbench -n -M prepared -f THIS-FILE",
      "-- \(sample.count) families, seed \(sample.seed); one transaction is one request, of a random family.",
      "\\set viewer random(1, \(min(sample.count, Self.viewers)))",
      "SELECT",
      Self.list(of: sample, role: role),
      "\\gset",
      "\\startpipeline",
      IsolationLevel.repeatableRead.begin(readOnly: true) + ";",
    ]
    for statement in explanation.guards + explanation.statements {
      lines.append(Self.filled(statement) + ";")
    }
    lines += ["COMMIT;", "\\endpipeline"]
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Families at equal distances, so that every part of the tables is touched.
  private static func list(of sample: SampleFamilies, role: ExampleViewer.Kind) -> String {
    let count = min(sample.count, viewers)
    let accounts = (0..<count).map { number in
      let family = number * sample.count / count
      let student = role == .student ? sample.studentAccount(of: family) : nil
      return student ?? sample.parentAccount(of: family)
    }
    let columns = [
      accounts.map(\.account), accounts.map(\.session), accounts.map(\.family), accounts.map(\.member),
    ]
    return zip(ExampleViewer.names, columns).map { name, ids in
      "  ('{\(ids.map(\.description).joined(separator: ","))}'::uuid[])[:viewer] AS \(name)"
    }.joined(separator: ",\n")
  }

  /// The statement with its binds as pgbench has them: a variable for a value of the viewer.
  private static func filled(_ statement: Statement) -> String {
    var text = statement.text
    // From the last, so that $1 is not taken for a part of $12.
    for (index, bind) in statement.binds.enumerated().reversed() {
      text = text.replacing("$\(index + 1)", with: expression(bind))
    }
    return text
  }

  private static func expression(_ bind: SQLValue) -> String {
    guard let name = ExampleViewer.name(of: bind) else { return bind.literal }
    if case .uuid = bind { return ":\(name)::uuid" }
    return ":\(name)::text"
  }
}
