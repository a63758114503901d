import Files
import Foundation
import Testing

@Suite("Pictures", .enabled(if: SampleFiles.isThere, Comment(rawValue: SampleFiles.absence))) struct PictureTests {
  @Test func `of every format are written anew, upright, in sRGB, without metadata, with three thumbnails`() async throws {
    let folder = try TestFolder()
    let expected: [(String, FileType, Int, Int)] = [
      ("phone.jpg", .jpeg, 3024, 4032), ("plain.jpg", .jpeg, 640, 480), ("grey.jpg", .jpeg, 640, 480), ("cmyk.jpg", .jpeg, 640, 480),
      ("progressive.jpg", .jpeg, 1200, 900), ("small.jpg", .jpeg, 100, 40), ("large.jpg", .jpeg, 4096, 3072), ("thin.jpg", .jpeg, 4096, 5),
      ("metadata.png", .png, 640, 480), ("translucent.png", .png, 640, 480), ("palette.png", .png, 640, 480), ("deep.png", .png, 640, 480),
      ("animated.gif", .png, 320, 200), ("evil.js", .png, 320, 200), ("opaque.webp", .jpeg, 480, 640), ("translucent.webp", .png, 640, 480),
      ("animated.webp", .jpeg, 320, 200), ("phone.heic", .jpeg, 640, 480), ("plain.avif", .jpeg, 640, 480), ("IMG.heic", .jpeg, 640, 480),
      ("archive-behind.jpg", .jpeg, 640, 480), ("page-behind.png", .png, 640, 480), ("page-inside.jpg", .jpeg, 640, 480),
    ]
    for (name, type, width, height) in expected {
      let file = try await folder.accept(try SampleFiles.path("pictures/\(name)"), name)
      defer { file.discard() }
      #expect(file.type == type, "\(name)")
      #expect(file.kind == .picture)
      #expect((file.width, file.height) == (width, height), "\(name)")
      #expect(Set(file.files.keys) == Set(FileVariant.allCases))
      try check(file, name)
    }
    #expect(try folder.temporary.isEmpty)
  }

  private func check(_ file: AcceptedFile, _ name: String) throws {
    var stored = 0
    let (width, height) = (try #require(file.width), try #require(file.height))
    for (variant, side) in [(FileVariant.original, 4096), (.large, 1280), (.medium, 480), (.small, 160)] {
      let path = try #require(file.files[variant])
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      stored += bytes.count
      if variant == .original { #expect(bytes.count == file.bytes) }
      #expect(bytes.firstRange(of: SampleFiles.secret) == nil, "\(name) \(variant)")
      let isPNG = variant == .original && file.type == .png
      if isPNG {
        #expect(PictureParts.chunks(of: bytes).isSubset(of: ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "pHYs"]), "\(name)")
      } else {
        // Start, JFIF, tables, frame, scan, end: no EXIF, XMP, profile or comment.
        #expect(PictureParts.markers(of: bytes).isSubset(of: [0xD8, 0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xD9, 0xDD]), "\(name) \(variant)")
      }
      let look = try SampleFiles.look(path)
      #expect(look.format == (isPNG ? "PNG" : "JPEG"))
      #expect(look.mode == "RGB" || isPNG && look.mode == "RGBA", "\(name) \(variant) \(look.mode)")
      #expect(look.metadata == [], "\(name) \(variant)")
      #expect(look.frames == 1)
      let scale = min(1, Double(side) / Double(max(width, height)))
      #expect(abs(Double(look.width) - Double(width) * scale) <= 1, "\(name) \(variant) \(look.width)")
      #expect(abs(Double(look.height) - Double(height) * scale) <= 1, "\(name) \(variant) \(look.height)")
      #expect(look.width <= side && look.height <= side)
    }
    #expect(stored == file.storedBytes)
  }

  @Test(arguments: zip(1...8, [
    "red green blue yellow", "green red yellow blue", "blue yellow red green", "yellow blue green red", "red yellow blue green",
    "yellow red green blue", "blue green red yellow", "green blue yellow red",
  ])) func `are turned as their metadata says`(orientation: Int, corners: String) async throws {
    let folder = try TestFolder(workers: 1)
    let file = try await folder.accept(try SampleFiles.path("pictures/orientation-\(orientation).jpg"))
    defer { file.discard() }
    #expect((file.width, file.height) == (orientation > 4 ? (300, 400) : (400, 300)))
    for path in file.files.values { #expect(try SampleFiles.look(path).colours.joined(separator: " ") == corners) }
  }

  @Test func `with alpha keep it, and have thumbnails on white`() async throws {
    let folder = try TestFolder()
    for name in ["translucent.png", "palette.png", "translucent.webp"] {
      let file = try await folder.accept(try SampleFiles.path("pictures/\(name)"))
      defer { file.discard() }
      for (variant, path) in file.files {
        let clear = variant == .original ? "clear" : "white"
        #expect(try SampleFiles.look(path).colours == ["red", clear, clear, "yellow"], "\(name) \(variant)")
      }
    }
  }

  @Test func `have the medium size of the contract`() async throws {
    let folder = try TestFolder(workers: 1)
    let file = try await folder.accept(try SampleFiles.path("pictures/phone.jpg"))
    defer { file.discard() }
    let medium = try SampleFiles.look(try #require(file.files[.medium]))
    #expect((medium.width, medium.height) == (360, 480))
  }

  @Test(arguments: [
    ("evil.js", "evil.js", "evil.js.png"), ("IMG.heic", "IMG.heic", "IMG.heic.jpg"), ("plain.jpg", "../Ada.JPG", "Ada.JPG"),
    ("plain.jpg", "", "file.jpg"), ("opaque.webp", "a.webp", "a.webp.jpg"),
  ]) func `are named as their stored type is`(sample: String, given: String, name: String) async throws {
    let folder = try TestFolder(workers: 1)
    let file = try await folder.accept(try SampleFiles.path("pictures/\(sample)"), given)
    defer { file.discard() }
    #expect(file.name == name)
  }

  @Test(arguments: ["pixels.png", "side.png", "pixels.jpg"]) func `with too many pixels are refused by their header`(name: String) async throws {
    let folder = try TestFolder(workers: 1)
    _ = try folder.pictures.check()
    #expect(await folder.refusal(try SampleFiles.path("pictures/\(name)")) == .content(.pixels))
    #expect(try folder.temporary.isEmpty)
  }

  @Test(arguments: [
    "truncated.jpg", "truncated.png", "truncated.gif", "truncated.webp", "truncated.heic", "header.jpg", "header.png", "noise.jpg",
  ]) func `that end too early are unreadable`(name: String) async throws {
    let folder = try TestFolder(workers: 1)
    #expect(await folder.refusal(try SampleFiles.path("pictures/\(name)")) == .content(.unreadable))
    #expect(try folder.temporary.isEmpty)
  }

  @Test func `are cut at every length without harm`() async throws {
    let folder = try TestFolder()
    for name in ["plain.jpg", "metadata.png", "animated.gif", "translucent.webp", "phone.heic", "plain.avif"] {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: try SampleFiles.path("pictures/\(name)"))))
      for length in stride(from: 16, to: bytes.count, by: bytes.count / 7) {
        let refusal = await folder.refusal(try folder.arrived(Array(bytes[..<length])))
        #expect(refusal == .content(.unreadable), "\(name) \(length)")
      }
    }
  }

  @Test func `with a byte changed are decoded or refused, and the worker goes on`() async throws {
    let folder = try TestFolder()
    var random = SystemRandomNumberGenerator()
    for name in ["plain.jpg", "metadata.png", "animated.gif", "translucent.webp", "phone.heic", "plain.avif"] {
      let original = try [UInt8](Data(contentsOf: URL(filePath: try SampleFiles.path("pictures/\(name)"))))
      for _ in 0..<12 {
        var bytes = original
        for _ in 0..<4 { bytes[Int.random(in: 12..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
        switch await folder.refusal(try folder.arrived(bytes)) {
        case nil, .content: break
        case let other: Issue.record("\(name): \(String(describing: other))")
        }
      }
    }
    #expect(try folder.temporary.isEmpty)
  }
}
