import ArgumentParser
import Domain
import Foundation
import Planning
import Postgres
import SQL

/// `hatched provider`
struct ProviderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider",
    abstract: "Lists providers of services, admits them to the directory, and withdraws them.",
    discussion: """
      An account applies as a provider with the mutation applyAsProvider. Nobody else sees it until an operator admits it.

      Examples:
        hatched provider list
        hatched provider admit 0190163d-8694-739b-aea5-966c26f8ad91
        hatched provider withdraw 0190163d-8694-739b-aea5-966c26f8ad91
      """,
    subcommands: [ListProviders.self, AdmitProvider.self, WithdrawProvider.self])
}

/// `hatched provider list`
struct ListProviders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the providers that wait to be admitted.",
    discussion: """
      A line for each provider: its id, whether it is WAITING, ADMITTED or WITHDRAWN, when it applied, its name and its area, and the
      number of its services.

      Examples:
        hatched provider list
        hatched provider list --all
      """)

  @Flag(help: "List the providers that are admitted or withdrawn as well.")
  var all = false

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let isAll = all
    let providers = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted) { try await OperatorDirectory.all(isAll: isAll, on: $0) }
    }
    for provider in providers {
      let area = provider.area.map { ", \($0)" } ?? ""
      print("\(provider.id)  \(provider.state)  \(provider.createdAt)  \(provider.name)\(area): \(provider.services) services")
    }
  }
}

/// `hatched provider admit`
struct AdmitProvider: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admit",
    abstract: "Admits a provider to the directory.",
    discussion: """
      All signed-in accounts see the provider and its services from then on, and families book them. It is the same to admit one twice.

      Examples:
        hatched provider admit 0190163d-8694-739b-aea5-966c26f8ad91
      """)

  @Argument(help: ArgumentHelp("The id of the provider.", valueName: "id"))
  var provider: String

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws { _ = try ProviderID(provider) }

  func run() async throws { try await ProviderID(provider).set(isListed: true, owner) }
}

/// `hatched provider withdraw`
struct WithdrawProvider: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Takes a provider out of the directory.",
    discussion: """
      Nobody finds its services any more, and nobody books them. Bookings stay, and so families that have some see the provider.

      Examples:
        hatched provider withdraw 0190163d-8694-739b-aea5-966c26f8ad91
      """)

  @Argument(help: ArgumentHelp("The id of the provider.", valueName: "id"))
  var provider: String

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws { _ = try ProviderID(provider) }

  func run() async throws { try await ProviderID(provider).set(isListed: false, owner) }
}

/// The id of a provider as operators write it.
private struct ProviderID {
  let value: UUIDValue

  init(_ text: String) throws {
    guard let value = UUIDValue(text) else { throw ValidationError("\(text) is no id of a provider.") }
    self.value = value
  }

  func set(isListed: Bool, _ owner: OwnerOptions) async throws {
    let id = value
    let name = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await OperatorDirectory.set(id, isListed: isListed, on: transaction)
      }
    }
    guard let name else { throw CommandFailure("there is no provider\(isListed ? "" : " in the directory") with the id \(id)") }
    print("\(id)  \(isListed ? "ADMITTED" : "WITHDRAWN")  \(name)")
  }
}
