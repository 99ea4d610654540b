#include "common/errors.hpp"
#include "plot/scene.hpp"

#ifdef HISTO_CL_HAS_CAIRO

#include "plot/svg.hpp"

#include <cairo.h>
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
        throw common::UsageError(std::string("the PNG picture cannot be drawn: ") +
                                 cairo_status_to_string(status));
}

void set(cairo_t* cairo, Paint paint, double opacity = 1) {
    const auto rgb = colour(paint, Theme::light);
    cairo_set_source_rgba(cairo, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0, opacity);
}

struct Painter {
    cairo_t* cairo;

    void add_rectangle(double left, double top, double right, double bottom) const {
        cairo_move_to(cairo, left, top);
        cairo_line_to(cairo, right, top);
        cairo_line_to(cairo, right, bottom);
        cairo_line_to(cairo, left, bottom);
        cairo_close_path(cairo);
    }

    void operator()(const Boxes& boxes) const {
        set(cairo, boxes.paint, boxes.opacity);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE); // no seams between neighbours
        for (const auto& box : boxes.boxes)               // cairo rounds corners, which neighbours share
            add_rectangle(box.x, box.y, box.x + box.width, box.y + box.height);
        cairo_fill(cairo);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT);
    }

    void operator()(const Curve& curve) const {
        set(cairo, curve.paint);
        cairo_set_line_width(cairo, curve.width);
        cairo_new_path(cairo); // a label leaves a current point
        for (const auto& point : curve.points)
            cairo_line_to(cairo, point.x, point.y);
        cairo_stroke(cairo);
    }

    void operator()(const Label& label) const {
        set(cairo, label.paint);
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

} // namespace

bool draws_png() {
    return true;
}

std::string png(const Scene& scene) {
    const std::unique_ptr<cairo_surface_t, Closer> surface(cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, static_cast<int>(scene.width), static_cast<int>(scene.height)));
    check(cairo_surface_status(surface.get()));
    const std::unique_ptr<cairo_t, Closer> cairo(cairo_create(surface.get()));
    set(cairo.get(), {Paint::Role::paper});
    cairo_paint(cairo.get());
    for (const auto& layer : scene.layers)
        for (const auto& mark : layer.marks)
            std::visit(Painter{cairo.get()}, mark);
    check(cairo_status(cairo.get()));
    std::string bytes;
    check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

} // namespace plot

#else

namespace plot {

bool draws_png() {
    return false;
}

std::string png(const Scene& /*scene*/) {
    throw common::UsageError(
        "this build draws no PNG: it was built without cairo (Debian package libcairo2-dev)");
}

} // namespace plot

#endif
