import ArgumentParser

/// The port of the server: of the flag, of `PORT`, or 8080.
enum ServerPort {
  /// - Throws: when what was given is no port.
  static func resolve(_ flag: Int?) throws -> Int {
    let given = flag.map(String.init) ?? EnvironmentVariable.port.value ?? "8080"
    guard let port = Int(given), (0...65_535).contains(port) else {
      throw ValidationError("\"\(given)\" is not a port: use a number from 0 to 65535.")
    }
    return port
  }
}
