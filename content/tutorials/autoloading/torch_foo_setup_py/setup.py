"""The extension of ../torch_foo, declared with setup.py instead of pyproject.toml."""

# region: setup
from setuptools import setup

setup(
    name="torch_foo",
    version="0.1.0",
    packages=["torch_foo"],
    python_requires=">=3.9",
    install_requires=["torch>=2.5"],
    entry_points={
        "torch.backends": ["torch_foo = torch_foo:_autoload"],
    },
)
# endregion: setup
