#include "common/errors.hpp"
#include "plot/scene.hpp"

#ifdef HISTO_CL_HAS_CAIRO

#include "plot/svg.hpp"

#include <cairo-pdf.h>
#include <cmath>
#include <memory>
#include <numbers>

namespace plot {

namespace {

struct Closer {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw common::UsageError(std::string("the picture cannot be drawn: ") +
                                 cairo_status_to_string(status));
}

struct Painter {
    cairo_t* cairo;
    Theme theme;

    void set(Paint paint, double opacity = 1) const {
        const auto rgb = colour(paint, theme);
        cairo_set_source_rgba(cairo, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0, opacity);
    }

    void add_rectangle(double left, double top, double right, double bottom) const {
        cairo_move_to(cairo, left, top);
        cairo_line_to(cairo, right, top);
        cairo_line_to(cairo, right, bottom);
        cairo_line_to(cairo, left, bottom);
        cairo_close_path(cairo);
    }

    void operator()(const Boxes& boxes) const {
        set(boxes.paint, boxes.opacity);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE); // no seams between neighbours
        for (const auto& box : boxes.boxes)               // cairo rounds coordinates, so neighbours meet
            add_rectangle(box.x, box.y, box.x + box.width, box.y + box.height);
        cairo_fill(cairo);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
    }

    void operator()(const Curve& curve) const {
        set(curve.paint);
        cairo_set_line_width(cairo, curve.width);
        cairo_new_path(cairo); // drops the current point that a label leaves
        for (const auto& point : curve.points)
            cairo_line_to(cairo, point.x, point.y);
        cairo_stroke(cairo);
    }

    void operator()(const Label& label) const {
        set(label.paint);
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               label.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo, label.size);
        const auto text = valid_text(label.text); // invalid text would put cairo into an error state
        cairo_text_extents_t extents{};
        cairo_text_extents(cairo, text.c_str(), &extents);
        const double before = label.anchor == Label::Anchor::start    ? 0
                              : label.anchor == Label::Anchor::middle ? extents.x_advance / 2
                                                                      : extents.x_advance;
        cairo_save(cairo);
        cairo_translate(cairo, label.at.x, label.at.y);
        if (label.upwards) cairo_rotate(cairo, -std::numbers::pi / 2);
        cairo_move_to(cairo, -before, 0);
        cairo_show_text(cairo, text.c_str());
        cairo_restore(cairo);
    }
};

cairo_status_t append(void* text, const unsigned char* bytes, unsigned count) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

using Surface = std::unique_ptr<cairo_surface_t, Closer>;

/// Paints the scene. `scale`: units of the surface per unit of the scene.
void paint(const Surface& surface, const Scene& scene, double scale, Theme theme) {
    check(cairo_surface_status(surface.get()));
    const std::unique_ptr<cairo_t, Closer> cairo(cairo_create(surface.get()));
    cairo_scale(cairo.get(), scale, scale);
    const Painter painter{cairo.get(), theme};
    painter.set({Paint::Role::paper});
    cairo_paint(cairo.get());
    for (const auto& layer : scene.layers)
        for (const auto& mark : layer.marks)
            std::visit(painter, mark);
    check(cairo_status(cairo.get()));
}

} // namespace

bool has_cairo() {
    return true;
}

std::string png(const Scene& scene, Theme theme) {
    const auto pixels = [&](double side) { return static_cast<int>(std::lround(side * scene.zoom)); };
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(scene.width), pixels(scene.height)));
    paint(surface, scene, scene.zoom, theme);
    std::string bytes;
    check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

std::string pdf(const Scene& scene, Theme theme) {
    std::string bytes;
    const double points = scene.zoom * 72 / 96;
    const Surface surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, scene.width * points, scene.height * points));
    check(cairo_surface_status(surface.get()));
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4); // which every program reads
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, valid_text(scene.title).c_str());
    paint(surface, scene, points, theme);
    cairo_surface_finish(surface.get());
    check(cairo_surface_status(surface.get()));
    return bytes;
}

} // namespace plot

#else

namespace plot {

bool has_cairo() {
    return false;
}

std::string png(const Scene& /*scene*/, Theme /*theme*/) {
    throw common::UsageError(
        "this build draws no PNG: it was built without cairo (Debian package libcairo2-dev)");
}

std::string pdf(const Scene& /*scene*/, Theme /*theme*/) {
    throw common::UsageError(
        "this build draws no PDF: it was built without cairo (Debian package libcairo2-dev)");
}

} // namespace plot

#endif
