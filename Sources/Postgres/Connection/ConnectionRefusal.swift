import SQL

/// The message of a refused connection as libpq writes it under `PQERRORS_VERBOSE`, in parts.
///
///     connection to server on socket "…" failed: FATAL:  28P01: password authentication failed for user "ada"
///     LOCATION:  auth_failed, auth.c:338
struct ConnectionRefusal {
  /// The code of the last server that answered; nil where none did.
  private(set) var state: SQLState?
  /// The message as libpq writes it by default.
  let message: String

  init(_ verbose: String) {
    var lines: [Substring] = []
    for line in verbose.split(separator: "\n", omittingEmptySubsequences: false) {
      // The place in PostgreSQL's source, which begins with a word of the server's language.
      if line.wholeMatch(of: /\w+: +\w+, [\w.]+\.[cly]:\d+/) != nil { continue }
      // Two spaces follow the severity.
      guard let match = line.firstMatch(of: #/:  ([0-9A-Z]{5}): /#) else {
        lines.append(line)
        continue
      }
      state = SQLState(rawValue: String(match.output.1))
      lines.append(line[..<match.range.lowerBound] + ":  " + line[match.range.upperBound...])
    }
    message = lines.joined(separator: "\n")
  }
}
