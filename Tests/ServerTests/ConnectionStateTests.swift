import NIOCore
import NIOHTTP1
import Testing

@testable import Server

/// A connection's actions, in every order of events, without a socket.
@Suite struct ConnectionStateTests {
  @Test("Each thing that a connection waits for has its time")
  func times() {
    let script = ConnectionScript()
    #expect(script.on { $0.opened(isEncrypted: false) } == ["1 s"])
    #expect(script.on { $0.opened(isEncrypted: true) } == [])
    #expect(script.on { $0.secured() } == ["1 s"])
    #expect(script.on { $0.readCompleted() } == ["2 s"])
    #expect(script.on { $0.readCompleted() } == [])
    #expect(script.get() == ["4 s", "answer / 0"])
    #expect(script.answer(isWritable: false) == ["5 s"])
    #expect(script.on { $0.becameWritable() } == ["3 s"])
    #expect(script.get("/b") == ["4 s", "answer /b 0"])
    #expect(script.answer(closes: true) == ["5 s", "finish"])
    #expect(script.on { $0.sent() } == ["6 s", "close output"])
    #expect(script.timeIsUp() == ["close"])
  }

  @Test("A connection without a byte is closed, one with half a request is told, and a request is cancelled")
  func timeouts() {
    let silent = ConnectionScript()
    #expect(silent.timeIsUp() == ["close"])
    let half = ConnectionScript()
    _ = half.on { $0.readCompleted() }
    #expect(half.timeIsUp() == ["refuse tooSlow"])
    let body = ConnectionScript()
    _ = body.receive(ConnectionScript.head(), .body(ByteBuffer(string: "12")))
    #expect(body.timeIsUp() == ["refuse tooSlow"])
    let late = ConnectionScript()
    _ = late.get()
    #expect(late.timeIsUp() == ["cancel"])
  }

  @Test("A client that goes on reading has more time, and no more than in total", arguments: [false, true])
  func sending(isWhole: Bool) {
    let script = ConnectionScript()
    _ = script.get()
    script.unsent = 1000
    #expect(script.answer(isWhole: isWhole, isWritable: false) == ["5 s"])
    script.unsent = 950
    script.now = .uptimeNanoseconds(5_000_000_000)
    #expect(script.timeIsUp() == ["5 s"])
    script.unsent = 900
    script.now = .uptimeNanoseconds(10_000_000_000)
    #expect(script.timeIsUp() == ["2 s"])
    script.unsent = 800
    script.now = .uptimeNanoseconds(12_000_000_000)
    #expect(script.timeIsUp() == ["close"])
  }

  @Test("A file has the time that its size takes at the least rate")
  func largeFile() {
    let script = ConnectionScript()
    _ = script.get()
    script.unsent = 1000
    #expect(script.answer(isWhole: false, isWritable: false, fileSize: 1000) == ["5 s"])
    for (second, unsent, next) in [(5, 900, "5 s"), (90, 800, "5 s"), (97, 700, "3 s"), (100, 600, "close")] {
      script.now = .uptimeNanoseconds(UInt64(second) * 1_000_000_000)
      script.unsent = unsent
      #expect(script.timeIsUp() == [next])
    }
  }

  @Test("A client that reads less than it should is left")
  func slowReader() {
    let script = ConnectionScript()
    _ = script.get()
    script.unsent = 1000
    _ = script.answer(isWhole: false, isWritable: false)
    script.unsent = 951
    #expect(script.timeIsUp() == ["close"])
  }

  @Test("An answer of several pieces is written on when the channel takes more, and the next request waits")
  func pieces() {
    let script = ConnectionScript()
    _ = script.get("/a")
    _ = script.answer(isWhole: false, isWritable: false)
    #expect(script.get("/b") == [])
    let mayRead = script.state.mayRead()
    #expect(!mayRead)
    #expect(script.on { $0.becameWritable() } == ["write"])
    #expect(script.on { $0.wrote(isWhole: false, isWritable: false, unsent: 1) } == [])
    #expect(script.on { $0.becameWritable() } == ["write"])
    #expect(
      script.on { $0.wrote(isWhole: true, isWritable: true, unsent: 0) } == ["3 s", "4 s", "answer /b 0", "read"])
  }

  @Test("Requests that come together are answered in order, and the end of the input after them")
  func pipelining() {
    let script = ConnectionScript()
    #expect(script.get("/a") == ["4 s", "answer /a 0"])
    #expect(script.get("/b") == [])
    #expect(script.get("/c") == [])
    #expect(script.on { $0.inputClosed(unsent: 0) } == ["probe"])
    #expect(script.on { $0.probe() } == ["continue"])
    #expect(script.answer() == ["3 s", "4 s", "answer /b 0", "probe"])
    #expect(script.answer() == ["3 s", "4 s", "answer /c 0", "probe"])
    #expect(script.answer() == ["5 s", "finish"])
    #expect(script.on { $0.sent() } == ["6 s", "close"])
  }

  @Test("A body that is too large is answered, and nothing after it")
  func largeBody() {
    let script = ConnectionScript()
    _ = script.receive(ConnectionScript.head(), .body(ByteBuffer(string: "1234567890")))
    #expect(script.receive(.body(ByteBuffer(string: "1"))) == ["4 s", "answer / too large"])
    #expect(script.get("/b") == [])
    #expect(script.answer() == ["5 s", "finish"])
    let declared = ConnectionScript()
    #expect(declared.receive(ConnectionScript.head("/", ["content-length": "11"])) == ["4 s", "answer / too large"])
  }

  @Test("The bytes of a client count while they wait, and those of a whole request do not")
  func receivedSize() {
    let script = ConnectionScript()
    #expect(script.state.receivedSize == 0)
    _ = script.on { $0.readCompleted() }
    #expect(script.state.receivedSize == 1000)
    _ = script.receive(ConnectionScript.head(), .body(ByteBuffer(string: "1234567890")))
    #expect((266...2000).contains(script.state.receivedSize))
    _ = script.receive(.end(nil))
    #expect((10...100).contains(script.state.receivedSize))
    for _ in 1...100 { _ = script.receive(ConnectionScript.head(), .body(ByteBuffer(string: "1234567890")), .end(nil)) }
    #expect(script.state.receivedSize > 20_000)
    for _ in 1...101 { _ = script.answer() }
    #expect(script.state.receivedSize == 0)
  }

  @Test("The place of a connection is taken for another, unless it has got something to do since it was chosen")
  func eviction() {
    let script = ConnectionScript()
    #expect(script.state.activity == .waiting)
    #expect(script.on { $0.evict(known: .waiting) } == ["close"])
    _ = script.get()
    #expect(script.state.activity == .working)
    #expect(script.on { $0.evict(known: .waiting) } == [])
    #expect(script.on { $0.evict(known: .working) } == ["close"])
    _ = script.answer(isWritable: false)
    #expect(script.state.activity == .blocked)
    #expect(script.on { $0.evict(known: .blocked) } == ["close"])
    _ = script.on { $0.becameWritable() }
    #expect(script.on { $0.evict(known: .waiting) } == ["close"])
    _ = script.receive(ConnectionScript.head())
    #expect(script.on { $0.evict(known: .waiting) } == ["close"])
  }

  @Test("A server that stops ends what is idle, and lets the rest come to its end")
  func quiesce() {
    let idle = ConnectionScript()
    #expect(idle.on { $0.quiesce(unsent: 0) } == ["close"])
    let taking = ConnectionScript()
    #expect(taking.on { $0.quiesce(unsent: 5) } == ["5 s", "finish"])
    let answering = ConnectionScript()
    _ = answering.get()
    #expect(answering.on { $0.quiesce(unsent: 0) } == [])
    #expect(answering.answer() == ["5 s", "finish"])
    let writing = ConnectionScript()
    _ = writing.get()
    _ = writing.answer(isWhole: false, isWritable: false)
    #expect(writing.on { $0.quiesce(unsent: 9) } == [])
    #expect(writing.on { $0.wrote(isWhole: true, isWritable: true, unsent: 0) } == ["5 s", "finish"])
    let draining = ConnectionScript()
    _ = draining.get()
    _ = draining.answer(isWritable: false)
    #expect(draining.on { $0.quiesce(unsent: 9) } == ["5 s", "finish"])
  }

  // MARK: Streams

  @Test("A stream has no time while its client takes all of it, and no request is read after it")
  func stream() {
    let script = ConnectionScript()
    _ = script.get()
    #expect(script.get("/b") == [])
    let mayRead = script.state.mayRead()
    #expect(!mayRead)
    #expect(script.stream() == ["pause", "read"])
    #expect(script.get("/c") == [])
    #expect(script.on { $0.readCompleted() } == [])
    #expect(script.state.receivedSize == 0)
    #expect(script.on { $0.streamed(100, unsent: 0) } == [])
    #expect(script.timeIsUp() == [])
    #expect(script.on { $0.failed(.malformed) } == [])
    let reads = script.state.mayRead()
    #expect(reads)
    #expect(script.on { $0.endStream(unsent: 7, now: script.now) } == ["5 s", "finish"])
    #expect(script.on { $0.streamed(1, unsent: 1) } == [])
    #expect(script.on { $0.becameWritable() } == [])
    #expect(script.on { $0.sent() } == ["6 s", "close output"])
  }

  @Test("A client that takes nothing of a stream for the time of a write is left; a byte gives it more")
  func blockedStream() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    #expect(script.on { $0.streamed(1000, unsent: 600) } == ["5 s"])
    #expect(script.on { $0.streamed(50, unsent: 650) } == [])
    script.unsent = 649
    script.now = .uptimeNanoseconds(1_000_000_000_000)
    #expect(script.timeIsUp() == ["5 s"])
    #expect(script.on { $0.becameWritable() } == ["pull"])
    script.unsent = 648
    #expect(script.timeIsUp() == ["5 s"])
    // Bytes written meanwhile do not count as taken.
    #expect(script.on { $0.streamed(50, unsent: 698) } == [])
    script.unsent = 698
    #expect(script.timeIsUp() == ["close"])
  }

  @Test("A client that has taken all of a stream has its time again")
  func unblockedStream() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    #expect(script.on { $0.streamed(10, unsent: 10) } == ["5 s"])
    #expect(script.on { $0.streamed(0, unsent: 0) } == ["pause"])
    #expect(script.on { $0.streamed(10, unsent: 10) } == ["5 s"])
    script.unsent = 0
    #expect(script.timeIsUp() == [])
    #expect(script.on { $0.streamed(10, unsent: 10) } == ["5 s"])
    script.unsent = 10
    #expect(script.timeIsUp() == ["close"])
  }

  @Test("A stream goes on when its client ends its side, and a heartbeat asks whether it is there")
  func halfClosedStream() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    #expect(script.on { $0.inputClosed(unsent: 0) } == ["probe"])
    #expect(script.on { $0.probe() } == ["heartbeat"])
    #expect(script.on { $0.streamed(10, unsent: 0) } == [])
    #expect(script.on { $0.endStream(unsent: 0, now: script.now) } == ["5 s", "finish"])
    #expect(script.on { $0.probe() } == [])
    #expect(script.on { $0.sent() } == ["6 s", "close"])
  }

  @Test("A connection with a stream can leave for another")
  func streamEviction() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    #expect(script.state.activity == .streaming)
    #expect(script.on { $0.evict(known: .streaming) } == ["close"])
  }

  @Test("A server that stops ends a stream once, also one that begins after that")
  func quiescedStream() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    #expect(script.on { $0.quiesce(unsent: 0) } == ["restart"])
    #expect(script.on { $0.quiesce(unsent: 0) } == [])
    #expect(script.on { $0.endStream(unsent: 0, now: script.now) } == ["5 s", "finish"])
    let late = ConnectionScript()
    _ = late.get()
    _ = late.on { $0.quiesce(unsent: 0) }
    #expect(late.stream() == ["pause", "restart"])
  }

  @Test("A client has the time of an answer for what is left when a stream ends")
  func endOfStream() {
    let script = ConnectionScript()
    _ = script.get()
    _ = script.stream()
    script.now = .uptimeNanoseconds(1_000_000_000_000)
    script.unsent = 1000
    #expect(script.on { $0.endStream(unsent: 1000, now: script.now) } == ["5 s", "finish"])
    script.unsent = 900
    #expect(script.timeIsUp() == ["5 s"])
    #expect(script.timeIsUp() == ["close"])
  }
}
