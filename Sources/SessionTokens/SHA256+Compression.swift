extension SHA256 {
  /// Section 6.2.2 for each 64 bytes of `blocks`.
  ///
  /// - Precondition: `blocks` is a whole number of blocks.
  static func compress(_ blocks: UnsafeRawBufferPointer, into state: inout SIMD8<UInt32>) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      roundConstants.withUnsafeBufferPointer { constants in
        for offset in stride(from: 0, to: blocks.count, by: 64) {
          expand(blocks, at: offset, adding: constants, into: schedule)
          state &+= rounds(state, schedule)
        }
      }
    }
  }

  /// Makes the message schedule W of one block, and adds K to it: `schedule[t]` is W(t) + K(t).
  @inline(__always)
  private static func expand(
    _ blocks: UnsafeRawBufferPointer,
    at offset: Int,
    adding constants: UnsafeBufferPointer<UInt32>,
    into schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 {
      schedule[t] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: offset + 4 * t, as: UInt32.self))
    }
    for t in 16..<64 {
      let early = schedule[t - 15]
      let late = schedule[t - 2]
      let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
      let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
      schedule[t] = sigma1 &+ schedule[t - 7] &+ sigma0 &+ schedule[t - 16]
    }
    for t in 0..<64 { schedule[t] &+= constants[t] }
  }

  /// The 64 rounds. Instead of moving the eight variables along after each round, eight rounds are
  /// written out with the names moved along.
  @inline(__always)
  private static func rounds(
    _ state: SIMD8<UInt32>,
    _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, schedule[t])
      round(h, a, b, &c, d, e, f, &g, schedule[t + 1])
      round(g, h, a, &b, c, d, e, &f, schedule[t + 2])
      round(f, g, h, &a, b, c, d, &e, schedule[t + 3])
      round(e, f, g, &h, a, b, c, &d, schedule[t + 4])
      round(d, e, f, &g, h, a, b, &c, schedule[t + 5])
      round(c, d, e, &f, g, h, a, &b, schedule[t + 6])
      round(b, c, d, &e, f, g, h, &a, schedule[t + 7])
    }
    return SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
    _ scheduled: UInt32
  ) {
    let choice = (e & f) ^ (~e & g)
    let majority = (a & b) ^ (a & c) ^ (b & c)
    let t1 = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ scheduled
    d &+= t1
    h = t1 &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
  }

  /// ROTR — section 3.2.
  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// Section 4.2.2: the fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
