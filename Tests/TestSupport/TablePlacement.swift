import Foundation

/// Where the rows of a table live once several machines share them: a line of schema/placement.txt.
package struct TablePlacement: Sendable {
  package enum Kind: String, Sendable {
    /// On every machine: few rows, read together with any other.
    case reference
    /// With the other rows of the family.
    case family
    /// With the other rows of the account.
    case account
    /// With the other rows of the school.
    case school
    /// On the coordinator alone.
    case local

    /// The column that each statement binds; nil where any machine has all rows.
    package var column: String? {
      switch self {
      case .family: "family_id"
      case .account: "account_id"
      case .school: "school_id"
      case .reference, .local: nil
      }
    }
  }

  package let table: String
  package let kind: Kind

  package static func all() throws -> [TablePlacement] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema/placement.txt")
    return lines(of: try String(contentsOf: file, encoding: .utf8))
  }

  /// The placements of a text such as `schema/placement.txt`.
  package static func lines(of text: String) -> [TablePlacement] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let kind = Kind(rawValue: String(words[0])) else { return nil }
      return TablePlacement(table: String(words[1]), kind: kind)
    }
  }
}
