import os

is_loaded = False


def _autoload():
    """Load the device when the framework starts."""
    global is_loaded
    if is_loaded:
        return
    is_loaded = True
    os.environ.setdefault("DEVICE_MODE", "eager")
    from extension import device

    device.register("hpu")
    device.warm_up()
