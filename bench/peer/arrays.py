"""Writes arrays for the checks in Java to read."""

import io
import zipfile

import numpy as np


def save(path, arrays):
    """An .npz without compression, which would take longer than all of the rest."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, value in arrays.items():
            content = io.BytesIO()
            # C order whatever the layout in torch.
            np.save(content, np.array(value, order="C"))
            archive.writestr(name + ".npy", content.getvalue())
