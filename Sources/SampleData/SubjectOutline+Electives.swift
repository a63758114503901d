extension SubjectOutline {
  /// The further subjects that some families teach.
  static let electives = [
    SubjectOutline(
      "Art", about: "Fridays, at the big table.",
      [
        CourseOutline(
          "Drawing",
          [
            "Contour drawing: your hand", "Two-point perspective", "Still life in charcoal",
            "Self-portrait",
          ]),
        CourseOutline(
          "Watercolor", about: "Bring an old shirt.",
          ["Color wheel", "Flat and graded washes", "Landscape study", "Botanical painting"]),
        CourseOutline(
          "Art History",
          [
            "Museum visit notes", "Compare two Impressionists", "Timeline: the Renaissance",
            "Who was Hokusai (北斎)?",
          ]),
      ]),
    SubjectOutline(
      "Music",
      [
        CourseOutline(
          "Piano", about: "Half an hour a day. “Slow practice is fast progress.”",
          ["Scales: C, G and D major", "Sonatina, first movement", "Sight-reading", "Recital piece"]),
        CourseOutline(
          "Music Theory",
          [
            "Circle of fifths", "Intervals by ear", "Write an eight-bar melody",
            "Name the key signatures",
          ]),
      ]),
    SubjectOutline(
      "Spanish", about: "Un poco cada día: ¡hablamos en la cena!",
      [
        CourseOutline(
          "Spanish I",
          [
            "Los números hasta cien", "Verbos regulares en -ar", "Mi familia: párrafo",
            "Diálogo: en el mercado",
          ]),
        CourseOutline(
          "Spanish II",
          [
            "El pretérito", "Carta a un amigo", "Leer: «El ratón Pérez»",
            "Canción: llenar los espacios",
          ]),
      ]),
    SubjectOutline(
      "Geography",
      [
        CourseOutline(
          "World Geography",
          ["Capitals of South America", "Climate zones map", "Country report", "Rivers of Asia quiz"]),
        CourseOutline(
          "Map Skills",
          [
            "Map of our street", "Reading contour lines", "Compass course in the park",
            "Latitude and longitude",
          ]),
      ]),
    SubjectOutline(
      "Computer Science", about: "Screen time that counts.",
      [
        CourseOutline(
          "Introduction to Programming",
          ["Guess-the-number game", "Loops and lists", "Debugging diary", "Draw a spiral"]),
        CourseOutline(
          "Web Pages", about: #"HTML & CSS: what is "<p>" for, and why "C:\site" is not an address."#,
          ["A page about your pet", "Style a recipe", "Links and images", "Accessible forms"]),
      ]),
    SubjectOutline(
      "Physical Education",
      [
        CourseOutline("Fitness", ["Mile run", "Stretching routine", "Heart-rate log", "Bike safety check"]),
        CourseOutline(
          "Team Sports",
          ["Soccer drills", "Rules of volleyball", "Practice log", "Referee a game"]),
      ]),
    SubjectOutline(
      "Logic",
      [
        CourseOutline(
          "Informal Fallacies",
          [
            "Find five fallacies in the news", "Straw man or steel man?", "Slippery slopes",
            "Ad hominem exercises",
          ]),
        CourseOutline(
          "Formal Logic", about: "¬, ∧, ∨, → and what they are good for.",
          [
            "Truth tables", "Modus ponens and tollens", "Venn diagrams of syllogisms",
            "Prove: ¬(p ∧ q) → (¬p ∨ ¬q)",
          ]),
      ]),
  ]
}
