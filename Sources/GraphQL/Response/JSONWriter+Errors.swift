extension JSONWriter {
  /// An error as the entry of a response's `errors` — specification section 7.1.2.
  ///
  ///     {"message":"…","locations":[{"line":1,"column":3}],"path":["a",0],"extensions":{"code":"…"}}
  ///
  /// `locations` and `path` stand there only if the error has some.
  package mutating func writeError(_ error: GraphQLError) {
    write(json: "{\"message\":")
    writeString(error.message.withoutCredentials)
    if !error.locations.isEmpty {
      write(json: ",\"locations\":")
      writeArray(error.locations) { $0.writeLocation($1) }
    }
    if !error.path.isEmpty {
      write(json: ",\"path\":")
      writeArray(error.path) { $0.writePathSegment($1) }
    }
    write(json: ",\"extensions\":{\"code\":")
    writeString(error.code.rawValue)
    for entry in error.extensions {
      write(UInt8(ascii: ","))
      writeString(entry.key)
      write(UInt8(ascii: ":"))
      writeValue(entry.value)
    }
    write(json: "}}")
  }

  private mutating func writeLocation(_ location: Location) {
    write(json: "{\"line\":")
    writeInteger(location.line)
    write(json: ",\"column\":")
    writeInteger(location.column)
    write(UInt8(ascii: "}"))
  }

  private mutating func writePathSegment(_ segment: PathSegment) {
    switch segment {
    case .key(let key): writeString(key)
    case .index(let index): writeInteger(index)
    }
  }
}
