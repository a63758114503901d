/// A lexical token: its kind and where its bytes are — specification section 2.1.7.
package struct Token {
  package var kind: TokenKind
  /// The offset of the first byte.
  package var start: Int
  /// The offset after the last byte.
  package var end: Int

  var position: SourcePosition { SourcePosition(start) }
}

/// `Token : Punctuator | Name | IntValue | FloatValue | StringValue`, and the end of the text.
package enum TokenKind: UInt8 {
  case endOfFile
  case exclamationMark, dollar, ampersand, parenthesisLeft, parenthesisRight, spread, colon, equals, at
  case bracketLeft, bracketRight, braceLeft, pipe, braceRight
  /// In schema coordinates only.
  case dot
  case name, int, float
  /// A string that is no block string and has no escape sequence: its value is its text.
  case plainString
  case escapedString
  case blockString

  var isString: Bool { self == .plainString || self == .escapedString || self == .blockString }
}

extension TokenKind: CustomStringConvertible {
  /// As error messages name it.
  package var description: String {
    switch self {
    case .endOfFile: "<EOF>"
    case .exclamationMark: "\"!\""
    case .dollar: "\"$\""
    case .ampersand: "\"&\""
    case .parenthesisLeft: "\"(\""
    case .parenthesisRight: "\")\""
    case .spread: "\"...\""
    case .colon: "\":\""
    case .equals: "\"=\""
    case .at: "\"@\""
    case .bracketLeft: "\"[\""
    case .bracketRight: "\"]\""
    case .braceLeft: "\"{\""
    case .pipe: "\"|\""
    case .braceRight: "\"}\""
    case .dot: "\".\""
    case .name: "Name"
    case .int: "Int"
    case .float: "Float"
    case .plainString, .escapedString: "String"
    case .blockString: "BlockString"
    }
  }
}
