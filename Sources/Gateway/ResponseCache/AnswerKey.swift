/// The inputs of an answer besides the data: the request, the viewer, and the program with its settings. A
/// collision-resistant hash of 256 bits.
struct AnswerKey: Hashable, Sendable {
  let bytes: [UInt8]
}
