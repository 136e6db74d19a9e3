"""64 neighbouring pixels at once: the few steps that Numba does not make wide by itself.

Numba computes with 64-bit integers whatever it is given, which makes a pixel eight times as wide as
it is. Here the same arithmetic is said to LLVM in vectors of 16-bit numbers; LLVM turns it into
what the processor has, be it AVX-512, AVX2 or NEON. Nothing here checks a bound: the callers do.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from olympian.vision.colour.ycrcb import BLUE_CHROMA, LUMA_HIGH, LUMA_LOW, RED_CHROMA

LANES = 64
"""Pixels per step: one bit of a machine word each, and one cache line of bytes."""
wide: Any = intrinsic
"""Checkers take the first argument, Numba's typing context, for one of the caller's."""
_BIT, _BYTE, _HALF, _INT = (ir.IntType(bits) for bits in (1, 8, 16, 32))
_WORD = ir.IntType(64)


@wide
def pack_lanes(
    _context: Any, pixels: Any, _at: Any, packed: Any, _to: Any, grey: Any, _grey_to: Any
) -> Any:
    """12-bit colours of 64 RGB pixels from `pixels[at:]` (bytes) into `packed[to:]` (uint16).

    Their brightness, known on the way, goes into `grey[grey_to:]` (bytes) unless that is None.
    """
    signature = types.void(pixels, types.intp, packed, types.intp, grey, types.intp)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, out = (_data(context, builder, signature, args, k) for k in (0, 2))
        red, green, blue = _channels(builder, source, args[1])
        luma = _luma(builder, red, green, blue)
        _store(builder, _pack(builder, red, blue, luma), out, args[3])
        if not isinstance(signature.args[4], types.NoneType):
            bright = builder.trunc(luma, ir.VectorType(_BYTE, LANES))
            _store(builder, bright, _data(context, builder, signature, args, 4), args[5])
        return context.get_dummy_value()

    return signature, generate


@wide
def luma_lanes(_context: Any, pixels: Any, _at: Any, grey: Any, _to: Any) -> Any:
    """Brightness of 64 RGB pixels from `pixels[at:]` (bytes) into `grey[to:]` (bytes)."""
    signature = types.void(pixels, types.intp, grey, types.intp)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, out = (_data(context, builder, signature, args, k) for k in (0, 2))
        luma = _luma(builder, *_channels(builder, source, args[1]))
        _store(builder, builder.trunc(luma, ir.VectorType(_BYTE, LANES)), out, args[3])
        return context.get_dummy_value()

    return signature, generate


@wide
def look_up_lanes(_context: Any, packed: Any, _at: Any, table: Any, codes: Any, _to: Any) -> Any:
    """Classes of the 64 colours at `packed[at:]`, by `table`, into `codes[to:]` (uint8)."""
    signature = types.void(packed, types.intp, table, codes, types.intp)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, table, out = (_data(context, builder, signature, args, k) for k in (0, 2, 3))
        for lane in range(LANES):
            colour = builder.load(builder.gep(source, [_plus(builder, args[1], lane)]))
            code = builder.load(builder.gep(table, [builder.zext(colour, _WORD)]))
            builder.store(code, builder.gep(out, [_plus(builder, args[4], lane)]))
        return context.get_dummy_value()

    return signature, generate


@wide
def changes(_context: Any, codes: Any, _at: Any) -> Any:
    """64 bits: bit k is set where `codes[at + k]` and `codes[at + k + 1]` differ."""
    signature = types.uint64(codes, types.intp)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = _data(context, builder, signature, args, 0)
        here = _load(builder, source, args[1])
        after = _load(builder, source, _plus(builder, args[1], 1))
        return builder.bitcast(builder.icmp_unsigned("!=", here, after), _WORD)

    return signature, generate


@wide
def equals(_context: Any, codes: Any, _at: Any, _code: Any) -> Any:
    """64 bits: bit k is set where `codes[at + k]` is `code`."""
    signature = types.uint64(codes, types.intp, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        here = _load(builder, _data(context, builder, signature, args, 0), args[1])
        empty = ir.Constant(here.type, ir.Undefined)
        one = builder.insert_element(empty, builder.trunc(args[2], _BYTE), ir.Constant(_INT, 0))
        first = ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES)
        code = builder.shuffle_vector(one, empty, first)
        return builder.bitcast(builder.icmp_unsigned("==", here, code), _WORD)

    return signature, generate


@wide
def even_lanes(_context: Any, pixels: Any, _at: Any, out: Any, _to: Any) -> Any:
    """Every other one of the 128 bytes from `pixels[at:]` into `out[to:]`."""
    signature = types.void(pixels, types.intp, out, types.intp)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, out = (_data(context, builder, signature, args, k) for k in (0, 2))
        first, second = (_load(builder, source, _plus(builder, args[1], k)) for k in (0, LANES))
        even = ir.Constant(ir.VectorType(_INT, LANES), [2 * lane for lane in range(LANES)])
        _store(builder, builder.shuffle_vector(first, second, even), out, args[3])
        return context.get_dummy_value()

    return signature, generate


@wide
def lowest_bit(_context: Any, _bits: Any) -> Any:
    """Number of the lowest bit that is set; of zero it is undefined."""
    signature = types.int64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(_BIT, 1))

    return signature, generate


def _data(context: Any, builder: Any, signature: Any, args: Any, k: int) -> Any:
    """Where the items of array argument `k` begin."""
    return context.make_array(signature.args[k])(context, builder, args[k]).data


def _plus(builder: Any, offset: Any, constant: int) -> Any:
    return builder.add(offset, ir.Constant(_WORD, constant))


def _load(builder: Any, start: Any, offset: Any) -> Any:
    """64 bytes, wherever they lie."""
    lanes = ir.VectorType(_BYTE, LANES).as_pointer()
    value = builder.load(builder.bitcast(builder.gep(start, [offset]), lanes))
    value.align = 1
    return value


def _store(builder: Any, value: Any, start: Any, offset: Any) -> None:
    place = builder.bitcast(builder.gep(start, [offset]), value.type.as_pointer())
    builder.store(value, place).align = 1


def _channels(builder: Any, source: Any, at: Any) -> list[Any]:
    """Red, green and blue of 64 pixels."""
    thirds = [_load(builder, source, _plus(builder, at, LANES * k)) for k in range(3)]
    return [_channel(builder, thirds, channel) for channel in range(3)]


def _channel(builder: Any, thirds: list[Any], channel: int) -> Any:
    """Every third byte of 192, as 16-bit numbers."""
    bytes_at = [3 * lane + channel for lane in range(LANES)]
    early = [at if at < 2 * LANES else 0 for at in bytes_at]
    late = [
        lane if at < 2 * LANES else at - LANES for lane, at in enumerate(bytes_at)
    ]  # from the shuffle before, or from the last third
    picks = ir.VectorType(_INT, LANES)
    some = builder.shuffle_vector(thirds[0], thirds[1], ir.Constant(picks, early))
    every = builder.shuffle_vector(some, thirds[2], ir.Constant(picks, late))
    return builder.zext(every, ir.VectorType(_HALF, LANES))


def _pack(builder: Any, red: Any, blue: Any, luma: Any) -> Any:
    """`ycrcb.pack_pixel` in vectors, step by step the same."""
    cr = _chroma(builder, builder.sub(red, luma), RED_CHROMA)
    cb = _chroma(builder, builder.sub(blue, luma), BLUE_CHROMA)
    most = _every(15)
    cr = builder.select(builder.icmp_unsigned("<", cr, most), cr, most)
    high = builder.shl(builder.and_(luma, _every(0xF0)), _every(4))
    return builder.or_(high, builder.or_(builder.shl(cr, _every(4)), cb))


def _luma(builder: Any, red: Any, green: Any, blue: Any) -> Any:
    def weighted(weights: tuple[int, int, int]) -> Any:
        parts = [
            builder.mul(_every(weight), channel)
            for weight, channel in zip(weights, (red, green, blue), strict=True)
        ]
        return builder.add(builder.add(parts[0], parts[1]), parts[2])

    carried = builder.lshr(weighted(LUMA_LOW), _every(8))
    rounded = builder.add(weighted(LUMA_HIGH), _every(32))
    return builder.lshr(builder.add(rounded, carried), _every(6))


def _chroma(builder: Any, difference: Any, weight: int) -> Any:
    """Upper half of a 32-bit product: processors have one instruction for it."""
    wide = ir.VectorType(_INT, LANES)
    shifted = builder.sext(builder.shl(difference, _every(7)), wide)
    product = builder.mul(shifted, ir.Constant(wide, [weight] * LANES))
    upper = builder.ashr(product, ir.Constant(wide, [16] * LANES))
    high = builder.trunc(upper, ir.VectorType(_HALF, LANES))
    return builder.lshr(builder.add(high, _every(4112)), _every(9))


def _every(value: int) -> Any:
    return ir.Constant(ir.VectorType(_HALF, LANES), [value] * LANES)
