"""Labels, point map and quick guide, in Braille and large print, French and English."""
