"""Cards without codes: a deck's faces, taught once from photos, found again and told apart on a picture.

``find_faces`` names the cards of a picture, ``teaching`` cuts faces out of photos; ``card_outlines`` and
``cards_in_plane`` propose places, ``straight_card`` brings them upright, ``face_gate`` says which face it is, if any.
"""
