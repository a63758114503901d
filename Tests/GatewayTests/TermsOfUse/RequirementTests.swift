import Domain
import Foundation
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

@testable import Planning

/// The requirements that mutations declare: the terms are accepted, a parent has consented.
@Suite struct RequirementTests {
  /// The documents of the schema whose mutations write to schools.
  private static let documents = ["community", "school_attendance", "posts", "albums", "help_desk", "conversations"]

  /// The mutations of these documents for which terms need not be accepted, each with the reason.
  private static let exceptions: [String: String] = [:]

  /// The mutations by which a student writes to others.
  private static let ofConsent: Set = ["createSchoolPost", "updateSchoolPost", "createSchoolComment", "startConversation", "sendMessage"]

  private static func mutations(of document: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../schema/\(document).graphql")
    let text = try String(contentsOf: file, encoding: .utf8)
    var names: [String] = []
    // The declared ones, by their directives.
    for type in text.matches(of: /(?ms)^type (\w+) (.*?)(?:^\{| \{)$/) {
      for directive in type.2.matches(of: /@(create|update|delete)\((?:[^()]*verb: "(\w+)")?/) {
        names.append("\(directive.2 ?? directive.1)\(type.1)")
      }
    }
    for extended in text.matches(of: /(?ms)^extend type Mutation \{(.*?)^\}/) {
      names += extended.1.matches(of: /(?m)^  (\w+)\(/).map { String($0.1) }
    }
    return names
  }

  @Test("What people write to schools needs the terms", arguments: documents)
  func terms(_ document: String) throws {
    let map = try EntityMap<Viewer>.shared
    let names = try Self.mutations(of: document)
    #expect(names.count >= 3, "\(names)")
    for name in names {
      let mutation = try #require(map.mutation(name), "\(name)")
      let isExempt = Self.exceptions[name] != nil
      #expect(mutation.requirements.contains("TERMS") != isExempt, "\(name) writes to a school: let its area require .termsAccepted")
    }
  }

  @Test func `What a student writes to others needs a parent's consent`() throws {
    let map = try EntityMap<Viewer>.shared
    let needing = ContractMutation.all.map(\.name).filter { map.mutation($0)?.requirements.contains("CONSENT") == true }
    #expect(Set(needing) == Self.ofConsent)
  }

  @Test func `No other mutation needs them`() throws {
    let map = try EntityMap<Viewer>.shared
    let known = Set(try Self.documents.flatMap { try Self.mutations(of: $0) })
    let others = ContractMutation.all.map(\.name).filter { !known.contains($0) }
    #expect(others.filter { map.mutation($0)?.requirements.contains("TERMS") == true } == [])
  }
}
