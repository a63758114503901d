/// Documents that use every production of the grammar, as the printer prints them.
enum KitchenSink {
  static let executable = #"""
    "A description of the operation"
    query Everything(
    $foo: ComplexType
    "The site"
    $site: Site = MOBILE
    $list: [[Int!]!]! = [[1, 2], []] @onVariable(a: { b: 1 })
    ) @onQuery {
      whoever123is: node(id: [123, 456]) {
        id
        ... on User @onInlineFragment {
          field2 {
            alias: field1(first: 10, after: $foo) @include(if: $foo) @again {
              id
              ...frag @onFragmentSpread(x: -1.5e+10, y: "é\n\t\"\\")
            }
          }
        }
        ... @skip(unless: $foo) {
          id
        }
        ... {
          id
        }
      }
    }

    mutation likeStory @onMutation {
      like(story: 123) @onField
    }

    subscription StoryLikes($input: StoryLikeInput) {
      storyLikeSubscribe(input: $input) {
        count
      }
    }

    """
    A fragment, described
      over two lines
    """
    fragment frag on Friend @onFragmentDefinition {
      foo(
        size: $size
        object: { key: "value", block: """
        block string with \"""

        and indentation
          twice
        """ }
      )
    }

    query ($x: Int) {
      a(x: $x)
    }

    query @a {
      b
    }

    query Values {
      values(truthy: true, falsy: false, null: null, enum: ON, empty: [{  }, [], ""])
      on: type(
        aRatherLongArgument: "so that all of the arguments make"
        another: "a line that is longer than eighty characters"
      )
    }

    {
      query
      on
      fragment
      ...on2
    }
    """#

  static let typeSystem = #"""
    """The schema as a whole"""
    schema @root(a: 1) {
      query: Query
      mutation: Mutation
      subscription: Subscription
    }

    """
    Two lines
    of the `Foo` type
    """
    type Foo implements Bar & Baz & Two @dir(a: [1]) {
      "The field `one`"
      one: Type
      """The field `two`"""
      two(
        """The argument"""
        argument: Input! = { key: "value" } @onArgument
        other: Int
      ): [Type!]!
      three(argument: Input, other: [String] = ["a", "b"]): Int @deprecated(reason: """
      because
        of this
      """)
    }

    type Undefined

    extend type Foo {
      seven(argument: [String]): Type
    }

    extend type Foo @onType

    extend type Foo implements A & B

    interface Bar {
      one: Type
    }

    interface Two implements Bar & One @onInterface {
      one(a: Int = 1 @onArgument): Type @onField
    }

    interface Undefined

    extend interface Bar implements Two {
      two: Int
    }

    extend interface Bar @onInterface

    union Feed @onUnion = Story | Article | Advert

    union Undefined

    extend union Feed = Photo | Video

    extend union Feed @onUnion

    scalar Date @specifiedBy(url: "https://example.com")

    extend scalar Date @onScalar

    enum Site @onEnum {
      """
      A value with a description that is too long for one line in quotes, by far
      """
      DESKTOP
      MOBILE @deprecated
    }

    enum Undefined

    extend enum Site {
      VR
    }

    extend enum Site @onEnum

    input Input @oneOf {
      key: String!
      answer: Int = 42 @onField
    }

    input Undefined

    extend input Input {
      other: Float = 1.23e4
    }

    extend input Input @onInput

    directive @skip(
      """Whether to"""
      if: Boolean!
    ) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT

    directive @tag(name: String!, or: [Int!] = [1]) repeatable on VARIABLE_DEFINITION | SCHEMA

    extend schema @onSchema

    extend schema @onSchema {
      subscription: Subscription
    }
    """#
}
