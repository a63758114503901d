/// The reason why a command failed, in words for the operator who typed it.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .failure) {
    self.description = description
    self.status = status
  }

  /// A failure with one line for what is wrong, and one for what to do.
  init(_ problem: String, advice: String, status: ExitStatus) {
    self.init("\(problem)\n       \(advice)", status: status)
  }
}

/// The exit statuses of `hatched`, as sysexits.h numbers them where it has a name for them.
enum ExitStatus: Int32, CaseIterable, Sendable {
  /// A check failed, or a failure that none of the others names.
  case failure = 1
  /// A flag or a variable is missing or malformed.
  case usage = 64
  /// A file that a flag or a variable names cannot be read.
  case unreadableFile = 66
  /// PostgreSQL cannot be reached, or has no connection left.
  case unreachableDatabase = 69
  /// The server cannot listen at its address or at the admin address.
  case cannotListen = 71
  /// Output cannot be written, or PostgreSQL's disk is full.
  case cannotWrite = 74
  /// PostgreSQL does not let a role in, or the role has other rights than it must have.
  case wrongRole = 77
  /// The database, or a limit of the system, does not fit this program.
  case unfitEnvironment = 78
}
