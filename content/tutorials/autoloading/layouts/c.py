"""Layout C: autoloading is off while this module imports torch."""

# region: layout
import os

_switch = os.environ.get("TORCH_DEVICE_BACKEND_AUTOLOAD")
os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
try:
    import torch
finally:
    if _switch is None:
        del os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"]
    else:
        os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = _switch

from torch_foo import device

torch.utils.rename_privateuse1_backend("foo")
torch._register_device_module("foo", device)


def _autoload():
    pass  # importing this module did the work
# endregion: layout
