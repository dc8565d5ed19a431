# Says whether Python can import a module, and which version of which package it is of.
import importlib.util, sys

name = sys.argv[1]
if importlib.util.find_spec(name) is None:
    sys.exit(1)
try:
    from importlib import metadata

    package = name.split(".")[0]
    if hasattr(metadata, "packages_distributions"):
        package = metadata.packages_distributions().get(package, [package])[0]
    print(package, metadata.version(package))
except Exception:
    pass
