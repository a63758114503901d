import Testing

@testable import SessionTokens

struct SHA256Tests {
  /// FIPS 180-4's examples, and NIST's SHA256ShortMsg.rsp.
  @Test(
    "The published examples",
    arguments: [
      ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ([0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
      ([0x11, 0xaf], "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
      ([0xb4, 0x19, 0x0e], "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
      (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        Array(
          ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
            + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ] as [([UInt8], String)])
  func publishedExamples(message: [UInt8], expected: String) {
    #expect(SHA256.hash(message).bytes.hexadecimal == expected)
  }

  @Test("A digest is read from its hexadecimal digits, of either case")
  func digits() throws {
    let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Digest(hexadecimal: text) == SHA256.hash(Array("abc".utf8)))
    #expect(Digest(hexadecimal: text.uppercased()) == SHA256.hash(Array("abc".utf8)))
    #expect(SHA256.hash(Array("abc".utf8)).hexadecimal == text)
  }

  @Test(
    "No digest is read from other text",
    arguments: [
      "", "ba78", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
      String(repeating: "0", count: 63) + "g", String(repeating: "\u{660}", count: 32), "0x" + String(repeating: "0", count: 62),
    ])
  func noDigits(text: String) { #expect(Digest(hexadecimal: text) == nil) }

  /// Around the ends of a block and of its room for the length; as `sha256sum` has them.
  @Test(
    "As many times the letter a",
    arguments: [
      (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
      (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
      (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
      (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
      (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
      (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
      (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func repeatedLetter(count: Int, expected: String) {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(SHA256.hash(message).bytes.hexadecimal == expected)
  }

  @Test("A message in pieces of any size gives the hash of the whole", arguments: [1, 3, 55, 63, 64, 65, 127])
  func pieces(size: Int) {
    let message = (0..<517).map { UInt8(truncatingIfNeeded: $0) }
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: size) {
      Array(message[start..<min(start + size, message.count)]).withUnsafeBytes { hash.update($0) }
    }
    #expect(hash.finalized() == SHA256.hash(message))
  }

  @Test("A digest differs from one that is a single bit away", arguments: 0..<256)
  func digestComparison(bit: Int) throws {
    let digest = SHA256.hash([])
    var bytes = digest.bytes
    #expect(Digest(bytes) == digest)
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    #expect(Digest(bytes) != digest)
  }
}

extension [UInt8] {
  /// Two digits a byte, in lower case.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
