import ArgumentParser
import Postgres
import SQL

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
    guard let flag else { return try variable.value.map { try parse($0, of: variable.rawValue) } }
    let address = try parse(flag, of: name)
    guard !address.hasPassword else {
      throw ValidationError(
        "The address of \(name) has a password, which every user of this machine can read there: "
          + "give it in \(variable.rawValue).")
    }
    return address
  }

  /// - Parameter setting: the flag or the variable that has the text.
  private static func parse(_ text: String, of setting: String) throws -> DatabaseAddress {
    do throws(StatementError) {
      return try DatabaseAddress(text)
    } catch {
      throw CommandFailure("\(setting): \(error.message)", status: .usage)
    }
  }
}
