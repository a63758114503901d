/// What decides an answer besides the data: the request, the viewer, and the program with its settings. 256 bits, which nobody
/// finds another input for.
struct AnswerKey: Hashable, Sendable {
  let bytes: [UInt8]
}
