extension ScalarForm {
  /// `Decimal`: at most 15 digits before the point and 6 behind it, kept without zeros at its end.
  package static let decimal = ScalarForm(
    expectation: "a decimal number such as \"12.50\", with at most 15 digits before the point and 6 behind it", maximum: 23,
    hasForm: { text in
      let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
      let whole = digits.prefix(while: \.isDigit)
      guard (1...15).contains(whole.count) else { return false }
      let rest = digits.dropFirst(whole.count)
      return rest.isEmpty || rest.first == UInt8(ascii: ".") && (2...7).contains(rest.count) && rest.dropFirst().allSatisfy(\.isDigit)
    },
    canonical: { text in
      guard text.contains(".") else { return text }
      let end = text.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? text.startIndex
      return text.utf8[end] == UInt8(ascii: ".") ? String(text[..<end]) : String(text[...end])
    })

  /// `Currency`: the code of a currency of ISO 4217 that has a minor unit.
  package static let currency = ScalarForm(
    expectation: "the code of a currency of ISO 4217, such as EUR", maximum: 3,
    hasForm: { CurrencyCode.minorDigits[String(decoding: $0, as: UTF8.self)] != nil })
}
