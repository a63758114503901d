import GraphQL
import Planning
import Domain
import Testing

/// `schema/access.txt` is what a reviewer has read. It says what the rules say, and of every field.
struct AccessMatrixTests {
  private static let command = "hatched schema --access > schema/access.txt"

  @Test func `The file of the access matrix is what the rules come to`() throws {
    let file = try Repository.files(in: "schema")["access.txt"] ?? ""
    let matrix = try AccessMatrix<Viewer>.domain().text
    #expect(matrix.contains(Self.command))
    guard file != matrix else { return }
    let changes = lines(of: matrix).difference(from: lines(of: file)).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    Issue.record(
      """
      Who may see and do what is not what schema/access.txt says:
      \(changes.joined(separator: "\n"))
      If that is what was decided, write the file anew, and have it reviewed: \(Self.command)
      """)
  }

  /// The lines of a text, those of a type's fields and rows with its name.
  private func lines(of text: String) -> [String] {
    var type = ""
    return text.split(separator: "\n").map { line in
      if line.hasPrefix("  ") { return "\(type)\(line)" }
      type = String(line.prefix { $0 != " " })
      return String(line)
    }
  }

  @Test func `Every field of every object type has its line, below its type`() throws {
    let schema = try Schema.domain()
    let lines = try AccessMatrix<Viewer>.domain().text.split(separator: "\n", omittingEmptySubsequences: false)
    var shown: [String: [String]] = [:]
    var type = ""
    for (line, previous) in zip(lines.dropFirst(), lines) {
      if previous.isEmpty && !line.hasPrefix(" ") { type = String(line.prefix { $0 != " " }) }
      let cells = line.split(separator: " ")
      // The lines of notes end their first word with a colon or a comma.
      guard line.hasPrefix("  "), let name = cells.first, name == "__schema," || !",:".contains(name.last ?? ",")
      else { continue }
      shown[type, default: []].append(String(name))
    }
    for case .object(let object)? in schema.typeNames.map({ schema.types[$0] }) where !object.name.hasPrefix("__") {
      #expect(shown[object.name]?.starts(with: object.fields.map(\.name)) == true, "\(object.name)")
    }
    #expect(shown["Query"]?.last == "__schema,")
  }

  @Test func `Every example of a class is of that class`() {
    for planClass in Viewer.PlanClass.allCases { #expect(Viewer.example(of: planClass).planClass == planClass) }
  }
}
