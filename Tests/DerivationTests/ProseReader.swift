import Foundation

/// Reads the prose of a file: the comments of Swift, the descriptions of SDL, or the paragraphs of Markdown. It works
/// on bytes: all files of the repository take less than two seconds in a debug build.
struct ProseReader {
  enum Syntax { case swift, schema, markdown }

  private typealias Text = UnsafeBufferPointer<UInt8>

  /// The lines with a sentence that begins with a noun clause.
  private(set) var nounClauses: [Int] = []
  /// The lines of Swift code with a retired name, outside comments and strings.
  private(set) var retiredNames: [(line: Int, name: String)] = []

  private let retired: [StaticString]
  private var line = 0
  /// Whether the next prose begins a sentence: at the start of a paragraph, or after the end of a sentence.
  private var isAtStart = true
  /// The number of `#` of the string of several lines that is open; nil outside one. 1 in a fenced block of Markdown.
  private var block: Int?
  /// The indentation of the block description that is open; nil outside one.
  private var description: Int?
  /// The number of slashes of the comment that is open; 0 outside one.
  private var slashes = 0

  init(_ file: Data, _ syntax: Syntax, retired: [StaticString] = []) {
    self.retired = retired
    file.withUnsafeBytes { bytes in
      var rest = bytes.bindMemory(to: UInt8.self)
      while !rest.isEmpty {
        let end = rest.firstIndex(of: .newline, from: 0) ?? rest.count
        line += 1
        let text = rest.dropping(0, to: end)
        switch syntax {
        case .swift: readSwift(text)
        case .schema: readSchema(text)
        case .markdown: readMarkdown(text)
        }
        rest = rest.dropping(min(end + 1, rest.count))
      }
    }
  }

  // MARK: Syntaxes

  private mutating func readSwift(_ text: Text) {
    let text = text.dropping(text.indentation)
    guard block == nil, text.begins(with: "//") else {
      slashes = 0
      if let hashes = block {
        guard text.closesString(hashes) else { return }
        block = text.count > 3 + hashes ? text.dropping(3 + hashes).openedString : nil
      } else {
        readCode(text)
        block = text.openedString
      }
      return
    }
    let count = text.begins(with: "///") ? 3 : 2
    if count != slashes { isAtStart = true }
    slashes = count
    readComment(text.dropping(count))
  }

  /// Reads the comment at the end of a line of code, and the names in the code.
  private mutating func readCode(_ text: Text) {
    var end = text.count
    var place = 0
    while let slash = text.firstIndex(of: .slash, from: place) {
      if slash > 0, text[slash - 1] == .space, text.dropping(slash).begins(with: "// "), !text.isInString(at: slash) {
        end = slash
        isAtStart = true
        read(text.dropping(slash + 3))
        break
      }
      place = slash + 1
    }
    let code = text.dropping(0, to: end)
    for name in retired where code.hasIdentifier(name) { retiredNames.append((line, "\(name)")) }
  }

  private mutating func readComment(_ text: Text) {
    let indentation = text.indentation
    // Examples of code are indented by four spaces more than the text.
    if indentation > 4, indentation < text.count, !text.dropping(indentation).begins(with: "- ") { return }
    let text = text.dropping(indentation)
    guard !text.isEmpty else {
      isAtStart = true
      return
    }
    guard text.begins(with: "- ") else { return read(text) }
    isAtStart = true
    let item = text.dropping(2)
    // The text of `- Returns:` and of a parameter begins a sentence as well.
    if let colon = item.firstIndex(of: .colon, from: 0), item.dropping(colon).begins(with: ": "),
      item.dropping(colon + 2).beginsWithNounClause
    {
      nounClauses.append(line)
    }
    read(item)
  }

  private mutating func readSchema(_ text: Text) {
    let indentation = text.indentation
    let text = text.dropping(indentation)
    if let open = description {
      if text.begins(with: "\"\"\"") {
        description = nil
      } else if text.isEmpty {
        isAtStart = true
      } else if indentation < open + 4 {
        read(text)
      }
    } else if block != nil {
      if text.closesString(0) { block = nil }
    } else if !text.begins(with: "\"") {
      block = text.openedString
    } else if text.begins(with: "\"\"\"") {
      isAtStart = true
      let rest = text.dropping(3)
      if rest.openedString == nil { description = indentation }
      if !rest.isEmpty { read(rest) }
    } else {
      isAtStart = true
      read(text.dropping(1))
    }
  }

  private mutating func readMarkdown(_ text: Text) {
    let text = text.dropping(text.indentation)
    if text.begins(with: "```") {
      block = block == nil ? 1 : nil
      isAtStart = true
      return
    }
    if block != nil { return }
    let mark = text.begins(with: "#") ? text.lengthOfHeadingMark : text.lengthOfListMark
    // Rows of tables quote the names of tests and the texts of messages.
    if text.isEmpty || text.begins(with: "|") || text.begins(with: "<!--") {
      isAtStart = true
      return
    }
    if mark > 0 { isAtStart = true }
    read(text.dropping(mark))
    if text.begins(with: "#") { isAtStart = true }
  }

  // MARK: Sentences

  private mutating func read(_ text: Text) {
    var isFound = isAtStart && text.beginsWithNounClause
    var place = 0
    while let dot = text.firstIndex(of: .dot, from: place) {
      place = dot + 1
      guard place < text.count, text[place] == .space else { continue }
      isFound = isFound || text.dropping(place + 1).beginsWithNounClause
    }
    if isFound { nounClauses.append(line) }
    isAtStart = text.last == UInt8.dot
  }
}

extension UnsafeBufferPointer<UInt8> {
  private static var nounClauses: [StaticString] { ["What", "Whoever", "Who", "Of"] }
  /// Words after "That" which show that it begins a clause and is no pronoun.
  private static var subjects: [StaticString] {
    ["a ", "an ", "the ", "there ", "it ", "they ", "nobody ", "no ", "one ", "each ", "every ", "all "]
  }

  fileprivate var indentation: Int {
    var count = 0
    while count < self.count, self[count] == .space { count += 1 }
    return count
  }

  fileprivate func dropping(_ count: Int, to end: Int? = nil) -> Self {
    Self(start: baseAddress.map { $0 + count }, count: (end ?? self.count) - count)
  }

  fileprivate func begins(with text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, start < count,
      let found = memchr(baseAddress + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(baseAddress).distance(to: UnsafeRawPointer(found))
  }

  private func begins(withWord word: StaticString) -> Bool {
    let end = word.utf8CodeUnitCount
    return begins(with: word) && (end == count || !self[end].isOfIdentifier)
  }

  /// Marks of emphasis and of links before the first word do not count.
  fileprivate var beginsWithNounClause: Bool {
    var start = 0
    while start < count, self[start] == .asterisk || self[start] == .bracket { start += 1 }
    let text = dropping(start)
    let initials: [UInt8] = [UInt8(ascii: "W"), UInt8(ascii: "O"), UInt8(ascii: "T")]
    guard let first = text.first, initials.contains(first) else { return false }
    if Self.nounClauses.contains(where: text.begins(withWord:)) { return true }
    return text.begins(with: "That ") && Self.subjects.contains(where: text.dropping(5).begins(with:))
  }

  /// Whether the code before a place has an open string of one line.
  fileprivate func isInString(at place: Int) -> Bool {
    var isOpen = false
    var index = 0
    while let quote = firstIndex(of: .quote, from: index), quote < place {
      if quote == 0 || self[quote - 1] != .backslash { isOpen.toggle() }
      index = quote + 1
    }
    return isOpen
  }

  /// The number of `#` of a string of several lines that a line opens at its end; nil for none.
  fileprivate var openedString: Int? {
    var end = count
    while end > 0, self[end - 1] == .space { end -= 1 }
    guard end >= 3, dropping(end - 3).begins(with: "\"\"\"") else { return nil }
    var hashes = 0
    while hashes < end - 3, self[end - 4 - hashes] == .hash { hashes += 1 }
    return hashes
  }

  /// Whether a line, without its indentation, begins with the end of a string of several lines.
  fileprivate func closesString(_ hashes: Int) -> Bool {
    guard begins(with: "\"\"\""), count >= 3 + hashes else { return false }
    return (3..<3 + hashes).allSatisfy { self[$0] == .hash }
  }

  fileprivate func hasIdentifier(_ name: StaticString) -> Bool {
    var index = 0
    while let start = firstIndex(of: name.utf8Start.pointee, from: index) {
      index = start + 1
      guard start == 0 || !self[start - 1].isOfIdentifier else { continue }
      if dropping(start).begins(withWord: name), !isInString(at: start) { return true }
    }
    return false
  }

  fileprivate var lengthOfHeadingMark: Int {
    var count = 0
    while count < self.count, self[count] == .hash || self[count] == .space { count += 1 }
    return count
  }

  /// The length of `- `, `* `, `> ` or `1. `; 0 for other text.
  fileprivate var lengthOfListMark: Int {
    if begins(with: "- ") || begins(with: "* ") || begins(with: "> ") { return 2 }
    var digits = 0
    while digits < count, self[digits] >= UInt8(ascii: "0"), self[digits] <= UInt8(ascii: "9") { digits += 1 }
    return digits > 0 && dropping(digits).begins(with: ". ") ? digits + 2 : 0
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let dot = UInt8(ascii: ".")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let asterisk = UInt8(ascii: "*")
  fileprivate static let bracket = UInt8(ascii: "[")

  fileprivate var isOfIdentifier: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
