internal import CRsvg
internal import PodiumCore

/// The loaded librsvg and cairo. A handle is cheap to make and to pass to any thread.
struct Rsvg: Sendable {
  let table: crs_table

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = Result { () throws(Diagnostic) in try open() }

  /// The handle; the library is loaded at the first call and stays.
  ///
  /// Throws `missing-library`.
  static func load() throws(Diagnostic) -> Rsvg { try loaded.get() }

  static func open(_ library: SystemLibrary = .rsvg) throws(Diagnostic) -> Rsvg {
    var table = crs_table()
    try library.load { crs_load($0, &table) }
    return Rsvg(table: table)
  }

  /// Draws a document on a surface that `surface` makes for its size in pixels, and gives what `finish` reads from it.
  private func drawn(
    _ svg: [UInt8], scale: Double,
    surface make: (Double, Double, UnsafeMutablePointer<crs_buffer>) throws(Diagnostic) -> UnsafeMutableRawPointer?,
    finish: (UnsafeMutableRawPointer, UnsafeMutablePointer<crs_buffer>) -> Int32
  ) throws(Diagnostic) -> [UInt8] {
    var failure: UnsafeMutablePointer<crs_error>?
    guard let handle = table.from_data(svg, svg.count, &failure) else { throw unreadable(failure) }
    defer { table.unref(handle) }
    var (width, height) = (0.0, 0.0)
    guard table.size_in_pixels(handle, &width, &height) != 0, (1...100_000).contains(width),
      (1...100_000).contains(height)
    else {
      throw Diagnostic("bad-picture", "the SVG has no size from 1 to 100000 pixels")
    }
    let buffer = UnsafeMutablePointer<crs_buffer>.allocate(capacity: 1)
    buffer.initialize(to: crs_buffer())
    defer {
      crs_release(buffer)
      buffer.deallocate()
    }
    guard let surface = try make(width, height, buffer) else { throw failed(1) }
    // Cairo never returns NULL: a surface that could not be made has a status.
    defer { table.surface_destroy(surface) }
    guard table.surface_status(surface) == CRS_OK, let context = table.create(surface) else {
      throw failed(table.surface_status(surface))
    }
    table.scale(context, scale, scale)
    table.set_color(context, 1, 1, 1)
    table.paint(context)
    var area = crs_rectangle(x: 0, y: 0, width: width, height: height)
    let isDrawn = table.render(handle, context, &area, &failure) != 0
    let status = table.status(context)
    table.destroy(context)
    guard isDrawn else { throw unreadable(failure) }
    guard status == CRS_OK else { throw failed(status) }
    let end = finish(surface, buffer)
    guard end == CRS_OK, let bytes = buffer.pointee.bytes else { throw failed(end) }
    return Array(UnsafeBufferPointer(start: bytes, count: buffer.pointee.count))
  }

  /// The PNG of a document at a scale.
  func png(_ svg: [UInt8], scale: Double) throws(Diagnostic) -> [UInt8] {
    try drawn(
      svg, scale: scale,
      surface: { width, height, _ throws(Diagnostic) in
        let (wide, high) = ((width * scale).rounded(.up), (height * scale).rounded(.up))
        guard wide <= 32_000, high <= 32_000, wide * high <= 100_000_000 else {
          throw Diagnostic(
            "picture-too-large",
            "the picture has \(NumberText.fixed(wide, 0)) × \(NumberText.fixed(high, 0)) pixels, more than 100 million or 32000 on a side",
            help: "use a smaller dpi=, width= or height=, or write a PDF")
        }
        return table.image_create(Int32(CRS_FORMAT_RGB24), Int32(max(1, wide)), Int32(max(1, high)))
      },
      finish: { surface, buffer in table.png_write(surface, crs_append, buffer) })
  }

  /// The PDF of a document, a page of its size at 96 pixels an inch.
  func pdf(_ svg: [UInt8], title: String) throws(Diagnostic) -> [UInt8] {
    try drawn(
      svg, scale: 0.75,
      surface: { width, height, buffer throws(Diagnostic) in
        guard let surface = table.pdf_create(crs_append, buffer, width * 0.75, height * 0.75) else { return nil }
        table.pdf_metadata(surface, Int32(CRS_PDF_TITLE), title)
        // Without a date the same picture gives the same bytes.
        table.pdf_metadata(surface, Int32(CRS_PDF_CREATE_DATE), "")
        return surface
      },
      finish: { surface, _ in
        table.surface_finish(surface)
        return table.surface_status(surface)
      })
  }

  private func failed(_ status: Int32) -> Diagnostic {
    Diagnostic(
      "bad-picture", "the picture cannot be drawn", cause: table.status_text(status).map { String(cString: $0) })
  }

  private func unreadable(_ failure: UnsafeMutablePointer<crs_error>?) -> Diagnostic {
    var cause: String?
    if let failure {
      cause = failure.pointee.message.map { SafeText.escape(String(cString: $0)) }
      table.error_free(failure)
    }
    return Diagnostic("bad-picture", "the SVG cannot be read", cause: cause)
  }
}
