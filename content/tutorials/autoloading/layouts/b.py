"""Layout B: the hook stands above `import torch`."""


# region: layout
def _autoload():
    pass  # importing this module does the work


import torch

from torch_foo import device

torch.utils.rename_privateuse1_backend("foo")
torch._register_device_module("foo", device)
# endregion: layout
