import Domain
import Embedded
import Foundation
import GraphQL
import Testing

/// The table of notices, and the files that follow from it.
struct NoticeFileTests {
  private static let command = "HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests"
  private static let isRecorded = ProcessInfo.processInfo.environment["HATCHED_RECORD_NOTICES"] == "1"

  @Test func `The enum of events and the functions of the database follow from the table`() throws {
    try compare(NoticeDocuments.schema, "schema/notices.graphql", Repository.files(in: "schema")["notices.graphql"])
    let functions = Dictionary(uniqueKeysWithValues: EmbeddedFile.functions.map { ($0.name, $0.text) })
    for (path, text) in NoticeFunctions.files { try compare(text, "migrations/functions/\(path)", functions[path]) }
  }

  @Test func `The tables of docs push follow from the table`() throws {
    let page = try #require(Repository.files(in: "docs")["push.md"])
    var updated = page
    for (name, table) in [("kinds", NoticeDocuments.kinds), ("events", NoticeDocuments.events)] {
      let start = try #require(updated.range(of: "<!-- \(name) -->\n"))
      let end = try #require(updated.range(of: "\n<!-- end of \(name) -->"))
      updated.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
    }
    try compare(updated, "docs/push.md", page)
  }

  private func compare(_ text: String, _ path: String, _ found: String?) throws {
    if Self.isRecorded {
      try Repository.write(text, to: path)
    } else {
      #expect(found == text, "\(path) differs from Sources/Domain/Core/Notices: \(Self.command)")
    }
  }

  @Test func `Each event has an entry of its own and texts in each language, of its arguments`() throws {
    #expect(Set(Notice.all.map(\.event)).count == Notice.all.count)
    #expect(NoticeKind.allCases.allSatisfy { kind in Notice.named(kind.rawValue)?.kind == kind })
    for (language, texts) in NoticeText.all {
      #expect(Set(texts.keys) == Set(Notice.all.map(\.event)), "\(language)")
      for notice in Notice.all {
        let text = try #require(texts[notice.event])
        for part in NoticeText.Part.allCases {
          let name = "\(language) \(notice.event) \(part)"
          #expect(text[part].isEmpty == notice.ownWords.contains(part), "\(name)")
          let forms = try text[part].map { template in
            let pieces = try #require(NoticeText.pieces(of: template), "\(name)")
            return Set(NoticeArgument.allCases.filter { pieces.contains(.argument($0)) })
          }
          #expect(forms.allSatisfy { $0.isSubset(of: notice.required + notice.optional) }, "\(name)")
          // The last form has a value in any case, and the forms of all languages take the same arguments.
          #expect(forms.last?.isSubset(of: notice.required) != false, "\(name)")
          #expect(forms.count == NoticeText.all[NoticeText.standardLanguage]?[notice.event]?[part].count, "\(name)")
        }
      }
    }
  }

  @Test func `Each key of a push takes arguments of its event, the last one such as each event has`() {
    for notice in Notice.all {
      guard case .keys(let keys) = notice.push else { continue }
      #expect(keys.last.map { Set($0.arguments).isSubset(of: notice.required) } == true, "\(notice.event)")
      #expect(keys.allSatisfy { Set($0.arguments).isSubset(of: notice.required + notice.optional) }, "\(notice.event)")
    }
  }

  @Test func `The kinds of members are those of the schema, and the languages those of mails`() throws {
    let schema = try Schema.domain()
    guard case .enum(let kinds)? = schema.types["NotificationKind"] else {
      Issue.record("there is no NotificationKind")
      return
    }
    #expect(Set(kinds.values.map(\.name)) == Set(NoticeKind.allCases.filter { $0.channel == .members }.map(\.rawValue)))
    let mails = Set(EmbeddedFile.templates.map { $0.name.prefix { $0 != "/" } }.filter { $0 != "layout.html" })
    #expect(Set(NoticeText.all.keys) == Set(mails.map(String.init)))
  }

  @Test func `What the outbox has in SQL is what the table says`() throws {
    let claim = try #require(EmbeddedFile.functions.first { $0.name == "core/claim_pushes.sql" }?.text)
    let staff = NoticeKind.allCases.filter { $0.channel == .staff }.map { "'\($0.categoryName)'" }.sorted().joined(separator: ", ")
    #expect(claim.contains("ARRAY[\(staff)]"))
    for kind in NoticeKind.allCases { #expect(claim.contains("ORDER BY waiting.kind <> '\(kind.categoryName)'") == kind.isFirst) }
  }
}
