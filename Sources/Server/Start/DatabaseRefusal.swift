import Gateway
import SQL

/// A refused or failed connection to PostgreSQL, with what an operator does about it.
struct DatabaseRefusal {
  private let message: String
  private let state: SQLState?
  private let role: DatabaseRole

  init(_ error: StatementError, _ role: DatabaseRole) { self.init(error.message, error.connectionState, role) }

  init(_ error: Readiness.Unreachable, _ role: DatabaseRole) { self.init(error.message, error.state, role) }

  private init(_ message: String, _ state: SQLState?, _ role: DatabaseRole) {
    self.message = message
    self.state = state
    self.role = role
  }

  /// The reasons that matter to the advice.
  private enum Reason {
    case password, noRole, notLetIn, noDatabase, noPrivilege, encryption, pooler, tooMany, starting, diskFull, unreachable, other
  }

  private var reason: Reason {
    switch state {
    case .invalidPassword: return .password
    case .invalidAuthorization:
      // The state covers a role that does not exist, a role that may not log in, and a refusal by pg_hba.conf.
      return message.contains("\" does not exist") ? .noRole : .notLetIn
    case .invalidCatalogName: return .noDatabase
    case .insufficientPrivilege: return .noPrivilege
    case .tooManyConnections: return .tooMany
    case .diskFull: return .diskFull
    case let state? where state.rawValue.hasPrefix("57P0"): return .starting
    default: break
    }
    if message.contains("no password supplied") { return .password }
    if message.contains("unsupported startup parameter") { return .pooler }
    if message.contains("no such database") { return .noDatabase }
    if message.contains(/SSL|certificate/) { return .encryption }
    return state == nil ? .unreachable : .other
  }

  /// Whether waiting does not help: somebody has to change a setting.
  var isLasting: Bool {
    switch reason {
    case .password, .noRole, .notLetIn, .noDatabase, .noPrivilege, .encryption, .pooler: true
    case .tooMany, .starting, .diskFull, .unreachable, .other: false
    }
  }

  /// The way out, as one sentence without its first capital.
  var advice: String {
    let address = "\(role.variable.rawValue) (\(role.flag))"
    switch reason {
    case .password:
      return "put the right password of the role into \(role.variable.rawValue), or set it as a superuser: ALTER ROLE \(role.name) PASSWORD '…'"
    case .noRole:
      return "make the roles, as a superuser: psql -f scripts/roles.sql postgres; or correct the user in \(address)"
    case .notLetIn:
      return "let this role in from this machine (pg_hba.conf), or correct the user in \(address)"
    case .noDatabase:
      return "create the database: createdb --owner hatched_owner NAME, psql -f scripts/database.sql NAME, hatched migrate; "
        + "or correct its name in \(address)"
    case .noPrivilege:
      return "let the role connect, as the owner of the database: GRANT CONNECT ON DATABASE NAME TO \(role.name)"
    case .encryption:
      return "see `TLS to PostgreSQL` in docs/operations.md, and sslmode and sslrootcert in \(address)"
    case .pooler:
      return role == .listener ? Self.pastThePooler : "a pooler in between takes no settings: use --prepared-statements off"
    case .tooMany:
      return "close other clients, lower --pool-size, or raise max_connections: hatched doctor counts them"
    case .starting: return "wait: PostgreSQL starts or stops, or see its log"
    case .diskFull: return "make room on PostgreSQL's disk"
    case .unreachable, .other:
      return "see that PostgreSQL runs there and lets this role in (pg_hba.conf), or correct \(address)"
    }
  }

  static let pastThePooler = "give the address of PostgreSQL itself in LISTEN_DATABASE_URL"

  /// The end of a command that cannot go on without the connection.
  var failure: CommandFailure {
    let status: ExitStatus =
      switch reason {
      case .password, .noRole, .notLetIn, .noPrivilege: .wrongRole
      case .diskFull: .cannotWrite
      case .noDatabase, .encryption, .pooler, .tooMany, .starting, .unreachable, .other: .unreachableDatabase
      }
    return CommandFailure("\(role.variable.rawValue): \(message)", advice: advice.sentence, status: status)
  }
}

extension String {
  /// The text with a capital and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
