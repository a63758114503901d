import ArgumentParser

/// The options that the environment gives: `HATCHED_MAX_CONNECTIONS=2000` stands for `--max-connections 2000`. An option on the command
/// line wins.
struct SettingVariables {
  let environment: [String: String]

  /// The commands that read the settings of the server.
  static var commands: [String: any ParsableCommand.Type] {
    [
      "serve": Serve.self, "seed": Seed.self, "doctor": Doctor.self, "mail": MailCommand.self, "push": PushCommand.self,
      "files": FilesCommand.self,
    ]
  }

  /// Parses a command line.
  /// - Throws: An error that names the variable where one of the environment is malformed.
  func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let given = try options(besides: arguments)
    guard !given.isEmpty else { return try Hatched.parseAsRoot(arguments) }
    func parse(_ options: [String]) throws -> any ParsableCommand {
      try Hatched.parseAsRoot(arguments.prefix(1) + options + arguments.dropFirst())
    }
    do {
      return try parse(given.flatMap(\.arguments))
    } catch {
      // Without the environment's options an error of the command line is reported as it is.
      _ = try parse([])
      for option in given {
        do {
          _ = try parse(option.arguments)
        } catch let cause {
          throw ValidationError("\(option.variable) is \"\(option.value)\": \(Hatched.message(for: cause))")
        }
      }
      throw error
    }
  }

  private struct Option {
    let variable: String
    let value: String
    let arguments: [String]
  }

  private func options(besides arguments: [String]) throws -> [Option] {
    guard let name = arguments.first, let command = Self.commands[name] else { return [] }
    let others = Set(environment.keys).subtracting(EnvironmentVariable.allCases.map(\.rawValue))
    guard others.contains(where: { $0.hasPrefix("HATCHED_") }) else { return [] }
    let own = command == Serve.self ? nil : Set(Setting.options(of: command).compactMap(\.flag))
    return try Setting.options(of: Serve.self).compactMap { setting in
      guard let flag = setting.flag, own?.contains(flag) != false, !setting.isReadByName,
        let value = environment[setting.variable], !value.isEmpty,
        !arguments.contains(where: { $0 == flag || $0.hasPrefix(flag + "=") })
      else { return nil }
      return Option(variable: setting.variable, value: value, arguments: try Self.arguments(of: setting, flag, value))
    }
  }

  private static func arguments(of setting: Setting, _ flag: String, _ value: String) throws -> [String] {
    guard setting.isSwitch else {
      let values = setting.isRepeating ? value.split(separator: ",").map(String.init) : [value]
      return values.map { "\(flag)=\($0)" }
    }
    switch value.lowercased() {
    case "on", "true", "yes", "1": return [flag]
    case "off", "false", "no", "0": return []
    default: throw ValidationError("\(setting.variable) is \"\(value)\": use on or off.")
    }
  }

  /// The variables of this program's names that it does not know: misspelt ones, most likely.
  var unknown: [String] {
    let candidates = environment.filter { $0.key.hasPrefix("HATCHED_") && !$0.value.isEmpty }.keys.filter { name in
      !name.hasPrefix("HATCHED_TEST_") && EnvironmentVariable(rawValue: name) == nil
    }
    if candidates.isEmpty { return [] }
    let known = Set(Setting.all.map(\.variable)).union(Self.ofDockerCompose)
    return candidates.filter { !known.contains($0) }.sorted()
  }

  /// The variables that docker-compose.yml reads itself.
  static let ofDockerCompose: Set<String> = [
    "HATCHED_OWNER_PASSWORD", "HATCHED_APP_PASSWORD", "HATCHED_WORKER_PASSWORD", "HATCHED_FILES", "HATCHED_PUBLISH",
    "HATCHED_PUBLISH_ADMIN", "HATCHED_DEMO",
  ]
}
