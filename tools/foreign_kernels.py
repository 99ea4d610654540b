#!/usr/bin/env python3
"""Compiles the library's programs with the compilers of AMD, Intel and NVIDIA, without a device, and reports the
results.

    tools/foreign_kernels.py --sources PROGRAM [--forced] [--targets NAME,...] [--results FILE] [--tables FILE]
    tools/foreign_kernels.py --folder FOLDER ...

PROGRAM is histo_cl_foreign_sources, which writes the programs that are chosen for described devices and, with --forced,
all that can be forced. FOLDER contains what it wrote earlier. Programs for AMD are compiled by clang with ROCm's device
libraries and linked, those for Intel by ocloc, and those for NVIDIA (only from a FOLDER) by ptxas from PTX, the files
NUMBER.bin of histo_cl_foreign_binaries. Targets whose compiler is not installed are left out; exit code 77: no compiler
is installed. Fails if a program does not compile, or a chosen kernel spills registers or has other private memory. For
programs that have no variants, only spills count. docs/notes/foreign.md explains the columns.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BITCODE = pathlib.Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
LIBRARIES = ["opencl", "ocml", "ockl", "oclc_daz_opt_off", "oclc_unsafe_math_off", "oclc_finite_only_off",
             "oclc_correctly_rounded_sqrt_on"]


@dataclasses.dataclass(frozen=True)
class Unit:
    """The resources that work-groups share, from the vendor's documents: those of an AMD compute unit (RDNA: work-group
    processor) or an Intel subslice (Xe-core). The waves of an NVIDIA multiprocessor are not computed here."""

    waves: int  # maximum number of waves (AMD) or hardware threads (Intel)
    local_bytes: int
    max_groups: int
    simds: int = 0  # AMD only
    registers: int = 0  # per lane of a SIMD, shared by the SIMD's waves
    granule: int = 1  # registers are allocated in multiples of this

    def waves_with(self, registers):
        if self.simds == 0:
            return self.waves
        taken = -(-max(registers, 1) // self.granule) * self.granule
        return min(self.waves, self.simds * (self.registers // taken))


GCN = Unit(40, 65536, 16, 4, 256, 4)
CDNA = Unit(32, 65536, 16, 4, 512, 8)
RDNA2_WORK_GROUP_PROCESSOR = Unit(64, 131072, 32, 4, 1024, 16)
RDNA2_WORK_GROUP_PROCESSOR_BY_64 = Unit(64, 131072, 32, 4, 512, 8)
RDNA3_WORK_GROUP_PROCESSOR = Unit(64, 131072, 32, 4, 1536, 24)
GEN9_SUBSLICE = Unit(8 * 7, 65536, 16)
XE_LP_SUBSLICE = Unit(16 * 7, 131072, 16)
XE_HPG_CORE = Unit(16 * 8, 131072, 32)
XE_HPC_CORE = Unit(8 * 8, 131072, 32)


@dataclasses.dataclass(frozen=True)
class Target:
    profile: str  # name in tests/data/profiles.hpp
    maker: str
    title: str  # the compiler's name, and the architecture
    unit: Unit = None
    flags: tuple = ()
    isa: int = 0  # AMD: the number of the instruction set in the device libraries

    @property
    def name(self):
        return self.title.split()[0]

    @property
    def waves_of_64(self):
        return self.unit in (GCN, CDNA) or "-mwavefrontsize64" in self.flags


def amd(profile, title, isa, unit, *flags):
    return Target(profile, "amd", title, unit, flags, isa)


# Every AMD and Intel GPU among the profiles has at least one target. CDNA 2 and Xe-HPC have no profile: they use the
# programs for a similar GPU.
TARGETS = [
    amd("amd_r7_spectre", "gfx700 (GCN 2)", 7000, GCN),
    amd("amd_firepro_s7150", "gfx802 (GCN 3)", 8002, GCN),
    amd("amd_radeon_pro_560x", "gfx803 (GCN 4)", 8003, GCN),
    amd("amd_rx_vega_64", "gfx900 (GCN 5)", 9000, GCN),
    amd("amd_raven_ridge", "gfx902 (GCN 5)", 9002, GCN),
    amd("amd_radeon_vii", "gfx906 (GCN 5)", 9006, GCN),
    amd("amd_mi300x", "gfx90a (CDNA 2)", 9010, CDNA),
    amd("amd_mi300x", "gfx942 (CDNA 3)", 9402, CDNA),
    amd("amd_rx_6800_xt", "gfx1030 (RDNA 2)", 10300, RDNA2_WORK_GROUP_PROCESSOR),
    amd("amd_rx_6700_xt_rusticl", "gfx1031 (RDNA 2, waves of 64)", 10301, RDNA2_WORK_GROUP_PROCESSOR_BY_64,
        "-mwavefrontsize64"),
    amd("amd_rx_7900_xtx", "gfx1100 (RDNA 3)", 11000, RDNA3_WORK_GROUP_PROCESSOR),
    Target("intel_uhd_630", "intel", "cfl (Gen9)", GEN9_SUBSLICE),
    Target("intel_iris_xe", "intel", "tgllp (Xe-LP)", XE_LP_SUBSLICE),
    Target("intel_arc_a750", "intel", "dg2-g10 (Xe-HPG)", XE_HPG_CORE),
    Target("intel_arc_a750", "intel", "pvc (Xe-HPC)", XE_HPC_CORE),
    Target("nvidia_gtx_titan", "nvidia", "sm_52 (Maxwell)"),
    Target("nvidia_gtx_1650", "nvidia", "sm_75 (Turing)"),
    Target("nvidia_rtx_4070_laptop", "nvidia", "sm_86 (Ampere)"),
]
TITLES = {target.name: target.title for target in TARGETS}


@dataclasses.dataclass
class Kernel:
    name: str
    wave: int  # work-items of a wave, thread or warp
    registers: int  # per work-item (AMD, NVIDIA) or thread (Intel)
    private_bytes: int  # per work-item (AMD, NVIDIA) or thread (Intel)
    spilled: int  # registers (AMD), bytes (Intel, NVIDIA)
    local_bytes: int  # declared by the kernel
    code_bytes: int
    waves: int  # per unit, limited by registers
    quiet_atomics: int  # atomics on local memory that return no old value
    returning_atomics: int  # atomics on local memory that return the old value


class Failed(Exception):
    pass


def run(command, **options):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(str(word) for word in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def numbers_of(text, *names):
    """The integers after the first `NAME:` in the text, for each name; 0 if there is none."""
    found = (re.search(rf"{re.escape(name)}:\s*(\d+)", text) for name in names)
    return [int(match.group(1)) if match else 0 for match in found]


# AMD: clang's assembly contains everything about a kernel, in directives, comments and metadata.


def find_clang():
    for version in range(25, 15, -1):
        if shutil.which(f"clang-{version}") and shutil.which(f"ld.lld-{version}") and (BITCODE / "opencl.bc").exists():
            return f"clang-{version}"
    return None


def isa_library(clang, target, folder):
    """The device library that defines the number of the instruction set.

    It is compiled here if it is missing, because Debian's package may be older than the device.
    """
    own = BITCODE / f"oclc_isa_version_{target.name[3:]}.bc"
    if own.exists():
        return own
    source, made = folder / f"{target.name}.cl", folder / f"{target.name}.bc"
    source.write_text(f"__constant int __oclc_ISA_version = {target.isa};\n")
    run([clang, "-target", "amdgcn-amd-amdhsa", f"-mcpu={target.name}", "-nogpulib", "-emit-llvm", "-c", source, "-o", made])
    return made


def amd_kernels(assembly, target):
    kernels = []
    # Matches the text of one kernel with its comments. The metadata of all kernels is at the end of the assembly.
    for match in re.finditer(r"^\s*\.protected\s+(\w+).*?; (?:COMPUTE_PGM_RSRC2:TIDIG_COMP_CNT|AccumOffset)[^\n]*\n", assembly, re.M | re.S):
        text, name = match.group(0), match.group(1)
        registers, scratch, local = numbers_of(text, "; NumVgprs", "; ScratchSize", "; LDSByteSize")
        code = int(re.search(r"codeLenInByte = (\d+)", text).group(1))
        notes = re.search(rf"\.name: +{name}\n.*?\.wavefront_size: +\d+", assembly, re.S).group(0)
        spilled_scalars, spilled_vectors, wave = numbers_of(notes, ".sgpr_spill_count", ".vgpr_spill_count", ".wavefront_size")
        atomics = re.findall(r"^\s+ds_(?:add|sub|inc|dec|or|and|xor|min|max|cmpst|cmpswap|wrxchg|storexchg)_(\w+)", text, re.M)
        returning = sum("rtn" in name for name in atomics)
        kernels.append(Kernel(name, wave, registers, scratch, spilled_scalars + spilled_vectors, local, code,
                              target.unit.waves_with(registers), len(atomics) - returning, returning))
    return kernels


def compile_amd(target, source, options, folder, clang):
    assembly = folder / "kernel.s"
    width = "on" if target.waves_of_64 else "off"
    libraries = [BITCODE / f"{name}.bc" for name in LIBRARIES]
    libraries += [BITCODE / f"oclc_wavefrontsize64_{width}.bc", BITCODE / "oclc_abi_version_500.bc",
                  isa_library(clang, target, folder)]
    linked = [word for library in libraries for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", library)]
    device = ["-target", "amdgcn-amd-amdhsa", f"-mcpu={target.name}", "-nogpulib", *target.flags]
    run([clang, *device, "-Werror", "-x", "cl", *options, *linked, "-S", source, "-o", assembly])
    run([clang, *device, "-Wno-unused-command-line-argument", assembly, "-o", folder / "kernel.co", "-Wl,--no-undefined"])
    return amd_kernels(assembly.read_text(), target)


# Intel: the sections of a zebin, which is an ELF file, and the assembly that the compiler dumps.


def sections(elf):
    start, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, start + i * size) for i in range(count)]
    texts = headers[names]
    for name, _, _, _, offset, length in headers:
        at = texts[4] + name
        yield elf[at:elf.index(b"\0", at)].decode(), elf[offset:offset + length]


def intel_kernels(elf, dumps, target):
    parts = dict(sections(elf))
    info = parts[".ze_info"].rstrip(b"\0").decode().partition("kernels_misc_info:")[0]
    kernels = []
    for text in re.split(r"^  - name:", info, flags=re.M)[1:]:
        name = text.split()[0]
        wave, registers, local = numbers_of(text, "simd_size", "grf_count", "slm_size")
        buffers = text.partition("per_thread_memory_buffers:")[2]
        private = sum(int(size) for size in re.findall(r"size: +(\d+)", buffers))
        assembly = next((dump for dump in dumps if f"//.kernel {name}\n" in dump and f"({wave}|M0)" in dump), "")
        spilled, = numbers_of(assembly.replace("//.spill size ", "spill:"), "spill")
        # On Gen9, messages refer to local memory by binding table entry 254 (FE).
        atomics = re.findall(r"(?:atomic_\w+\.slm\S*|sends?\S*) +\(\S+\) +(\S+).*?(?:\[r| 0x0\w{5}FE .*untyped atomic)", assembly)
        quiet = sum(word.startswith("null") for word in atomics)
        kernels.append(Kernel(name, wave, registers, private, spilled, local, len(parts[f".text.{name}"]),
                              target.unit.waves, quiet, len(atomics) - quiet))
    return kernels


def find_ocloc():
    unpacked = ROOT / "build/ocloc/usr/bin/ocloc"  # unpacked by tools/common.sh
    return shutil.which("ocloc") or (unpacked if unpacked.exists() else None)


def compile_intel(target, source, options, folder, ocloc):
    libraries = [str(path.parent) for path in pathlib.Path(ocloc).parent.parent.glob("lib/*/libocloc.so*")]
    environment = os.environ | {"IGC_ShaderDumpEnable": "1", "IGC_DumpToCustomDir": str(folder),
                                "LD_LIBRARY_PATH": ":".join(libraries[:1] + [os.environ.get("LD_LIBRARY_PATH", "")])}
    log = run([ocloc, "compile", "-file", source, "-device", target.name, "-options", " ".join(options), "-output", "kernel",
               "-output_no_suffix", "-out_dir", folder, "--format", "zebin"], env=environment, cwd=folder)
    if "Build succeeded" not in log:
        raise Failed(log)
    dumps = [path.read_text() for path in folder.glob("*.asm")]
    return intel_kernels((folder / "kernel").read_bytes(), dumps, target)


# NVIDIA: PTX that the driver of a newer device generated, compiled for an older target.


def nvidia_kernels(log):
    kernels = []
    for name, text in re.findall(r"Compiling entry function '(\w+)'(.*?)(?=Compiling entry|\Z)", log, re.S):
        def number(pattern):
            match = re.search(pattern, text)
            return int(match.group(1)) if match else 0
        kernels.append(Kernel(name, 32, number(r"Used (\d+) registers"), number(r"(\d+) bytes stack frame"),
                              number(r"(\d+) bytes spill stores"), number(r"(\d+) bytes smem"), 0, 0, 0, 0))
    return kernels


def compile_nvidia(target, source, options, folder, ptxas):
    binary = source.with_suffix(".bin")
    ptx = binary.read_text().rstrip("\0")
    version = os.environ.get("HISTO_CL_PTX_VERSION")  # for a ptxas that is older than the driver
    ptx = re.sub(r"^\.target +\w+", f".target {target.name}", ptx, flags=re.M)
    if version:
        ptx = re.sub(r"^\.version +\S+", f".version {version}", ptx, flags=re.M)
    # ptxas accepts declarations of up to 48 KiB of shared memory; NVIDIA's OpenCL driver accepts larger ones.
    ptx = re.sub(r"(\.shared[^\[\n]*\[)(\d+)\]", lambda match: f"{match.group(1)}{min(int(match.group(2)), 49152)}]", ptx)
    (folder / "kernel.ptx").write_text(ptx)
    done = subprocess.run([ptxas, "-v", f"-arch={target.name}", folder / "kernel.ptx", "-o", folder / "kernel.cubin"],
                          text=True, capture_output=True)
    if done.returncode != 0:
        raise Failed(done.stdout + done.stderr)
    return nvidia_kernels(done.stdout + done.stderr)


COMPILERS = {
    "amd": (find_clang, compile_amd),
    "intel": (find_ocloc, compile_intel),
    "nvidia": (lambda: shutil.which(os.environ.get("PTXAS", "ptxas")), compile_nvidia),
}


def compile_program(target, number, folder, compiler):
    """The kernels of a program, or the text of a failure."""
    source = folder / f"{number}.cl"
    options = source.with_suffix(".options").read_text().split()
    with tempfile.TemporaryDirectory() as scratch:
        try:
            kernels = COMPILERS[target.maker][1](target, source, options, pathlib.Path(scratch), compiler)
        except Failed as failure:
            return str(failure)
    return kernels or "no kernel in what the compiler made"


def resident(kernel, row, target):
    """The number of waves on a unit with work-groups of the chosen size and local memory, and the maximum that registers allow."""
    waves_of_group = -(-int(row["work_group_size"]) // kernel.wave)
    local = max(int(row["local_bytes"]), kernel.local_bytes)
    local = -(-local // 512) * 512
    groups = min(kernel.waves // waves_of_group, target.unit.max_groups)
    if local:
        groups = min(groups, target.unit.local_bytes // local)
    return max(groups, 1 if waves_of_group <= kernel.waves else 0) * waves_of_group, kernel.waves


@dataclasses.dataclass
class Result:
    target: Target
    row: dict  # a row of programs.tsv
    kernels: list

    @property
    def main(self):
        return next((kernel for kernel in self.kernels if kernel.name in ("histogram", "count_columns")), self.kernels[0])

    @property
    def is_chosen(self):
        return self.row["choice"] != "forced"


def compile_all(rows, targets, folder, compilers):
    """The results of the rows whose program compiles, the messages of failures, and the number of programs compiled.

    A program that several rows share is compiled once per target.
    """
    wanted = [(target, row) for target in targets for row in rows if row["profile"] == target.profile]
    jobs = sorted({(target.name, row["program"]) for target, row in wanted}, key=str)
    by_name = {target.name: target for target in targets}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def made(job):
            target = by_name[job[0]]
            return compile_program(target, job[1], folder, compilers[target.maker])
        done = dict(zip(jobs, pool.map(made, jobs)))
    failures = [f"{name}, program {number}: {text}" for (name, number), text in done.items() if isinstance(text, str)]
    results = [Result(target, row, done[target.name, row["program"]]) for target, row in wanted
               if not isinstance(done[target.name, row["program"]], str)]
    return results, failures, len(jobs)


def spills_of_chosen(results):
    for result in results:
        for kernel in result.kernels:
            # For programs without variants, only spills matter.
            private = kernel.private_bytes if result.row["choice"] == "chosen" else 0
            if result.is_chosen and (kernel.spilled or private):
                yield (f"{result.target.name}: {result.row['problem']}, {result.row['variant']}, kernel {kernel.name}: "
                       f"{kernel.spilled} spilled, {kernel.private_bytes} B of private memory")


def write_results(path, results):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        columns = ["problem", "variant", "choice", "work_group_size", "work_groups", "local_bytes", "program"]
        fields = [field.name for field in dataclasses.fields(Kernel)]
        writer.writerow(["target", *columns, *fields, "resident_waves"])
        for result in results:
            for kernel in result.kernels:
                waves = resident(kernel, result.row, result.target)[0] if result.target.unit else ""
                writer.writerow([result.target.name, *(result.row[column] for column in columns),
                                 *(getattr(kernel, field) for field in fields), waves])


def span(numbers):
    numbers = list(numbers)
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" * len(header) + "|"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def unless_nvidia(group, *cells):
    """The cells, or dashes for NVIDIA, because ptxas does not report their values."""
    return cells if group[0].target.unit else ["–"] * len(cells)


def variant_table(results):
    """A Markdown table with a row for each target and variant, over all problems, chosen or forced."""
    rows = []
    groups = {}
    for result in results:
        groups.setdefault((result.target.name, result.row["variant"]), []).append(result)
    for (name, variant), group in groups.items():
        mains = [result.main for result in group]
        waves = group[0].target.unit and span(
            resident(result.main, result.row, result.target)[0] for result in group) + f" of {span(k.waves for k in mains)}"
        spilling = sum(1 for kernel in mains if kernel.spilled or kernel.private_bytes)
        rows.append([TITLES[name], f"`{variant}`", f"{len(group)} ({sum(result.is_chosen for result in group)})",
                     span(kernel.wave for kernel in mains), span(kernel.registers for kernel in mains), spilling,
                     *unless_nvidia(group, span(kernel.code_bytes for kernel in mains), waves,
                                    f"{sum(k.quiet_atomics for k in mains)} / {sum(k.returning_atomics for k in mains)}")])
    return markdown(["target", "kernel", "programs (chosen)", "wave", "registers", "with private memory", "code, B",
                     "waves a unit", "local atomics without / with result"], rows)


# The tables of chosen variants show only these targets, because they have no room for all.
SHOWN = {"amd": ["gfx803", "gfx906", "gfx942", "gfx1030", "gfx1100"], "intel": ["cfl", "tgllp", "dg2-g10", "pvc"],
         "nvidia": ["sm_52", "sm_75", "sm_86"]}


def chosen_table(results, maker):
    """A Markdown table with a row for each problem and a column for each target.

    A cell has the chosen variant, its work-group size, its local memory, the registers and the waves.
    """
    cells = {}
    for result in results:
        if result.row["choice"] != "chosen" or result.target.name not in SHOWN[maker]:
            continue
        kernel, row = result.main, result.row
        text = f"`{row['variant']}` {row['work_group_size']}, {int(row['local_bytes']) / 1024:.3g} KiB; {kernel.registers}"
        if result.target.unit:
            text += f"; {resident(kernel, row, result.target)[0]} of {kernel.waves}"
        cells.setdefault(row["problem"], {})[result.target.name] = text
    names = [name for name in SHOWN[maker] if any(name in row for row in cells.values())]
    return markdown(["problem", *(TITLES[name] for name in names)],
                    [[problem, *(row.get(name, "–") for name in names)] for problem, row in cells.items()])


def arguments_of():
    parser = argparse.ArgumentParser(description="Compiles the library's programs for devices that are not here.")
    parser.add_argument("--sources", help="histo_cl_foreign_sources, which writes the programs")
    parser.add_argument("--forced", action="store_true", help="also the variants that only a caller can force")
    parser.add_argument("--folder", type=pathlib.Path, help="programs that were written before")
    parser.add_argument("--targets", help="only these, e.g. gfx1030,cfl")
    parser.add_argument("--results", help="a line for each kernel, in tab-separated values")
    parser.add_argument("--tables", help="the tables of docs/notes/foreign.md")
    arguments = parser.parse_args()
    if bool(arguments.sources) == bool(arguments.folder):
        parser.error("--sources or --folder says where the programs come from")
    return arguments


def write_programs(program, folder, targets, with_forced):
    chosen = [] if with_forced else ["--chosen"]
    run([program, folder, *chosen, *sorted({target.profile for target in targets})])


def targets_of(arguments):
    """The requested targets, by default all. With --sources there is no PTX, so NVIDIA's targets are left out."""
    makers = {"amd", "intel"} if arguments.sources else COMPILERS.keys()
    names = [target.name for target in TARGETS if target.maker in makers]
    wanted = arguments.targets.split(",") if arguments.targets else names
    if unknown := set(wanted) - set(names):
        sys.exit(f"no target {', '.join(sorted(unknown))}: there are {', '.join(names)}")
    if arguments.sources:
        profiles = run([arguments.sources, "--list", "AMD", "Intel"]).split()
        if missing := set(profiles) - {target.profile for target in TARGETS}:
            sys.exit(f"profiles without a target in {sys.argv[0]}: {', '.join(sorted(missing))}")
    return [target for target in TARGETS if target.name in wanted]


def main():
    arguments = arguments_of()
    targets = targets_of(arguments)
    compilers = {maker: COMPILERS[maker][0]() for maker in sorted({target.maker for target in targets})}
    for maker, compiler in compilers.items():
        if not compiler:
            print(f"no compiler for {maker} here: left out")
    targets = [target for target in targets if compilers[target.maker]]
    if not targets:
        print("skipped: no compiler of any target is installed")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or pathlib.Path(scratch)
        if arguments.sources:
            write_programs(arguments.sources, folder, targets, arguments.forced)
        return report(arguments, folder, targets, compilers)


def report(arguments, folder, targets, compilers):
    with open(folder / "programs.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    results, failures, count = compile_all(rows, targets, folder, compilers)
    for failure in failures:
        print("\n".join(failure.splitlines()[:20]))
    spills = list(spills_of_chosen(results))
    for spill in spills:
        print(spill)
    if arguments.results:
        write_results(arguments.results, results)
    if arguments.tables:
        tables = [chosen_table(results, maker) for maker in compilers if any(t.maker == maker for t in targets)]
        pathlib.Path(arguments.tables).write_text("\n".join([*tables, variant_table(results)]))
    summary = (f"foreign kernels: {count} programs compiled for {', '.join(target.name for target in targets)}: "
               f"{len(failures)} failed, {len(spills)} chosen kernels with private memory")
    print(summary)
    if path := os.environ.get("HISTO_CL_TEST_SUMMARY"):
        pathlib.Path(path).write_text(summary + "\n")
    return 1 if failures or spills else 0


if __name__ == "__main__":
    sys.exit(main())
