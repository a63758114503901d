import Planning
import SQL

/// A viewer of the library of these tests.
enum LibraryViewer: ViewerContext, Hashable {
  case stranger
  /// Works in a library.
  case staff(library: UUIDValue)
  /// Borrows books of a library.
  case reader(library: UUIDValue, person: UUIDValue)

  enum Attribute: ViewerAttribute {
    case library, person
    var type: SQLType { .uuid }
  }

  enum PlanClass: Hashable, Sendable, CaseIterable { case stranger, staff, reader }

  /// At work in library 1.
  static let staff = LibraryViewer.staff(library: .key(1))
  /// Person 9 of library 1.
  static let reader = LibraryViewer.reader(library: .key(1), person: .key(9))

  var planClass: PlanClass {
    switch self {
    case .stranger: .stranger
    case .staff: .staff
    case .reader: .reader
    }
  }

  func value(of attribute: Attribute) -> SQLValue {
    switch (attribute, self) {
    case (.library, .staff(let library)), (.library, .reader(let library, _)): .uuid(library)
    case (.person, .reader(_, let person)): .uuid(person)
    case (_, .stranger), (.person, .staff): .null(.uuid)
    }
  }

  var scopeStatement: Statement {
    Statement(text: "SELECT set_config('library', $1, true)", binds: [value(of: .library)])
  }
}

extension UUIDValue {
  /// A key that is easy to read: `00000000-0000-0000-0000-000000000007`.
  static func key(_ number: UInt64) -> UUIDValue { UUIDValue(high: 0, low: number) }
}

extension Access where Viewer == LibraryViewer {
  static var anyone: Access { Access("anyone") { _ in .allowed } }

  static var everyViewer: Access {
    Access("everyViewer") { $0 == .stranger ? .unauthenticated : .allowed }
  }

  static var staff: Access {
    Access("staff") { viewer in
      switch viewer {
      case .stranger: .unauthenticated
      case .staff: .allowed
      case .reader: .refused
      }
    }
  }

  /// Readers may have the field of the rows that they wrote.
  static var staffOrAuthor: Access {
    Access("staffOrAuthor") { viewer in
      switch viewer {
      case .stranger: .unauthenticated
      case .staff: .allowed
      case .reader: .rows { row in "\(row["author_id"]) = \(row.viewer(.person))" }
      }
    }
  }
}

extension RowScope where Viewer == LibraryViewer {
  static var library: RowScope { RowScope(column: "library_id", attribute: .library) }
}
