import Gateway
import Testing

/// The header `traceparent`, as strictly as W3C Trace Context, section 3.2, has it.
@Suite struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  @Test(
    "Is taken:",
    arguments: [
      "00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-00", "00-\(trace)-\(parent)-ff",
      // A later version, with the fields that we know and with more.
      "01-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01-what-comes",
    ])
  func taken(_ text: String) { #expect(TraceContext(traceparent: text)?.traceID == Self.trace) }

  @Test(
    "Is not taken:",
    arguments: [
      "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-01-",
      "00-\(trace)-\(parent)-01 ",
      " 00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01-more", "cc-\(trace)-\(parent)-01more",
      "ff-\(trace)-\(parent)-01", "0x-\(trace)-\(parent)-01", "00-\(trace.uppercased())-\(parent)-01",
      "00-\(trace)-\(parent.uppercased())-01", "00-\(trace)-\(parent)-0A", "00_\(trace)-\(parent)-01",
      "00-\(trace)_\(parent)-01", "00-\(trace)-\(parent)_01", "00-00000000000000000000000000000000-\(parent)-01",
      "00-\(trace)-0000000000000000-01", "00-\(trace.dropLast())g-\(parent)-01", "00-\(trace.dropLast())é\(parent)-01",
    ])
  func refused(_ text: String) { #expect(TraceContext(traceparent: text) == nil) }
}
