import NIOCore
import NIOHTTP1
import Testing

@testable import Server

/// A connection's actions for a body that comes while its request is answered.
@Suite struct ArrivingBodyStateTests {
  private static func bytes(_ count: Int) -> HTTPServerRequestPart {
    .body(ByteBuffer(repeating: UInt8(ascii: "x"), count: count))
  }

  private static func put(_ headers: HTTPHeaders = [:]) -> HTTPServerRequestPart {
    ConnectionScript.head("/a", headers, method: .PUT)
  }

  @Test("The request is answered at once, and a body larger than others may be is passed on")
  func whole() {
    let script = ConnectionScript()
    #expect(script.receive(Self.put(["content-length": "1000"])) == ["10 s", "answer /a arriving"])
    #expect(script.state.activity == .blocked)
    #expect(script.receive(Self.bytes(11), Self.bytes(3)) == ["append 11", "append 3"])
    #expect(script.state.receivedSize == 14)
    #expect(script.receive(.end(nil)) == ["8 s", "end"])
    #expect(script.state.activity == .working)
    #expect(script.get("/b") == [])
    #expect(script.answer() == ["3 s", "4 s", "answer /b 0"])
  }

  @Test("No more is read while much is not taken")
  func backPressure() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(19))
    let mayRead = script.state.mayRead()
    #expect(mayRead)
    _ = script.receive(Self.bytes(1))
    let mayReadMore = script.state.mayRead()
    #expect(!mayReadMore)
    #expect(script.on { $0.tookBody(0) } == [])
    #expect(script.on { $0.tookBody(1) } == ["read"])
    #expect(script.on { $0.tookBody(19) } == [])
    #expect(script.state.receivedSize == 0)
  }

  @Test("A read that was held goes on when the body has ended in the same read")
  func heldAtEnd() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(30))
    let mayRead = script.state.mayRead()
    #expect(!mayRead)
    _ = script.receive(.end(nil))
    #expect(script.on { $0.tookBody(30) } == ["read"])
  }

  @Test("Leave to send the body is given when the body is waited for")
  func leave() {
    let script = ConnectionScript()
    #expect(script.receive(Self.put(["expect": "100-continue"])) == ["10 s", "answer /a arriving"])
    for _ in 1...10 { #expect(script.timeIsUp() == ["10 s"]) }
    #expect(script.on { $0.wantsBody() } == ["continue"])
    #expect(script.on { $0.wantsBody() } == [])
    let other = ConnectionScript()
    _ = other.receive(Self.put())
    #expect(other.on { $0.wantsBody() } == [])
  }

  @Test("An answer before the body has come is the last one, and the rest is dropped")
  func early() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(["content-length": "1000"]), Self.bytes(20))
    let mayRead = script.state.mayRead()
    #expect(!mayRead)
    #expect(script.answer() == ["5 s", "finish", "read"])
    #expect(script.receive(Self.bytes(20), .end(nil), ConnectionScript.head(), .end(nil)) == [])
    #expect(script.on { $0.sent() } == ["6 s", "close output"])
  }

  @Test("A body that ends in the middle, or is no body any more, is answered as the last one")
  func cut() {
    let ended = ConnectionScript()
    _ = ended.receive(Self.put(), Self.bytes(5))
    #expect(ended.on { $0.inputClosed(unsent: 0) } == ["8 s", "fail cut"])
    #expect(ended.answer() == ["5 s", "finish"])
    let broken = ConnectionScript()
    _ = broken.receive(Self.put(), Self.bytes(5))
    #expect(broken.on { $0.failed(.malformed) } == ["8 s", "fail cut"])
    #expect(broken.receive(ConnectionScript.head(), .end(nil)) == [])
    #expect(broken.answer() == ["5 s", "finish"])
  }

  @Test("A body that comes too slowly over a minute is ended")
  func slow() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(10))
    _ = script.on { $0.tookBody(10) }
    for _ in 1...4 {
      _ = script.receive(Self.bytes(10))
      _ = script.on { $0.tookBody(10) }
      #expect(script.timeIsUp() == ["10 s"])
    }
    #expect(script.timeIsUp() == ["10 s"])
    // 50 bytes in the last 60 s, and 60 are wanted.
    #expect(script.timeIsUp() == ["8 s", "fail tooSlow"])
    #expect(script.timeIsUp() == ["cancel"])
    #expect(script.answer() == ["5 s", "finish"])
  }

  @Test("A client that sends nothing is known after a minute")
  func silent() {
    let script = ConnectionScript()
    _ = script.receive(Self.put())
    for _ in 1...5 { #expect(script.timeIsUp() == ["10 s"]) }
    #expect(script.timeIsUp() == ["8 s", "fail tooSlow"])
    let stalled = ConnectionScript()
    _ = stalled.receive(Self.put(), Self.bytes(60))
    _ = stalled.on { $0.tookBody(60) }
    // It was the server's turn in the first tick.
    for _ in 1...6 { #expect(stalled.timeIsUp() == ["10 s"]) }
    #expect(stalled.timeIsUp() == ["8 s", "fail tooSlow"])
  }

  @Test("A client is not blamed for the time in which the server reads nothing")
  func slowServer() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(20))
    for _ in 1...20 { #expect(script.timeIsUp() == ["10 s"]) }
    _ = script.on { $0.tookBody(20) }
    for _ in 1...6 { #expect(script.timeIsUp() == ["10 s"]) }
    #expect(script.timeIsUp() == ["8 s", "fail tooSlow"])
  }

  @Test("A server that stops lets a body come, and the answer is the last one")
  func quiesce() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(5))
    #expect(script.on { $0.quiesce(unsent: 0) } == [])
    #expect(script.receive(Self.bytes(5), .end(nil)) == ["append 5", "8 s", "end"])
    #expect(script.answer() == ["5 s", "finish"])
  }

  @Test("A connection whose body comes leaves when its place is needed")
  func eviction() {
    let script = ConnectionScript()
    _ = script.receive(Self.put(), Self.bytes(5))
    #expect(script.on { $0.evict(known: .waiting) } == ["close"])
  }

  @Test("A request that follows another without a pause has its body taken")
  func pipelining() {
    let script = ConnectionScript()
    _ = script.get("/b")
    #expect(script.receive(Self.put(["content-length": "3"]), Self.bytes(3), .end(nil)) == [])
    #expect(script.answer() == ["3 s", "10 s", "answer /a arriving", "append 3", "8 s", "end"])
  }
}
