import ArgumentParser
import Domain
import Foundation
import Planning
import Postgres
import SQL

/// `hatched terms`
struct TermsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terms",
    abstract: "Publishes terms of use, statements on privacy and licences, and lists them.",
    discussion: """
      From the moment a version takes effect, whoever has not accepted it writes nothing to schools: such writes are refused
      with TERMS_NOT_ACCEPTED. What is published stays: a correction is a new version.

      Examples:
        hatched terms publish terms.md --kind TERMS --terms-version 2026-11
        hatched terms publish nutzung.md --kind TERMS --terms-version 2026-11 \\
          --language de
        hatched terms publish privacy.md --kind PRIVACY --terms-version 3 \\
          --effective 2027-01-01
        hatched terms list
      """,
    subcommands: [TermsPublish.self, TermsList.self])
}

/// `hatched terms publish`
struct TermsPublish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Publishes a version of terms, in one language.",
    discussion: """
      The file is text in UTF-8. A version is published once in each language. It takes effect at the start of a day of UTC, or at
      once; other languages of the version take effect with the first. People may accept a version before it takes effect.

      Examples:
        hatched terms publish terms.md --kind TERMS --terms-version 2026-11
        hatched terms publish nutzung.md --kind TERMS --terms-version 2026-11 \\
          --language de
        hatched terms publish privacy.md --kind PRIVACY --terms-version 3 \\
          --effective 2027-01-01
      """)

  @Argument(help: ArgumentHelp("The file with the text, of 1 to 500,000 characters.", valueName: "path"))
  var file: String

  @Option(help: "The kind of terms: TERMS, PRIVACY or LICENCES.")
  var kind: PublishedKind

  @Option(help: ArgumentHelp("The name of the version, of 1 to 50 characters.", valueName: "name"))
  var termsVersion: String

  @Option(help: ArgumentHelp("The language of the text, as a tag such as en or de-AT.", valueName: "tag"))
  var language = "en"

  @Option(help: ArgumentHelp("The day on which it takes effect, as in 2027-01-01. [at once]", valueName: "date"))
  var effective: String?

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    guard (1...50).contains(termsVersion.unicodeScalars.count), termsVersion.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("The name of a version has 1 to 50 characters.")
    }
    guard language.unicodeScalars.count <= 35, language.wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?/) != nil else {
      throw ValidationError("\"\(language)\" is not the tag of a language, such as en or de-AT.")
    }
    if let effective, Self.day(effective) == nil {
      throw ValidationError("\"\(effective)\" is not a day, such as 2027-01-01.")
    }
  }

  func run() async throws {
    let text = try self.text()
    let version = TermsPublication.Version(
      id: .timeOrdered(), kind: kind.rawValue, name: termsVersion, language: language, text: text, effectiveAt: effective)
    let published = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await TermsPublication.publish(version, on: transaction)
      }
    }
    guard let published else {
      throw CommandFailure("\(kind.rawValue) \(termsVersion) is published in \(language) already: name another version")
    }
    print("\(version.id)  \(kind.rawValue)  \(termsVersion)  \(language)  effective \(published)")
  }

  private func text() throws -> String {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw CommandFailure("there is no file to be read at \(file)")
    }
    guard let text = String(bytes: data, encoding: .utf8), !text.unicodeScalars.contains("\0") else {
      throw CommandFailure("\(file) is not text in UTF-8")
    }
    guard (1...500_000).contains(text.unicodeScalars.count), text.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure("\(file) has to have 1 to 500,000 characters")
    }
    return text
  }

  /// A day of the calendar from 2000 on.
  private static func day(_ text: String) -> DateComponents? {
    guard let match = text.wholeMatch(of: /(2[0-9]{3})-([0-9]{2})-([0-9]{2})/), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3)
    else { return nil }
    let components = DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
    return components.isValidDate ? components : nil
  }
}

/// `hatched terms list`
struct TermsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the published terms.",
    discussion: """
      A line for each version in each language: its id, kind, version and language, when it takes effect, and how many accounts
      have accepted it in that language.

      Examples:
        hatched terms list
      """)

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let all = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted) { try await TermsPublication.all(on: $0) }
    }
    for terms in all {
      print(
        "\(terms.id)  \(terms.kind)  \(terms.name)  \(terms.language)  effective \(terms.effectiveAt)  accepted \(terms.acceptances)")
    }
  }
}

/// A kind of terms as operators write it: as the schema does.
enum PublishedKind: String, CaseIterable, ExpressibleByArgument {
  case terms = "TERMS"
  case privacy = "PRIVACY"
  case licences = "LICENCES"

  init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}
