extension SQL {
  /// Something besides rows that decides what a piece of SQL gives. The piece that reads it declares it, so that no
  /// code searches statements for names.
  public enum Dependency: Hashable, Sendable {
    /// The time of the transaction.
    case clock(Boundary)
    /// A setting of the transaction.
    case setting(String)
    /// Rows whose changes are counted by a version of their own, by the name of that.
    case version(String)
  }
}

/// The moments at which the clock alone changes what a piece of SQL gives: an invitation lapses, a day ends.
public struct Boundary: Hashable, Sendable {
  /// Names it among all boundaries of the program.
  public let name: String
  /// An expression for the next of the moments, a `timestamptz`; null where there is none. It is over no row, and binds nothing.
  public let moment: SQL

  public init(_ name: String, next moment: SQL) {
    self.name = name
    self.moment = moment
  }
}
