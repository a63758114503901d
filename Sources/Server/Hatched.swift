import ArgumentParser
import Hummingbird
import Logging
@main struct Hatched: AsyncParsableCommand { }
