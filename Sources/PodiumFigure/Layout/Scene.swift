/// What is drawn where, in pixels of CSS from the top left: the picture before it is written in some format.
package struct Scene: Sendable, Equatable {
  package var width: Double
  package var height: Double
  /// From the back to the front.
  package var nodes: [Node]

  /// Every text with its box, for checks that none is clipped or over another.
  package var texts: [SceneText] { nodes.flatMap(\.texts) }
}

/// One shape, text or group of a scene.
package enum Node: Sendable, Equatable {
  /// Nodes of one class; the class of the shapes in it.
  case group(String, [Node])
  /// Nodes of which only what is in the rectangle is drawn.
  case clipped(Box, [Node])
  /// A shape with what the pointer shows.
  case shape(Shape, classes: String, title: String?)
  case text(SceneText)

  fileprivate var texts: [SceneText] {
    switch self {
    case .group(_, let nodes), .clipped(_, let nodes): nodes.flatMap(\.texts)
    case .text(let text): [text]
    case .shape: []
    }
  }
}

/// A place in pixels.
package struct Point: Sendable, Equatable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// An outline in pixels.
package enum Shape: Sendable, Equatable {
  case rect(Box)
  case circle(Point, radius: Double)
  /// Straight segments through points; several pieces, all closed or all open.
  case path([[Point]], isClosed: Bool)
}

/// A rectangle along the axes.
package struct Box: Sendable, Equatable {
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double

  package init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package var width: Double { right - left }
  package var height: Double { bottom - top }

  /// Makes it smaller around its middle.
  mutating func shrink(_ share: Double) {
    let (dx, dy) = (width * (1 - share) / 2, height * (1 - share) / 2)
    (left, right, top, bottom) = (left + dx, right - dx, top + dy, bottom - dy)
  }

  /// Whether two boxes share more than their borders.
  package func overlaps(_ other: Box, by slack: Double = 0) -> Bool {
    left < other.right - slack && other.left < right - slack && top < other.bottom - slack
      && other.top < bottom - slack
  }

  package func holds(_ other: Box) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }
}

/// A line of text at a place.
package struct SceneText: Sendable, Equatable {
  package var text: String
  package var x: Double
  /// The baseline.
  package var y: Double
  package var size: Double
  package var anchor: Anchor
  package var isBold: Bool
  /// The turn in degrees, counter-clockwise: 0, 45 or 90.
  package var turn: Int
  package var classes: String

  package enum Anchor: String, Sendable { case start, middle, end }

  package init(
    _ text: String, x: Double, y: Double, size: Double, anchor: Anchor = .start, isBold: Bool = false, turn: Int = 0,
    classes: String = ""
  ) {
    (self.text, self.x, self.y, self.size) = (text, x, y, size)
    (self.anchor, self.isBold, self.turn, self.classes) = (anchor, isBold, turn, classes)
  }

  package var width: Double { TextAdvance.width(of: text, size: size, isBold: isBold) }

  package var box: Box {
    let left =
      switch anchor {
      case .start: x
      case .middle: x - width / 2
      case .end: x - width
      }
    return Box(left, y - size * 0.8, left + width, y + size * 0.22)
  }
}
