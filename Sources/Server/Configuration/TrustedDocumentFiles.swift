import Foundation
import Gateway
import GraphQL

/// Trusted documents as files: a folder, whose `.graphql` and `.gql` files are a document each with their name
/// for an id; or a manifest that generators write:
///
///     {"FamilyPage": "query FamilyPage { … }"}
///     {"format": "apollo-persisted-query-manifest", "version": 1,
///      "operations": [{"id": "…", "name": "FamilyPage", "type": "query", "body": "query FamilyPage { … }"}]}
struct TrustedDocumentFiles {
  let documents: [TrustedDocument]

  /// - Throws: `CommandFailure` that names the file.
  init(path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure("there are no trusted documents: there is nothing at \(path)")
    }
    documents = try isFolder.boolValue ? Self.folder(path) : Self.manifest(path)
    guard !documents.isEmpty else {
      throw CommandFailure("there are no trusted documents in \(path)")
    }
  }

  /// Without the folders in it.
  private static func folder(_ path: String) throws -> [TrustedDocument] {
    let files = try readable(path) {
      try FileManager.default.contentsOfDirectory(at: URL(filePath: path), includingPropertiesForKeys: nil)
    }
    .filter { ["graphql", "gql"].contains($0.pathExtension) && !$0.lastPathComponent.hasPrefix(".") }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard files.count <= TrustedDocuments.maximumCount else {
      throw CommandFailure(
        "\(path) has \(files.count) documents; at most \(TrustedDocuments.maximumCount) can be trusted")
    }
    var rest = TrustedDocuments.maximumBytes
    return try files.map { file in
      let origin = "\(path)/\(file.lastPathComponent)"
      let text = try text(of: origin, atMost: rest)
      rest -= text.utf8.count
      return TrustedDocument(id: file.deletingPathExtension().lastPathComponent, text: text, origin: origin)
    }
  }

  private static func manifest(_ path: String) throws -> [TrustedDocument] {
    let bytes = Array(try text(of: path, atMost: TrustedDocuments.maximumBytes).utf8)
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      let place = Source(bytes).location(at: SourcePosition(error.offset))
      throw CommandFailure("\(path):\(place.line):\(place.column): this is not JSON: \(error.message)")
    }
    guard case .object(let members) = json else {
      throw CommandFailure("\(path) is no manifest: it must be a JSON object of ids and documents")
    }
    guard json["format"] == .string("apollo-persisted-query-manifest") else {
      return try members.map { try document($0.key, $0.value, of: path) }
    }
    guard json["version"] == .number("1"), case .array(let operations)? = json["operations"] else {
      throw CommandFailure("\(path) is no manifest of version 1 with a list of \"operations\"")
    }
    return try operations.map { operation in
      guard case .string(let id)? = operation["id"] else {
        throw CommandFailure("\(path) has an operation without \"id\"")
      }
      return try document(id, operation["body"], of: path)
    }
  }

  private static func document(_ id: String, _ text: JSONValue?, of path: String) throws -> TrustedDocument {
    guard case .string(let text)? = text else {
      throw CommandFailure("\(path), \"\(id)\": the document must be a string")
    }
    return TrustedDocument(id: id, text: text, origin: "\(path), \"\(id)\"")
  }

  /// The text of a file, which is looked at for its size before it is read.
  private static func text(of path: String, atMost limit: Int) throws -> String {
    try readable(path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      guard let size = attributes[.size] as? Int, size <= limit else {
        throw CommandFailure(
          "\(path) is too large: trusted documents may have \(TrustedDocuments.maximumBytes) bytes together")
      }
      guard let text = String(validating: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) else {
        throw CommandFailure("\(path) is not UTF-8")
      }
      return text
    }
  }

  private static func readable<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)")
    }
  }
}
