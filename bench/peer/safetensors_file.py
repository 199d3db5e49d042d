"""Reads and writes safetensors files with numpy alone: 8 bytes with the length of a JSON header, the header, the data."""

import json
import struct

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "|u1", "BOOL": "|b1"}


def read(path):
    """Arrays by name, and the metadata."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        arrays[name] = np.frombuffer(data[begin:end], TYPES[entry["dtype"]]).reshape(entry["shape"])
    return arrays, metadata


def write(path, arrays):
    """Writes arrays by name."""
    header, blocks, at = {}, [], 0
    for name, array in arrays.items():
        dtype = next(key for key, value in TYPES.items() if np.dtype(value) == array.dtype)
        blocks.append(np.ascontiguousarray(array).tobytes())
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [at, at + len(blocks[-1])]}
        at += len(blocks[-1])
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blocks))
