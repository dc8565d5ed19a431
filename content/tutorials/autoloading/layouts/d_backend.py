"""Layout D, the subpackage that does the work; users import this one."""

# region: layout
import torch_foo

torch_foo.is_loaded = True

import torch

from torch_foo import device

torch.utils.rename_privateuse1_backend("foo")
torch._register_device_module("foo", device)
# endregion: layout
