import ArgumentParser
import Foundation
import Testing

@testable import Server

/// Every flag of `hatched serve`, given by its environment variable: it means what the flag means.
@Suite struct SettingWalkTests {
  private static let options = Setting.options(of: Serve.self)

  // MARK: Variables that stand for their flags

  /// The options of a command line and an environment, with all of their values.
  private static func parsed(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    String(reflecting: try SettingVariables(environment: environment).parse(["serve"] + arguments))
  }

  /// Values that may be good for an option, and are not its default.
  private static func values(_ setting: Setting) -> [String] {
    if setting.isSwitch { return ["on"] }
    let number = setting.standard.flatMap { Int($0) } ?? 10
    return ["\(number + 1)", "\(number - 1)", "\(2 * number)", "off", "authenticated", "some/path"]
  }

  @Test(arguments: options.filter { !$0.isReadByName })
  func `A variable sets what its flag sets`(setting: Setting) throws {
    let flag = try #require(setting.flag)
    let usual = try Self.parsed([])
    func option(_ value: String) -> [String] { setting.isSwitch ? [flag] : ["\(flag)=\(value)"] }
    let value = try #require(
      Self.values(setting).first { value in (try? Self.parsed(option(value))).map { $0 != usual } ?? false }, "no value is good for \(flag)")
    let given = try Self.parsed(option(value))
    #expect(try Self.parsed([], [setting.variable: value]) == given)
    // The flag wins, and an empty variable is none.
    if !setting.isSwitch { #expect(try Self.parsed(option(value), [setting.variable: "nonsense"]) == given) }
    #expect(try Self.parsed([], [setting.variable: ""]) == usual)
  }

  // MARK: Variables that the program reads by name

  /// A value that `doctor` tells of, and what else has to be set for it.
  private struct Sample {
    var value = "nonsense"
    var others: [String: String] = [:]
  }

  private static let mail = [
    "HATCHED_MAIL_SERVER": "smtp://127.0.0.1:1", "HATCHED_MAIL_FROM": "A School <school@example.org>", "HATCHED_PUBLIC_URL": "https://app.example.org",
  ]

  private static let samples: [String: Sample] = [
    "DATABASE_URL": Sample(value: "host=/elsewhere dbname=x user=hatched_app"),
    "WORKER_DATABASE_URL": Sample(value: "host=/elsewhere dbname=x user=hatched_worker"),
    "HOST": Sample(value: "0.0.0.0"),
    "HATCHED_CORS_ORIGINS": Sample(value: "https://app.example.org"),
    "HATCHED_CLIENT_ADDRESS_HEADER": Sample(value: "X-Forwarded-For"),
    "HATCHED_APPLE_AUDIENCES": Sample(value: "org.example.hatched"),
    "HATCHED_APPLE_KEYS": Sample(value: "https://keys.example.org", others: ["HATCHED_APPLE_AUDIENCES": "org.example.hatched"]),
    "HATCHED_ADMIN_ADDRESS": Sample(value: "127.0.0.1:1"),
    "HATCHED_LOG_FORMAT": Sample(value: "json"),
    "HATCHED_MAIL_SERVER": Sample(value: "smtp://127.0.0.2:2", others: mail),
    "HATCHED_MAIL_FROM": Sample(others: mail),
    "HATCHED_MAIL_ENCRYPTION": Sample(value: "off", others: mail),
    "HATCHED_MAIL_AUTHORITIES": Sample(others: mail),
    "HATCHED_PUBLIC_URL": Sample(value: "https://other.example.org", others: mail),
    "HATCHED_TELEPHONE_WEBHOOK": Sample(others: mail),
    "HATCHED_MAIL": Sample(value: "print"),
  ]

  /// The findings of `doctor`, but for the one that lists the variables that are set.
  private static func findings(_ arguments: [String], _ environment: [String: String]) async throws -> String {
    let usual = ["DATABASE_URL": "host=/nowhere dbname=x user=hatched_app", "HATCHED_TOKEN_SECRETS": RunningServer.secret]
    let end = try await ChildProcess.run(.hatched, ["doctor"] + arguments, environment: usual.merging(environment) { $1 })
    return (end.output + end.errors).split(separator: "\n").filter { !$0.contains("  environment  ") }.joined(separator: "\n")
  }

  @Test(arguments: options.filter(\.isReadByName))
  func `A variable that the program reads by name is heard as its flag is`(setting: Setting) async throws {
    let flag = try #require(setting.flag)
    let sample = Self.samples[setting.variable] ?? Sample()
    var others = sample.others
    others[setting.variable] = nil
    let usual = try await Self.findings([], sample.others)
    let byFlag = try await Self.findings(["\(flag)=\(sample.value)"], others)
    let byVariable = try await Self.findings([], others.merging([setting.variable: sample.value]) { $1 })
    #expect(byVariable != usual, "nothing tells of \(setting.variable)")
    // A message may name the one that was given.
    func neutral(_ text: String) -> String { text.replacing(setting.variable, with: "…").replacing(flag, with: "…") }
    #expect(neutral(byVariable) == neutral(byFlag))
  }
}
