import Testing

@testable import Planning

/// One telephone has one number, however people write it.
struct TelephoneNumberTests {
  @Test(
    "A number has one form",
    arguments: [
      ("+49 (0)30 1224675", "+49301224675"), ("+49 (0) 30 / 122-46-75", "+49301224675"), ("+49 030 1224675", "+49301224675"),
      ("+49 (030) 1224675", "+49301224675"), ("0049 30 1224675", "+49301224675"), ("00 49 (0)30.1224675", "+49301224675"),
      ("+49(0)301224675", "+49301224675"), ("+49 30 122\u{2010}46\u{2013}75", "+49301224675"),
      ("\u{202A}+49\u{00A0}30 1224675\u{202C}", "+49301224675"), ("＋４９（０）３０ １２２４６７５", "+49301224675"),
      ("+٤٩ ٣٠ ١٢٢٤٦٧٥", "+49301224675"), ("+44 (0)20 7946 0018", "+442079460018"), ("+1 (415) 555-0123", "+14155550123"),
      ("+1 1 415 555 0123", "+14155550123"), ("+7 8 495 123-45-67", "+74951234567"), ("+36 (06) 1 234 5678", "+3612345678"),
      ("+39 06 6982", "+39066982"), ("+39 (0)6 6982", "+39066982"), ("+225 07 12 34 56 78", "+2250712345678"),
      ("+380 (0) 44 123 4567", "+380441234567"),
    ])
  func form(_ typed: String, _ number: String) throws {
    #expect(try TelephoneNumber(typed).text == number)
    // The form is its own.
    #expect(try TelephoneNumber(number).text == number)
  }

  @Test(
    "A text that names no telephone is refused",
    arguments: [
      "", "+", "030 1224675", "49 30 1224675", "+49 0030 1224675", "+0 30 1224675", "++49301224675", "+49+301224675", "+4930",
      "+49 30 1224675 ext. 12", "+49 30 1224675 x12", "+49301224675;ext=12", "+49 30 1224675#12", "tel:+49301224675", "+49 30 CALLME",
      "+1234567890123456",
    ])
  func refused(_ typed: String) {
    #expect(throws: TelephoneNumber.Problem.self) { try TelephoneNumber(typed) }
  }

  @Test func `An extension is named in the refusal`() {
    #expect(throws: TelephoneNumber.Problem(message: "must be a telephone number without an extension.")) {
      try TelephoneNumber("+49 30 1224675 ext 5")
    }
  }
}
