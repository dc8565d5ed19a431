"""PyTorch extension for the imaginary device foo."""

# region: hook
_attached = False


def _autoload():
    """Attach torch.foo. PyTorch calls this at the end of `import torch`."""
    global _attached
    if _attached:
        return
    _attached = True

    import torch

    from torch_foo import device

    torch.utils.rename_privateuse1_backend("foo")
    torch._register_device_module("foo", device)


_autoload()
# endregion: hook
