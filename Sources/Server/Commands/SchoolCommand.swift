import ArgumentParser
import Planning
import Postgres
import SQL
import Domain

/// `hatched school`
struct SchoolCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "school",
    abstract: "Creates and lists schools, and invites their first administrators.",
    discussion: """
      An administrator accepts the invitation in the app, and then makes classes and invites the other staff. Families
      register with the school's code.

      Examples:
        hatched school create "Hill School" --time-zone America/New_York
        hatched school create "Hill School" --time-zone America/New_York \\
          --address "12 Hill Road, Ithaca, NY 14850"
        hatched school list
        hatched school invite 0198f000-0000-7000-8070-000000000001 \\
          --role ADMINISTRATOR
      """,
    subcommands: [SchoolCreate.self, SchoolList.self, SchoolInvite.self])
}

/// `hatched school create`
struct SchoolCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Creates a school, with an invitation for its first administrator.",
    discussion: """
      It prints the school's id, the code with which families register, and the code of the invitation. The code of the
      invitation is shown once and is good for 7 days: `hatched school invite` makes another.

      Examples:
        hatched school create "Hill School" --time-zone America/New_York
        hatched school create "Hill School" --time-zone America/New_York \\
          --address "12 Hill Road, Ithaca, NY 14850"
      """)

  @Argument(help: "The school's name, of 1 to 200 characters.")
  var name: String

  @Option(help: ArgumentHelp("Where the school's days begin and end, as the IANA calls it: America/New_York.", valueName: "zone"))
  var timeZone: String

  @Option(help: "The postal address, of 1 to 500 characters.")
  var address: String?

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func validate() throws {
    guard (1...200).contains(name.unicodeScalars.count), name.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("The name of a school has 1 to 200 characters.")
    }
    if let address, !(1...500).contains(address.unicodeScalars.count) {
      throw ValidationError("The address of a school has 1 to 500 characters.")
    }
  }

  func run() async throws {
    let id = UUIDValue.timeOrdered()
    let code = SchoolSetup.InvitationCode()
    let school = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        guard try await SchoolSetup.create(id, name: name, timeZone: timeZone, address: address, on: transaction) else {
          throw CommandFailure("there is no time zone \"\(timeZone)\": name one as the IANA does, such as America/New_York")
        }
        _ = try await SchoolSetup.invite(.administrator, to: id, with: code, on: transaction)
        return try await SchoolSetup.schools(id, on: transaction).first
      }
    }
    print(
      """
      school           \(id)
      families' code   \(school?.code ?? "")
      invitation       \(code.text)  ADMINISTRATOR, for \(SchoolSetup.invitationDays) days, shown once
      """)
  }
}

/// `hatched school list`
struct SchoolList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the schools, with their codes.",
    discussion: """
      A line for each school: its id, the code for families, the time zone, how many administrators, staff and families
      it has, and its name.

      Examples:
        hatched school list
      """)

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    let schools = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted) { try await SchoolSetup.schools(on: $0) }
    }
    for school in schools {
      print(
        """
        \(school.id)  \(school.code)  \(school.timeZone)  administrators \(school.administrators)  staff \(school.staff)  \
        families \(school.families)  \(school.name)
        """)
    }
  }
}

/// `hatched school invite`
struct SchoolInvite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Invites someone to work at a school, where the code for its administrator was lost.",
    discussion: """
      It prints a code that is good for one person and 7 days, and is shown once. A teacher who comes with it has no
      classes yet: administrators give them.

      Examples:
        hatched school invite 0198f000-0000-7000-8070-000000000001 \\
          --role ADMINISTRATOR
      """)

  @Argument(help: "The id of the school: see `hatched school list`.")
  var school: String

  @Option(help: "The role of the person at the school.")
  var role: InvitedRole = .administrator

  @OptionGroup(title: "Database") var owner: OwnerOptions

  func run() async throws {
    guard let id = UUIDValue(school) else {
      throw ValidationError("\"\(school)\" is not the id of a school: it must be a UUID.")
    }
    let code = SchoolSetup.InvitationCode()
    let outcome = try await owner.withConnection { connection in
      try await connection.withTransaction(isolation: .readCommitted, readOnly: false) { transaction in
        try await SchoolSetup.invite(role.role, to: id, with: code, on: transaction)
      }
    }
    switch outcome {
    case .done:
      print("invitation       \(code.text)  \(role.rawValue), for \(SchoolSetup.invitationDays) days, shown once")
    case .noSuchSchool: throw CommandFailure("there is no school \(id): see hatched school list")
    case .limit: throw CommandFailure("the school has 200 open invitations: its administrators can take some back")
    }
  }
}

/// A role as operators write it: as the schema does.
enum InvitedRole: String, CaseIterable, ExpressibleByArgument {
  case administrator = "ADMINISTRATOR"
  case dispatcher = "DISPATCHER"
  case teacher = "TEACHER"

  init?(argument: String) { self.init(rawValue: argument.uppercased()) }

  fileprivate var role: SchoolRole {
    switch self {
    case .administrator: .administrator
    case .dispatcher: .dispatcher
    case .teacher: .teacher
    }
  }
}
