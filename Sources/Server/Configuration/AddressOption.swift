import ArgumentParser
import Postgres

/// Where a database is: as a flag says, or an environment variable.
enum AddressOption {
  /// - Parameters:
  ///   - flag: what the flag says, if it was given.
  ///   - name: of the flag.
  /// - Returns: nil when neither says anything.
  /// - Throws: when it is no address, or a password stands in the flag, which every user of the machine can read.
  static func address(
    _ flag: String?, _ name: String, or variable: EnvironmentVariable
  ) throws -> DatabaseAddress? {
    guard let flag else { return try variable.value.map { try DatabaseAddress($0) } }
    let address = try DatabaseAddress(flag)
    guard !address.hasPassword else {
      throw ValidationError(
        "The address of \(name) has a password, which every user of this machine can read there: "
          + "give it in \(variable.rawValue).")
    }
    return address
  }
}
