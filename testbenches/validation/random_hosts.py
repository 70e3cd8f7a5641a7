"""Random experiments of hosts with a TCP: cards of all kinds, hubs, switches and bridges, and
programs of all kinds next to each other. Each packet arrives or is lost for a cause that fits: no
cable here is too long, no line has errors. The experiments are the same each time; --long makes
2000 more.
"""
import pathlib
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from common import balances, check_all, niclab
from niclab import files
from niclab.results import Run

COUNT, MORE = 60, 2000
FOUND = (178, 235)  # These found faults.
ETHERNET = ("ne2000", "wd8013", "at_lantic", "rtl8029", "at1500", "am79c970a", "3c579", "3c509", "3c595", "3c595_master", "3c597", "3c905", "3c905b")
ATM = ("idt77901", "pca200e_like", "eni155p_like", "pio_fifo")
COARSE = {"ethernet": "3c509_like", "atm": "pca200e_linux_like"}
MACHINES = {"p100": ("linux20", "nt40"), "486dx2_66": ("bsd44",)}
SWITCHES = {"hub": "hub", "ethernet": "ethernet", "bridge": "lane_bridge", "atm": "atm"}
KINDS = ("tcp_stream", "ttcp", "tcp_rr", "ping", "udp_stream", "ftp", "video", "echo", "transmit", "periodic", "poisson", "stream")
# Queues that a fast sender fills, buffers of a slow host, 16 collisions of a station that others
# outrun, and packets that wait for an address one at a time.
FIT = {"excessive_collisions", "card_receive_buffer", "switch_queue", "socket_buffer", "protocol_queue", "ip_queue", "reassembly", "unresolved"}


def flow(r, number, hosts):
    """A [[flow]] between two of the hosts."""
    kind, size = r.choice(KINDS), r.choice((1, 64, 100, 500, 1472, 1473, 4000))
    a, b = r.sample(hosts, 2)
    text = f'[[flow]]\nname = "f{number}"\nkind = "{kind}"\nfrom = "{a}"\nto = "{b}"\n'
    if kind in ("ttcp", "ftp"):
        text += f"octets = {r.choice((1, 1000, 60000))}\n"
    if kind in ("tcp_stream", "ttcp", "ftp"):
        text += f"socket_buffer = {r.choice((4096, 8192, 32768))}\n"
    if kind == "tcp_rr":
        text += f"transactions = 20\nrequest = {size}\n"
    if kind == "ping":
        text += f'transactions = 10\nmessage = {size}\ninterval = "{r.choice((1, 100_000, 1_000_000))} ns"\n'
    if kind == "udp_stream":
        text += f"message = {size}\n"
    if kind in ("echo", "transmit", "periodic", "poisson", "stream"):
        text += f"sizes = [{size}]\ncount = {r.choice((5, 30))}\n"
    if kind in ("periodic", "poisson"):
        text += f'interval = "{r.choice((50, 500, 2000))} us"\n'
    return text


def host(r, name, line, may_be_coarse):
    """A [[host]] with a card for this line."""
    machine = r.choice(list(MACHINES))
    coarse = may_be_coarse and r.random() < 0.3
    card = COARSE[line] if coarse else r.choice(ATM if line == "atm" else ETHERNET)
    return (f'[[host]]\nname = "{name}"\nprofile = "{machine}"\nsoftware = "{r.choice(MACHINES[machine])}"\n'
            f'level = "{"coarse" if coarse else "cycle"}"\ncard = "{card}"\n')


def experiment(number):
    """Two hosts on a link, or two to four on a switch."""
    r = random.Random(number)
    switch = r.choice([None, None, *SWITCHES])
    names = "abcd"[: r.choice((2, 3, 4)) if switch else 2]
    line = r.choice(("ethernet", "ethernet", "atm")) if switch is None else "atm" if switch == "atm" else "ethernet"
    network = ['arp = "exchange"'] if r.random() < 0.2 else []
    network += ['ip = "lane"'] if switch == "bridge" else []
    text = f'[run]\nduration = "20 ms"\nseed = {number % 7 + 1}\n' + "\n".join(["[network]", *network, ""] if network else [])
    for k, name in enumerate(names):
        text += host(r, name, "atm" if switch == "bridge" and k == 0 else line, switch is not None)
    if switch:
        text += f'[[switch]]\nname = "s"\nkind = "{SWITCHES[switch]}"\nports = 4\n' + "".join(f'[[link]]\nends = ["{n}", "s:{k + 1}"]\n' for k, n in enumerate(names))
    else:
        text += '[[link]]\nends = ["a", "b"]\n'
    return text + "".join(flow(r, k, names) for k in range(r.choice((1, 2, 3))))


def loses_nothing_without_a_cause(number):
    text = experiment(number)
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "made.toml", pathlib.Path(folder) / "out"
        file.write_text(text)
        done = niclab("run", file, "--quiet", "--out", out, expect=(0, 1, 2))
        assert done.returncode == 0, f"{number}: {done.stderr}\n{text}"
        results, drops = Run(out).json, files.rows(out / "drops.csv")
    balances(results)
    assert not any(line["in_flight"] for line in results["network"]["packets"]), f"{number}: {results['network']['packets']}\n{text}"
    causes = {d["cause"] for d in drops if int(d["packets"])}
    flows = results["network"]["flows"]
    assert causes <= FIT, f"{number}: {causes - FIT}\n{text}"
    assert causes or not any(f["retransmitted"] for f in flows), f"{number}: sent again, and nothing was lost\n{text}"
    missing = {f["name"]: f["datagrams_sent"] - f["datagrams_received"] for f in flows}
    assert causes or all(n <= 2 for n in missing.values()), f"{number}: {missing}\n{text}"  # some are under way at the end


def each_packet_arrives_or_has_a_cause():
    with ThreadPoolExecutor(2) as pool:
        for _ in pool.map(loses_nothing_without_a_cause, [*FOUND, *range(COUNT + (MORE if "--long" in sys.argv else 0))]):
            pass


check_all([each_packet_arrives_or_has_a_cause])
