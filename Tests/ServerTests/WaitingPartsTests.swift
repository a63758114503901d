import NIOHTTP1
import Testing

@testable import Server

@Suite struct WaitingPartsTests {
  @Test("Parts leave in the order in which they came; it is over when no more come and none is left")
  func order() {
    var waiting = WaitingParts()
    #expect(waiting.isEmpty)
    waiting.append(.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
    waiting.append(.end(nil))
    waiting.end()
    waiting.append(.end(nil))
    #expect(!waiting.isOver)
    #expect(waiting.popFirst() == .head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
    #expect(waiting.popFirst() == .end(nil))
    #expect(waiting.popFirst() == nil)
    #expect(waiting.isOver)
  }

  @Test("Too many are no more kept, nor any after them")
  func tooMany() {
    var waiting = WaitingParts()
    for _ in 0...WaitingParts.maximumCount { waiting.append(.end(nil)) }
    _ = waiting.popFirst()
    waiting.append(.end(nil))
    var count = 1
    while waiting.popFirst() != nil { count += 1 }
    #expect(count == WaitingParts.maximumCount)
    #expect(waiting.isOver)
  }
}
