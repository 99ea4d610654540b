#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_JPEG
#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <jerror.h>
#include <jpeglib.h> // needs what <cstdio> declares
#include <utility>
#include <vector>
#endif

namespace files {

namespace {

bool is_jpeg(const Start& start) {
    return text_of(start.bytes).starts_with("\xff\xd8\xff");
}

#ifdef HISTO_CL_HAS_JPEG

constexpr int max_scans = 500; // scans of a progressive image; each takes time, even with few bytes
constexpr std::size_t block_bytes = std::size_t{1} << 18U;

/// Warnings about damage that libjpeg conceals with invented pixels.
constexpr std::array damages{JWRN_JPEG_EOF, JWRN_HIT_MARKER, JWRN_HUFF_BAD_CODE, JWRN_MUST_RESYNC,
                             JWRN_BOGUS_PROGRESSION};

/// libjpeg's decoder with its input. libjpeg reports errors by longjmp(), so its functions that can fail are
/// called only in run(). The callbacks hold no object with a destructor when libjpeg jumps.
class Decoder {
  public:
    explicit Decoder(SeekableFile file) : file_(std::move(file)) {
        state_.err = ::jpeg_std_error(&errors_);
        errors_.error_exit = give_up;
        errors_.emit_message = look_at_warning;
        source_.init_source = ignore;
        source_.fill_input_buffer = refill;
        source_.skip_input_data = skip;
        source_.resync_to_restart = ::jpeg_resync_to_restart;
        source_.term_source = ignore;
        progress_.progress_monitor = count_scans;
        state_.client_data = this;
        run([](auto* jpeg) { jpeg_create_decompress(jpeg); });
        state_.src = &source_;
        state_.progress = &progress_;
        state_.mem->max_memory_to_use = static_cast<long>(max_at_once);
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() { ::jpeg_destroy_decompress(&state_); }

    /// Throws UsageError or std::system_error if libjpeg fails.
    template <class Step>
    void run(Step step) {
        if (setjmp(failed_) == 0) return step(&state_);
        reader_.rethrow();
        fail_as_unreadable("JPEG", message_.data());
    }
    [[nodiscard]] const jpeg_decompress_struct& state() const { return state_; }

    [[nodiscard]] std::size_t row_bytes() const {
        return std::size_t{state_.output_width} * static_cast<std::size_t>(state_.output_components);
    }
    [[nodiscard]] std::uint64_t rows_at_once() const {
        return std::max<std::uint64_t>(block_bytes / row_bytes(), 1);
    }
    void read(std::span<std::byte> to, bool /*is_last*/) {
        for (std::size_t at = 0; at < to.size(); at += row_bytes())
            run([row = reinterpret_cast<JSAMPROW>(to.data() + at)](auto* jpeg) mutable {
                ::jpeg_read_scanlines(jpeg, &row, 1);
            });
    }

  private:
    static Decoder& of(const void* user) { return *static_cast<Decoder*>(const_cast<void*>(user)); }

    [[noreturn]] static void give_up(j_common_ptr state) {
        auto& decoder = of(state->client_data);
        state->err->format_message(state, decoder.message_.data());
        std::longjmp(decoder.failed_, 1);
    }

    static void look_at_warning(j_common_ptr state, int level) {
        if (level < 0 && std::ranges::find(damages, state->err->msg_code) != damages.end()) give_up(state);
    }

    static void count_scans(j_common_ptr state) {
        if (of(state->client_data).state_.input_scan_number <= max_scans) return;
        std::snprintf(of(state->client_data).message_.data(), JMSG_LENGTH_MAX, "it has more than %d scans",
                      max_scans);
        std::longjmp(of(state->client_data).failed_, 1);
    }

    static void ignore(j_decompress_ptr /*state*/) {}

    static boolean refill(j_decompress_ptr state) {
        auto& decoder = of(state->client_data);
        const auto got = decoder.reader_.read(std::as_writable_bytes(std::span(decoder.block_)));
        if (got == 0) ERREXIT(state, JERR_INPUT_EOF);
        decoder.source_.next_input_byte = decoder.block_.data();
        decoder.source_.bytes_in_buffer = got;
        return TRUE;
    }

    static void skip(j_decompress_ptr state, long bytes) {
        auto& decoder = of(state->client_data);
        const auto requested = static_cast<std::size_t>(std::max(bytes, 0L));
        const auto here = std::min(requested, decoder.source_.bytes_in_buffer);
        decoder.source_.next_input_byte += here;
        decoder.source_.bytes_in_buffer -= here;
        decoder.reader_.seek(decoder.reader_.offset() + requested - here);
    }

    SeekableFile file_;
    CallbackFile reader_{file_};
    std::array<JOCTET, std::size_t{1} << 16U> block_{};
    std::array<char, JMSG_LENGTH_MAX> message_{};
    std::jmp_buf failed_{};
    jpeg_error_mgr errors_{};
    jpeg_source_mgr source_{};
    jpeg_progress_mgr progress_{};
    jpeg_decompress_struct state_{};
};

/// Throws for a progressive image that is too large: libjpeg keeps all of it in memory.
void require_fits(const jpeg_decompress_struct& state) {
    const auto samples = std::uint64_t{state.image_width} * state.image_height *
                         static_cast<std::uint64_t>(state.num_components);
    if (state.progressive_mode != 0 || state.buffered_image != 0)
        require_fits_memory("JPEG", "progressive image", samples * sizeof(JCOEF));
}

Decoded decode(SeekableFile file, std::string_view /*part*/) {
    auto decoder = std::make_unique<Decoder>(std::move(file));
    decoder->run([](auto* jpeg) { ::jpeg_read_header(jpeg, TRUE); });
    const auto& state = decoder->state();
    require_fits(state);
    decoder->run([](auto* jpeg) { ::jpeg_start_decompress(jpeg); });
    Array array{.type = histo_cl::SampleType::u8, .shape = {state.output_height, state.output_width}};
    add_channels(array, static_cast<std::uint32_t>(state.output_components));
    array.other_colours = state.out_color_space == JCS_CMYK;
    const auto rows = state.output_height;
    return {std::move(array), std::make_unique<RowSource<Decoder>>(std::move(decoder), rows)};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format jpeg_format() {
    return {.name = "JPEG", .matches = is_jpeg, .package = "libjpeg-dev", .decode = decode};
}

} // namespace files
