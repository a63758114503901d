import ArgumentParser
import Foundation

/// A setting of the server: an option of `hatched serve` or `hatched migrate` with the variable that stands for it, or a secret, which has
/// a variable alone.
struct Setting: Hashable, Sendable {
  /// The option, as in `--max-connections`; nil for a secret.
  let flag: String?
  /// The environment variable, as in `HATCHED_MAX_CONNECTIONS`.
  let variable: String
  /// The heading under which the option's help stands.
  let section: String
  /// The option's help, without the variable and the default.
  let help: String
  /// The default as a value, or in words; nil for none.
  let standard: String?
  /// Whether the option has no value: it is given or not.
  let isSwitch: Bool
  /// Whether the option may be repeated; its variable separates the values by commas.
  let isRepeating: Bool
  /// Whether the program reads the variable by itself. The variables of other settings stand for their options on the command line.
  let isReadByName: Bool

  /// Every setting, in the order of the help.
  static let all: [Setting] = {
    let server = options(of: Serve.self)
    let owner = options(of: Migrate.self).filter(\.isReadByName)
    let declared = server + owner.filter { option in !server.contains { $0.variable == option.variable } }
    let known = Set(declared.map(\.variable))
    return EnvironmentVariable.allCases.filter { !known.contains($0.rawValue) }.map(Setting.init(secret:)) + declared
  }()

  /// The settings among the options of a command.
  static func options(of command: any ParsableCommand.Type) -> [Setting] {
    guard let help = try? JSONDecoder().decode(CommandHelp.self, from: Data(command._dumpHelp().utf8)) else { return [] }
    return help.command.arguments.filter { $0.kind != "positional" && !["help", "version"].contains($0.preferredName?.name ?? "") }
      .compactMap(Setting.init(option:))
  }

  private init(secret variable: EnvironmentVariable) {
    flag = nil
    self.variable = variable.rawValue
    section = "Secrets"
    help = variable.help
    standard = nil
    isSwitch = false
    isRepeating = false
    isReadByName = true
  }

  private init?(option: CommandHelp.Argument) {
    guard let name = option.preferredName?.name else { return nil }
    var text = option.abstract ?? ""
    var standard = option.defaultValue
    if let match = text.firstMatch(of: /\s*\[([^\[\]]+)\]$/) {
      standard = String(match.output.1)
      text.removeSubrange(match.range)
    }
    // A number of this machine, such as its processors, is none of another.
    if let match = text.firstMatch(of: /\s*Default: ([^.]+)\.$/) {
      standard = String(match.output.1)
      text.removeSubrange(match.range)
    }
    let named = text.firstMatch(of: /\s*\(([A-Z][A-Z0-9_]+)[^)]*\)/)
    if let named { text.removeSubrange(named.range) }
    flag = "--\(name)"
    variable = named.map { String($0.output.1) } ?? Self.variable(of: name)
    section = option.sectionTitle ?? "Server"
    help = text
    self.standard = standard == "none" ? nil : standard
    isSwitch = option.kind == "flag"
    isRepeating = option.isRepeating
    isReadByName = named != nil
  }

  /// The variable of an option whose help names none: `HATCHED_MAX_CONNECTIONS` of `max-connections`.
  private static func variable(of name: String) -> String {
    "HATCHED_" + name.uppercased().replacing("-", with: "_")
  }
}

/// The parts of ArgumentParser's description of a command that settings are read from.
private struct CommandHelp: Decodable {
  struct Name: Decodable { let name: String }

  struct Argument: Decodable {
    let kind: String
    let isRepeating: Bool
    let preferredName: Name?
    let sectionTitle: String?
    let defaultValue: String?
    let abstract: String?
  }

  struct Command: Decodable { let arguments: [Argument] }

  let command: Command
}
