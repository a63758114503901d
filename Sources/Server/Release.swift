/// The version of the program. CHANGELOG.md has the same, which a test compares: its newest number, or while there are changes under
/// "Unreleased" the next number with `-dev`.
enum Release {
  static let version = "0.13.0-dev"

  /// The first bytes of the hash that the linker wrote into the program, so that two builds of a version can be told apart.
  static let build: String =
    ((try? BuildID.bytes()) ?? []).prefix(6).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()

  /// As `hatched --version` prints it: `0.13.0-dev (build 1f2e3d4c5b6a)`.
  static var description: String { "\(version) (build \(build))" }
}
