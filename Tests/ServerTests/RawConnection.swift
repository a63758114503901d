import Glibc

/// A TCP connection to a port of 127.0.0.1: what is sent and what comes is up to the test, byte by byte.
final class RawConnection {
  struct TooLate: Error {}
  struct Failed: Error {
    let code = errno
  }
  /// It has ended where an answer was to come.
  struct Ended: Error {
    let received: String
  }

  struct NoAnswer: Error {
    let line: String
  }

  enum End {
    /// All that was sent has come.
    case orderly
    /// The bytes sent last may be lost.
    case reset
  }

  struct Answer {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// - Parameter name: in lower case.
    subscript(name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
  }

  private static let patience = Duration.seconds(10)
  private let descriptor: Int32
  private var isOpen = true
  private(set) var received: [UInt8] = []
  private var end: End?

  /// - Parameters:
  ///   - source: the last three bytes of the loopback address that it comes from; nil for 127.0.0.1.
  ///   - receiveBuffer: about how many bytes the system takes that are not read; nil for as many as it likes.
  init(port: Int, from source: UInt32? = nil, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = in_addr_t(0x7F00_0000 | source).bigEndian
      let isBound = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isBound else { throw Failed() }
    }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw Failed() }
  }

  deinit { close() }

  // MARK: Sending

  /// Sends all of it, and takes meanwhile what comes.
  func send(_ text: String) async throws {
    var rest = Array(text.utf8)[...]
    let start = ContinuousClock.now
    while !rest.isEmpty {
      rest.removeFirst(try await send(Array(rest), stallsAfter: .zero))
      if rest.isEmpty { return }
      if ContinuousClock.now - start > Self.patience { throw TooLate() }
      _ = try? await receive(within: .zero)
    }
  }

  /// How many bytes are taken, until none is for some time.
  func send(_ bytes: [UInt8], stallsAfter time: Duration) async throws -> Int {
    var sent = 0
    var last = ContinuousClock.now
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
        last = .now
      } else {
        guard errno == EAGAIN else { throw Failed() }
        if ContinuousClock.now - last > time { return sent }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    return sent
  }

  /// Ends this side; what comes is still read.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  /// Goes away without a word of leave.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  // MARK: Receiving

  /// Takes what has come, at most `maximum` bytes of it.
  /// - Returns: how many; 0 when the connection has ended.
  func receive(maximum: Int = 1 << 20, within time: Duration = patience) async throws -> Int {
    var buffer = [UInt8](repeating: 0, count: maximum)
    let start = ContinuousClock.now
    while end == nil {
      let count = recv(descriptor, &buffer, maximum, 0)
      if count > 0 {
        received += buffer[..<count]
        return count
      } else if count == 0 {
        end = .orderly
      } else if errno == ECONNRESET {
        end = .reset
      } else if errno != EAGAIN {
        throw Failed()
      } else {
        if ContinuousClock.now - start > time { throw TooLate() }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    return 0
  }

  /// Waits until the next bytes are these, and drops them.
  func waitFor(_ text: String) async throws {
    let bytes = Array(text.utf8)
    while received.count < bytes.count {
      guard try await receive() > 0 else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
    }
    guard received.starts(with: bytes) else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
    received.removeFirst(bytes.count)
  }

  /// Drops what has come.
  func forget() { received = [] }

  /// The next answer. Bytes that came after it stay.
  /// - Parameter isBodiless: whether the answer states the length of a body that does not come, as one to HEAD.
  func answer(isBodiless: Bool = false) async throws -> Answer {
    let headEnd = Array("\r\n\r\n".utf8)
    var end = received.firstRange(of: headEnd)
    while end == nil {
      guard try await receive() > 0 else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
      end = received.firstRange(of: headEnd)
    }
    // The loop ends with one.
    let head = String(decoding: received[..<end!.lowerBound], as: UTF8.self)
    received.removeSubrange(..<end!.upperBound)
    var lines = head.split(separator: "\r\n")[...]
    let line = lines.removeFirst()
    // More of the answer before it would stand here, too.
    guard let match = line.wholeMatch(of: /HTTP\/1\.1 (\d{3}) .*/), let status = Int(match.output.1) else {
      throw NoAnswer(line: String(line))
    }
    let headers = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: parts[0].lowercased(), value: String(parts[parts.count - 1].drop { $0 == " " }))
    }
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    let count = isBodiless ? 0 : length
    while received.count < count {
      guard try await receive() > 0 else { throw Ended(received: "\(head) and \(received.count) bytes") }
    }
    let body = Array(received.prefix(count))
    received.removeFirst(count)
    return Answer(status: status, headers: headers, body: body)
  }

  /// Reads until the connection ends.
  func waitForEnd(within time: Duration = patience) async throws -> End {
    while try await receive(within: time) > 0 {}
    return end ?? .orderly
  }
}
