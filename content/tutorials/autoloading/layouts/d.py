"""Layout D: a parent package that does not import torch holds the hook."""

# region: layout
is_loaded = False


def _autoload():
    if not is_loaded:
        import torch_foo.backend
# endregion: layout
