import ArgumentParser
import Foundation
import Testing

@testable import Server

/// Every flag of `hatched serve` whose variable stands for it, given by the variable: it means what the flag means. `SettingsTests` and
/// `DoctorTests` try those that the program reads by name.
@Suite struct SettingWalkTests {
  private static let settings = Setting.options(of: Serve.self).filter { !$0.isReadByName }

  /// Values of options that are no whole number. None is the default.
  private static let words = [
    "--compression": "off", "--introspection": "off", "--persisted-queries": "off", "--prepared-statements": "off",
  ]

  /// A value that is not the default; nil for a switch.
  private static func value(_ setting: Setting) -> String? {
    if setting.isSwitch { return nil }
    if let word = setting.flag.flatMap({ words[$0] }) { return word }
    guard let standard = setting.standard, let number = Int(standard) else { return "7" }
    return "\(number + 1)"
  }

  /// The options of a command line and an environment, with all of their values.
  private static func parsed(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    String(reflecting: try SettingVariables(environment: environment).parse(["serve"] + arguments))
  }

  private static func environment(_ value: (Setting) -> String) -> [String: String] {
    Dictionary(settings.map { ($0.variable, value($0)) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `The variables of all flags set what the flags set, and a flag wins`() throws {
    #expect(Self.settings.count > 50)
    let flags = Self.settings.compactMap { setting in setting.flag.map { flag in Self.value(setting).map { "\(flag)=\($0)" } ?? flag } }
    let usual = try Self.parsed([])
    let byFlags = try Self.parsed(flags)
    #expect(byFlags != usual)
    let byVariables = try Self.parsed([], Self.environment { Self.value($0) ?? "on" })
    #expect(byVariables == byFlags)
    // Each value is there: one that was the default would show nothing.
    for setting in Self.settings where !setting.isSwitch { #expect(Self.value(setting) != setting.standard, "\(setting.variable)") }
    #expect(try Self.parsed(flags, Self.environment { _ in "nonsense" }) == byFlags)
    #expect(try Self.parsed([], Self.environment { $0.isSwitch ? "off" : "" }) == usual)
  }

  @Test func `Each command that has options of the server reads their variables`() {
    let flags = Set(Self.settings.compactMap(\.flag))
    for command in Hatched.configuration.subcommands where !flags.isDisjoint(with: Setting.options(of: command).compactMap(\.flag)) {
      #expect(SettingVariables.commands[command._commandName] == command, "\(command._commandName)")
    }
  }
}
