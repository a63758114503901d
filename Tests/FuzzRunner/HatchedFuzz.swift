import ArgumentParser
import Foundation
import Fuzzing

/// `hatched-fuzz`: tries what reads the input of clients with inputs of its own making.
@main
struct HatchedFuzz: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hatched-fuzz",
    abstract: "Feeds what reads the input of clients with made-up inputs, until one breaks it.",
    subcommands: [Run.self, Hostile.self, Cover.self], defaultSubcommand: Run.self)

  static func targets(_ names: [String]) throws -> [FuzzTarget] {
    guard !names.isEmpty else { return FuzzTarget.all }
    return try names.map { name in
      guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let known = FuzzTarget.all.map(\.name).joined(separator: ", ")
        throw ValidationError("There is no target \(name), but: \(known).")
      }
      return target
    }
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func aligned(_ number: Double, _ digits: Int = 0, width: Int = 12) -> String {
  let text = String(format: "%.\(digits)f", number)
  return String(repeating: " ", count: max(0, width - text.count)) + text
}
