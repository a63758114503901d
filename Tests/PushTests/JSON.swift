import Foundation

/// A value of JSON, to look into payloads.
enum JSON: Decodable, Equatable {
  case text(String)
  case number(Int)
  case list([JSON])
  case object([String: JSON])

  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSON.self, from: Data(bytes)) }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let list = try? value.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  subscript(_ path: String...) -> JSON? {
    var value: JSON? = self
    for name in path {
      guard case .object(let members)? = value else { return nil }
      value = members[name]
    }
    return value
  }
}
