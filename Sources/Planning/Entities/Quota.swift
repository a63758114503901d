/// The most that a scope, such as a family, may keep of a type.
///
/// The database counts rows and bytes with each change and refuses what passes a quota. The planner takes `rows` for the
/// most that any list of the type can read, however many parents its pages are multiplied by.
package struct Quota: Hashable, Sendable {
  package let rows: Int
  /// The size of the values in the database, before compression, with 48 bytes for each row; indexes not counted.
  package let bytes: Int

  package init(rows: Int, bytes: Int) {
    self.rows = rows
    self.bytes = bytes
  }
}
