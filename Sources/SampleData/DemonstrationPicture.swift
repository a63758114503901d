package import SQL

/// A picture of the demonstration family or school: drawn by the shapes here. The raw value is the number of its file.
enum DemonstrationPicture: Int, CaseIterable, Sendable {
  case owl = 2, fox, hills, oak, books, beans, thermometer

  /// The student whose picture it is; nil for that of a person who collects one, and of the school.
  var student: DemonstrationPerson? {
    switch self {
    case .owl: .mia
    case .fox: .leo
    case .hills: .ada
    case .oak, .books, .beans, .thermometer: nil
    }
  }

  var name: String {
    switch self {
    case .owl: "Owl.png"
    case .fox: "Fox.png"
    case .hills: "Hills.png"
    case .oak: "Oak.png"
    case .books: "Books.png"
    case .beans: "Beans.png"
    case .thermometer: "Thermometer.png"
    }
  }

  var isOfSchool: Bool { self == .books || self == .beans }

  static let side = 240

  var id: UUIDValue { DemonstrationFamily.key(.file, rawValue) }

  var bytes: [UInt8] {
    var pixels = [UInt8](repeating: 0, count: Self.side * Self.side)
    for (number, shape) in shapes.enumerated() {
      for y in 0..<Self.side {
        for x in 0..<Self.side where shape.covers(x, y) { pixels[y * Self.side + x] = UInt8(number + 1) }
      }
    }
    return PNGImage(side: Self.side, palette: [background] + shapes.map(\.color), pixels: pixels).bytes
  }

  /// A disc or a triangle, in a color: the later ones are above the earlier ones.
  private struct Shape {
    enum Outline {
      case disc(x: Int, y: Int, radius: Int)
      case triangle((Int, Int), (Int, Int), (Int, Int))
    }

    let outline: Outline
    let color: (UInt8, UInt8, UInt8)

    func covers(_ x: Int, _ y: Int) -> Bool {
      switch outline {
      case .disc(let centerX, let centerY, let radius):
        return (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY) <= radius * radius
      case .triangle(let a, let b, let c):
        let sides = [(a, b), (b, c), (c, a)].map { from, to in
          (to.0 - from.0) * (y - from.1) - (to.1 - from.1) * (x - from.0)
        }
        return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
      }
    }
  }

  private var background: (UInt8, UInt8, UInt8) {
    switch self {
    case .owl: (38, 50, 86)
    case .fox: (214, 232, 205)
    case .hills: (176, 214, 240)
    case .oak: (240, 232, 208)
    case .books: (244, 238, 226)
    case .beans: (214, 236, 246)
    case .thermometer: (246, 242, 236)
    }
  }

  private var shapes: [Shape] {
    func disc(_ x: Int, _ y: Int, _ radius: Int, _ color: (UInt8, UInt8, UInt8)) -> Shape {
      Shape(outline: .disc(x: x, y: y, radius: radius), color: color)
    }
    func triangle(_ a: (Int, Int), _ b: (Int, Int), _ c: (Int, Int), _ color: (UInt8, UInt8, UInt8)) -> Shape {
      Shape(outline: .triangle(a, b, c), color: color)
    }
    switch self {
    case .owl:
      return [
        triangle((62, 60), (86, 112), (46, 112), (122, 84, 50)), triangle((178, 60), (194, 112), (154, 112), (122, 84, 50)),
        disc(120, 140, 80, (146, 104, 66)), disc(88, 118, 32, (250, 244, 226)), disc(152, 118, 32, (250, 244, 226)),
        disc(90, 120, 14, (30, 26, 24)), disc(150, 120, 14, (30, 26, 24)), triangle((108, 136), (132, 136), (120, 162), (236, 164, 52)),
      ]
    case .fox:
      return [
        triangle((48, 36), (108, 90), (48, 124), (204, 98, 42)), triangle((192, 36), (192, 124), (132, 90), (204, 98, 42)),
        triangle((36, 96), (204, 96), (120, 212), (226, 120, 58)), triangle((36, 96), (96, 140), (120, 212), (252, 246, 238)),
        triangle((204, 96), (144, 140), (120, 212), (252, 246, 238)), disc(92, 122, 9, (34, 28, 26)), disc(148, 122, 9, (34, 28, 26)),
        disc(120, 204, 12, (34, 28, 26)),
      ]
    case .hills:
      return [
        disc(176, 66, 30, (252, 214, 92)), triangle((-40, 240), (90, 92), (220, 240), (104, 134, 120)),
        triangle((60, 240), (176, 124), (300, 240), (78, 112, 94)), disc(60, 330, 140, (126, 172, 92)),
      ]
    case .oak:
      return [
        triangle((108, 232), (132, 232), (120, 60), (110, 78, 52)), disc(84, 110, 46, (86, 136, 74)), disc(156, 110, 46, (86, 136, 74)),
        disc(120, 76, 52, (104, 156, 86)), disc(104, 104, 8, (196, 142, 62)), disc(150, 96, 8, (196, 142, 62)),
      ]
    case .books:
      return [
        triangle((30, 70), (116, 96), (30, 190), (178, 58, 54)), triangle((116, 96), (116, 216), (30, 190), (150, 44, 44)),
        triangle((210, 70), (124, 96), (210, 190), (52, 96, 150)), triangle((124, 96), (124, 216), (210, 190), (40, 78, 126)),
      ]
    case .beans:
      return [
        triangle((-10, 240), (120, 170), (250, 240), (112, 78, 52)), triangle((116, 210), (124, 210), (120, 70), (90, 140, 72)),
        disc(92, 112, 26, (104, 166, 84)), disc(150, 92, 26, (92, 152, 76)), disc(120, 64, 18, (120, 182, 96)),
      ]
    case .thermometer:
      return [
        triangle((104, 40), (136, 40), (120, 400), (206, 212, 218)), disc(120, 188, 34, (206, 212, 218)), disc(120, 188, 24, (206, 60, 54)),
        triangle((114, 96), (126, 96), (120, 300), (206, 60, 54)),
      ]
    }
  }
}

/// A file of the demonstration family or school, as it was sent.
package struct DemonstrationFile: Sendable {
  package let id: UUIDValue
  package let name: String
  package let bytes: [UInt8]

  /// The text of a note, and pictures.
  package static var all: [DemonstrationFile] {
    [DemonstrationFile(id: DemonstrationFamily.key(.file, 1), name: SampleFile.name, bytes: Array(SampleFile.text.utf8))]
      + DemonstrationPicture.allCases.map { DemonstrationFile(id: $0.id, name: $0.name, bytes: $0.bytes) }
  }
}
