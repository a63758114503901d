/// A query of some kilobytes whose answer has millions of bytes, without a row of the database.
enum LargeAnswer {
  /// Asks for every description of the schema's fields 80 times.
  static let query = "{__schema{types{fields{" + (1...80).map { "a\($0):description" }.joined(separator: " ") + "}}}}"
  /// The least size of the answer, in bytes: more than the system keeps for a connection with a small buffer.
  static let size = 4 << 20
}
