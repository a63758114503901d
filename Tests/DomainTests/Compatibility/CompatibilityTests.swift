import Foundation
import GraphQL
import Domain
import Testing

/// Clients that were built from an earlier schema keep working: it may grow, and nothing of it changes or goes.
struct CompatibilityTests {
  private static let path = "Tests/DomainTests/Compatibility"
  private static let command = "HATCHED_RECORD_SCHEMA=1 scripts/test --filter CompatibilityTests"

  private static var recorded: SchemaContract {
    get throws {
      let text = try Repository.files(in: path)["schema.txt"] ?? ""
      return SchemaContract(lines: text.split(separator: "\n").map(String.init))
    }
  }

  @Test func `The schema is the recorded one, for all that clients depend on`() throws {
    let (recorded, now) = (try Self.recorded, SchemaContract(of: try .domain()))
    let breaks = now.breaks(recorded)
    guard breaks.isEmpty else {
      Issue.record(
        """
        These lines of \(Self.path)/schema.txt no longer hold, or ask more of clients. Keep what was served: add a field or a
        type of another name, or deprecate.
        \(breaks.joined(separator: "\n"))
        """)
      return
    }
    let additions = now.additions(to: recorded)
    if additions.isEmpty { return }
    if ProcessInfo.processInfo.environment["HATCHED_RECORD_SCHEMA"] == "1" {
      try Repository.write(now.lines.joined(separator: "\n") + "\n", to: "\(Self.path)/schema.txt")
      return
    }
    Issue.record(
      """
      The schema has grown by
      \(additions.joined(separator: "\n"))
      If clients are to depend on it from now on, record it: \(Self.command)
      """)
  }

  private static let zoo = """
    type Query { animal(id: ID!, name: String = "Ada"): Animal @deprecated(reason: "old") animals: [Animal!]! }
    interface Named { name: String } type Animal implements Named { name: String kind: Kind! } enum Kind { CAT DOG }
    input Filter { kind: Kind = CAT }
    type Other { filter(by: Filter, one: One): Int } input One { a: Int } scalar Day @specifiedBy(url: "https://a.example")
    """

  @Test(
    "Whatever clients may depend on cannot change or go",
    arguments: [
      ("id: ID!", "id: ID"), ("name: String = \"Ada\"", "name: String"), ("@deprecated(reason: \"old\")", ""),
      ("[Animal!]!", "[Animal!]"), ("implements Named", ""), ("kind: Kind!", "kind: Kind"), ("CAT DOG", "CAT"),
      ("kind: Kind = CAT", "kind: Kind"), ("by: Filter,", "by: Filter!,"), ("a.example", "b.example"),
      ("Filter { kind", "Filter { age: Int! kind"), ("animals:", "animals(age: Int!):"), ("type Other", "interface Other"),
      ("input One {", "input One @oneOf {"),
    ])
  func isRefused(text: String, replacement: String) throws {
    let changed = Self.zoo.replacing(text, with: replacement)
    #expect(changed != Self.zoo)
    let before = SchemaContract(of: try Schema(sdl: [Source(Self.zoo)]))
    #expect(!SchemaContract(of: try Schema(sdl: [Source(changed)])).breaks(before).isEmpty)
  }

  @Test func `A schema may grow`() throws {
    let before = SchemaContract(of: try Schema(sdl: [Source(Self.zoo)]))
    let grown =
      Self.zoo.replacing("CAT DOG", with: "CAT DOG EMU").replacing("name: String =", with: "age: Int name: String =")
      + "input New { name: String! } type Added { at(place: ID!): Int }"
    let now = SchemaContract(of: try Schema(sdl: [Source(grown)]))
    #expect(now.breaks(before) == [])
    #expect(now.additions(to: before).count == 7)
  }
}
