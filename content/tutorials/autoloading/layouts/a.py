"""Layout A: the hook stands below `import torch`."""

# region: layout
import torch

from torch_foo import device

torch.utils.rename_privateuse1_backend("foo")
torch._register_device_module("foo", device)


def _autoload():
    pass  # importing this module did the work
# endregion: layout
