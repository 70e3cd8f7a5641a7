#!/usr/bin/env bash
# Versions: pyuvm 5.0.0, cocotb 2.1.0.
# Expected: ConfigDB is the configuration database of UVM (IEEE 1800.2): names such as port[0] are literal,
# as * and ? are the only wildcards, and of two settings with the same precedence the last one holds.
# Observed: brackets are a set of characters. What is set for a component port[0] is never found by it,
# and is found by port0. A later setting for "*" does not replace an earlier one for a path.
# Hurts: benches with arrays of ports. A component does not find its own configuration, and a test that
# overrides a value for all components changes none of those that have one.
. "$(dirname "$0")/common.sh"

python_packages pyuvm==5.0.0 cocotb==2.1.0
python >seen - <<'CODE'
from pyuvm import ConfigDB, UVMConfigItemNotFound, uvm_component

settings = ConfigDB()


def find(component):
    """Returns the rate that a component finds, and None if it finds none."""
    try:
        return settings.get(component, "", "rate")
    except UVMConfigItemNotFound:
        return None


ports = [uvm_component(name, None) for name in ("port[0]", "port0", "port")]
settings.set(ports[0], "", "rate", 155)
print(*map(find, ports))
settings.clear()
settings.set(None, "port?", "rate", 25)
print(*map(find, ports))
settings.clear()
settings.set(None, "port", "rate", 155)
settings.set(None, "*", "rate", 622)
print(*map(find, ports))
CODE
expect "port[0], port0 and port after set() for port[0] (155 None None)" "None 155 None" "$(sed -n 1p seen)"
expect "the same after set() for port?" "None 25 None" "$(sed -n 2p seen)"
expect "the same after 155 for port and 622 for * (622 622 622)" "622 622 155" "$(sed -n 3p seen)"
finish
