"""Pictures of the book's dice where they must be pixels, or part of the file."""

from __future__ import annotations

import base64
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.transforms import Affine2D
from PIL import Image as Pixels
from PIL import UnidentifiedImageError

if TYPE_CHECKING:
    from .marks import Image

TYPES = {
    ".svg": "image/svg+xml", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp",
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
}  # fmt: skip
MOST_PIXELS = 240  # a die on paper is small; a photograph of one need not weigh megabytes


@lru_cache(maxsize=64)
def pixels(path: str) -> Pixels.Image | None:
    """The picture, small enough for a die; None where it is not made of pixels."""
    try:
        with Pixels.open(path) as opened:
            picture = opened.convert("RGBA")
    except (UnidentifiedImageError, OSError):
        return None
    picture.thumbnail((MOST_PIXELS, MOST_PIXELS))
    return picture


def inline(path: str) -> str:
    """The picture as an address that needs no other file."""
    data = base64.b64encode(Path(path).read_bytes()).decode()
    return f"data:{TYPES[Path(path).suffix.lower()]};base64,{data}"


def draw_pixels(renderer: Any, image: Image, path: str, transform: Any) -> None:
    """Draw the picture, kept in proportion, in its box of the sheet."""
    found = pixels(path)
    if found is None:
        return
    x, y, width, height, _ = image
    part = min(width / found.width, height / found.height)
    wide, tall = found.width * part, found.height * part
    corner = (x + (width - wide) / 2, y + (height + tall) / 2)
    left, low = transform.transform(corner)
    scale = abs(transform.get_matrix()[0][0])
    gc = renderer.new_gc()
    fit = Affine2D().scale(wide * scale, tall * scale)
    renderer.draw_image(gc, left, low, np.asarray(found)[::-1], fit)
    gc.restore()
