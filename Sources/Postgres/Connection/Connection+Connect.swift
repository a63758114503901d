internal import CLibpq
import Glibc
package import SQL

extension Connection {
  /// Opens a connection.
  ///
  /// Name resolution, password files and certificates are read by libpq in the middle of its "non-blocking"
  /// connect, so that all of it happens on a thread of its own.
  /// - Throws: `.connection`, without the password in its message.
  package static func connect(
    _ configuration: ConnectionConfiguration, reactor: Reactor
  ) async throws(StatementError) -> Connection {
    try await connect(configuration, reactor: reactor, counter: nil)
  }

  static func connect(
    _ configuration: ConnectionConfiguration, reactor: Reactor, counter: RoundTripCounter?
  ) async throws(StatementError) -> Connection {
    try await onOwnThread { () -> Result<Connection, StatementError> in
      do throws(StatementError) {
        let handle = try ConnectionHandle.open(configuration)
        return .success(try Connection(owning: handle, configuration, reactor, counter: counter))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

extension ConnectionHandle {
  /// Blocks until the connection is made, refused or late.
  fileprivate static func open(_ configuration: ConnectionConfiguration) throws(StatementError) -> ConnectionHandle {
    let parameters = configuration.startupParameters
    let started = withCStrings(parameters.map(\.keyword)) { keywords in
      withCStrings(parameters.map(\.value)) { values in PQconnectStartParams(keywords, values, 0) }
    }
    guard let started else { throw StatementError(.connection, message: "libpq is out of memory") }
    let handle = ConnectionHandle(owning: started)
    // libpq has no other way to the code of a refused connection than in its message.
    _ = PQsetErrorVerbosity(handle.pointer, PQERRORS_VERBOSE)
    do throws(StatementError) {
      try handle.finishConnecting(by: .now + configuration.connectTimeout)
    } catch {
      let refusal = ConnectionRefusal(error.message)
      var failure = StatementError(.connection, message: configuration.address.redact(refusal.message))
      failure.connectionState = refusal.state
      throw failure
    }
    _ = PQsetErrorVerbosity(handle.pointer, PQERRORS_DEFAULT)
    // The default receiver prints to standard error.
    _ = PQsetNoticeReceiver(handle.pointer, { _, _ in }, nil)
    guard PQsetnonblocking(handle.pointer, 1) == 0, PQenterPipelineMode(handle.pointer) == 1 else {
      throw StatementError(.connection, message: configuration.address.redact(handle.errorMessage))
    }
    return handle
  }

  private borrowing func finishConnecting(by deadline: ContinuousClock.Instant) throws(StatementError) {
    // As after a PQconnectPoll that said so.
    var step = PGRES_POLLING_WRITING
    while true {
      if isBad { throw StatementError(.connection, message: errorMessage) }
      var entry = pollfd(fd: socket, events: Int16(step == PGRES_POLLING_READING ? POLLIN : POLLOUT), revents: 0)
      let left = ContinuousClock.now.duration(to: deadline)
      if left <= .zero || poll(&entry, 1, Int32(clamping: left.wholeMilliseconds)) == 0 {
        throw StatementError(.connection, message: "PostgreSQL did not answer the connection attempt in time")
      }
      step = PQconnectPoll(pointer)
      if step == PGRES_POLLING_OK { return }
      if step == PGRES_POLLING_FAILED { throw StatementError(.connection, message: errorMessage) }
    }
  }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var starts: [Int] = []
  var bytes: [CChar] = []
  for string in strings {
    starts.append(bytes.count)
    bytes.append(contentsOf: string.utf8CString)
  }
  return bytes.withUnsafeBufferPointer { bytes in
    let pointers = starts.map { bytes.baseAddress?.advanced(by: $0) } + [nil]
    return pointers.withUnsafeBufferPointer { pointers in
      // It has at least the terminating null.
      body(pointers.baseAddress!)
    }
  }
}
