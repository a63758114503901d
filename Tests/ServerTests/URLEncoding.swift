/// Parameters as `application/x-www-form-urlencoded` has them, after the URL standard's serializer.
func urlEncoded(_ parameters: KeyValuePairs<String, String>) -> String {
  func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: " "): "+"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
  return parameters.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
}
