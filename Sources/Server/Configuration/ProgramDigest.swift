import SessionTokens

/// Names the program and the settings that its answers depend on: an answer of another program counts for nothing.
enum ProgramDigest {
  /// - Throws: when the program's own file cannot be read.
  static func bytes(with limits: LimitOptions) throws -> [UInt8] {
    SHA256.hash(Array("\(limits.documents) \(limits.requests)".utf8) + (try BuildID.bytes())).bytes
  }
}
