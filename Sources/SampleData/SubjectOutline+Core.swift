extension SubjectOutline {
  /// The subjects that every family teaches.
  static let core = [mathematics, science, languageArts, history]

  private static let mathematics = SubjectOutline(
    "Mathematics",
    about: "Four days a week, first thing in the morning.",
    [
      CourseOutline(
        "Pre-Algebra",
        [
          "Integers and the number line", "Order of operations", "Ratios and proportions",
          "Percent word problems", "One-step equations",
        ]),
      CourseOutline(
        "Algebra I", about: "Linear and quadratic equations, up to the quadratic formula.",
        [
          "Solving linear equations", "Graphing inequalities", "Slope and intercept",
          "Systems by substitution", "Factoring trinomials", "Problem set: exponents",
        ]),
      CourseOutline(
        "Geometry", about: "Proofs in two columns, compass and straightedge.",
        [
          "Proof: vertical angles", "Congruent triangles", "Constructions with a compass",
          "The Pythagorean theorem", "Area and circumference of circles",
        ]),
      CourseOutline(
        "Algebra II",
        [
          "Complex numbers", "Polynomial long division", "Logarithm rules", "Conic sections sketch",
          "Sequences and series",
        ]),
    ])

  private static let science = SubjectOutline(
    "Science",
    about: "A lab notebook goes with every course.\nGoggles on before anything is poured or heated!",
    [
      CourseOutline(
        "Biology", about: "Cells, genetics, evolution and ecology.",
        [
          "Lab report: photosynthesis", "Label the parts of a cell", "Punnett squares",
          "Food web of our creek", "Microscope drawing: onion skin", "Mitosis flip book",
        ]),
      CourseOutline(
        "Chemistry", about: "From the atom to the mole, with kitchen-safe experiments.",
        [
          "Lab report: acids and bases", "Balancing equations", "Periodic trends", "Molar mass practice",
          "Lab report: density of H₂O and oil",
        ]),
      CourseOutline(
        "Earth Science",
        [
          "Rock cycle diagram", "Weather log", "Lab report: erosion", "Phases of the Moon journal",
          "Plate tectonics map",
        ]),
      CourseOutline(
        "Physics",
        [
          "Lab report: pendulum", "Free-body diagrams", "Ohm's law problems", "Build a simple circuit",
          "Motion graphs",
        ]),
    ])

  private static let languageArts = SubjectOutline(
    "Language Arts",
    [
      CourseOutline(
        "Reading and Composition", about: "A novel each six weeks, and a page of writing each week.",
        [
          "Book report", "Narrative essay draft", "Narrative essay, final", "Character sketch",
          "Poem: a place you know", "Reading journal",
        ]),
      CourseOutline(
        "American Literature", about: "From Bradstreet to Morrison.",
        [
          "Essay: \"Self-Reliance\"", "Reading questions: The Crucible", "Dickinson: compare two poems",
          "Huckleberry Finn, chapters 1–8", "Author study: Langston Hughes",
        ]),
      CourseOutline(
        "Grammar and Vocabulary",
        [
          "Diagram ten sentences", "Spelling test", "Commas and semicolons", "Latin roots: port, scrib, dict",
          "Subject–verb agreement",
        ]),
    ])

  private static let history = SubjectOutline(
    "History",
    about: "Living books first, textbook second.",
    [
      CourseOutline(
        "World History", about: "From the first cities to 1500.",
        [
          "Timeline: ancient Egypt", "Map of the Silk Road", "Essay: why did Rome fall?",
          "Primary source: Code of Hammurabi", "Debate notes: Athens and Sparta",
        ]),
      CourseOutline(
        "U.S. History",
        [
          "Causes of the Revolution", "Primary source: Federalist No. 10", "Biography: Frederick Douglass",
          "Map of westward expansion", "Interview a veteran",
        ]),
      CourseOutline(
        "Civics", about: "How a bill becomes a law, and who gets to say so.",
        [
          "The three branches", "Bill of Rights poster", "Visit to a city council meeting",
          "Essay: one law I'd change", "Mock election",
        ]),
    ])
}
