import CEmbedded

/// A file of the repository that is part of the binary, so that the program is one file to ship.
package struct EmbeddedFile: Hashable, Sendable {
  /// Without folder, unless it says so below: `0001_accounts_and_families.sql`.
  package let name: String
  package let text: String

  /// The SDL of `schema/` as it is written, with directives.
  package static let schema = files(from: embedded_schema())
  /// The SQL of `migrations/`, in the order in which they are applied.
  package static let migrations = files(from: embedded_migrations())
  /// The SQL of `migrations/functions/`, with its folders there: `core/time_ordered_id.sql`.
  package static let functions = files(from: embedded_functions())
  /// The texts of messages, with their folders: `en/confirm-address.txt`.
  package static let templates = files(from: embedded_templates())

  /// The pages, scripts and styles of the explorer: `explorer.js`.
  package static let explorer = files(from: embedded_explorer())
  /// The page, scripts and styles of the operator's page: `operator.js`.
  package static let operatorPage = files(from: embedded_operator_page())

  /// Passwords that many people have, a line each.
  package static let commonPasswords = embedded_common_passwords().map { String(cString: $0) } ?? ""

  /// Reads a table that ends with a name of NULL.
  private static func files(from table: UnsafePointer<embedded_file>?) -> [EmbeddedFile] {
    var files: [EmbeddedFile] = []
    var next = table
    while let file = next?.pointee, let name = file.name, let text = file.text {
      files.append(EmbeddedFile(name: String(cString: name), text: String(cString: text)))
      next = next?.advanced(by: 1)
    }
    return files
  }
}
