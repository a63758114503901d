import ArgumentParser
import Domain
import Foundation
import Planning
import Postgres
import SQL

/// `hatched ticket`
struct TicketCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ticket",
    abstract: "Lists, answers and closes the tickets about faults of this program.",
    discussion: """
      Parents and students write tickets of the kind BUG to the help desk of their school. Its staff do not see them: the operator
      answers. Authors are notified of answers. An answered ticket is closed after 14 days without a message.

      Examples:
        hatched ticket list
        hatched ticket answer 0190163d-8694-739b-aea5-966c26f8ad91 \\
          --text "Fixed in the next release. Thank you!"
        hatched ticket close 0190163d-8694-739b-aea5-966c26f8ad91
      """,
    subcommands: [TicketList.self, TicketAnswer.self, TicketClose.self])
}

/// `hatched ticket list`
struct TicketList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the tickets that wait for an answer of the operator.",
    discussion: """
      A line for each ticket, the oldest first: its id, its state, when it was written, the school and the title; and below it its
      messages, each with its time and its author.

      Examples:
        hatched ticket list
        hatched ticket list --all
      """)

  @Flag(help: "List the tickets that are answered or closed as well.")
  var all = false

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let isAll = all
    let tickets = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted) { try await OperatorDesk.all(isAll: isAll, on: $0) }
    }
    for ticket in tickets {
      print("\(ticket.id)  \(ticket.state)  \(ticket.createdAt)  \(ticket.school): \(ticket.title)")
      for message in ticket.messages {
        print("    \(message.createdAt)  \(message.author):")
        for line in message.text.split(separator: "\n", omittingEmptySubsequences: false) { print("      \(line)") }
      }
    }
  }
}

/// `hatched ticket answer`
struct TicketAnswer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Answers a ticket.",
    discussion: """
      The author of the ticket is notified, and may write again.

      Examples:
        hatched ticket answer 0190163d-8694-739b-aea5-966c26f8ad91 \\
          --text "Which month do you mean?"
        hatched ticket answer 0190163d-8694-739b-aea5-966c26f8ad91 --name Robin \\
          --text "Fixed in the next release. Thank you!"
      """)

  @Argument(help: ArgumentHelp("The id of the ticket.", valueName: "id"))
  var ticket: String

  @Option(help: "The answer, of 1 to 10,000 characters.")
  var text: String

  @Option(help: ArgumentHelp("The name of who answers, of 1 to 200 characters.", valueName: "name"))
  var name = "Support"

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    _ = try TicketID(ticket)
    guard OperatorDesk.isText(text) else {
      throw ValidationError("An answer has 1 to 10,000 characters, and no control characters but line ends and tabs.")
    }
    guard OperatorDesk.isName(name) else { throw ValidationError("A name has 1 to 200 characters, in one line.") }
  }

  func run() async throws {
    let (id, text, name) = (try TicketID(ticket).value, self.text, self.name)
    let state = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await OperatorDesk.answer(id, text, by: name, on: transaction)
      }
    }
    try TicketID.report(id, state)
  }
}

/// `hatched ticket close`
struct TicketClose: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close",
    abstract: "Closes a ticket.",
    discussion: """
      The author of the ticket is notified, and opens it anew by writing within 14 days.

      Examples:
        hatched ticket close 0190163d-8694-739b-aea5-966c26f8ad91
      """)

  @Argument(help: ArgumentHelp("The id of the ticket.", valueName: "id"))
  var ticket: String

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws { _ = try TicketID(ticket) }

  func run() async throws {
    let id = try TicketID(ticket).value
    let state = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await OperatorDesk.close(id, on: transaction)
      }
    }
    try TicketID.report(id, state)
  }
}

/// The id of a ticket as operators write it.
private struct TicketID {
  let value: UUIDValue

  init(_ text: String) throws {
    guard let value = UUIDValue(text) else { throw ValidationError("\(text) is no id of a ticket.") }
    self.value = value
  }

  static func report(_ id: UUIDValue, _ state: String?) throws {
    guard let state else { throw CommandFailure("there is no ticket about a fault of the program with the id \(id)") }
    print("\(id)  \(state)")
  }
}
