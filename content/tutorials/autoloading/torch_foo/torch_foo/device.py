"""The device module of foo: what users reach as `torch.foo`."""


# region: device
def device_count():
    return 1  # a real extension asks its driver


def is_available():
    return device_count() > 0


def current_device():
    return 0


def manual_seed_all(seed):
    pass  # a real extension seeds its random number generators


def _is_in_bad_fork():
    return False
# endregion: device
