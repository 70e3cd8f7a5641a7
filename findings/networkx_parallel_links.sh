#!/usr/bin/env bash
# Versions: networkx 3.6.1.
# Expected: two parallel links of a MultiGraph are two disjoint paths: one of them may fail, and the edge
# connectivity of the two nodes is 2.
# Observed: for two nodes edge_connectivity, minimum_edge_cut and edge_disjoint_paths count parallel links as
# one, without a message. bridges() and edge_connectivity of the whole graph count both: no link is a bridge,
# but the cut has one link and leaves the nodes connected. adjacency_matrix adds weights, also delays.
# Hurts: studies of redundancy with link aggregation or two planes. Doubled links add nothing to the
# reliability of a network, and a removal of the cut does not divide it.
. "$(dirname "$0")/common.sh"

python_packages networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
python >seen - <<'CODE'
import warnings

import networkx

warnings.simplefilter("error")
links = networkx.MultiGraph()
for delay in (5, 10):
    links.add_edge("card", "switch", weight=delay)
ends = "card", "switch"
print(networkx.edge_connectivity(links), networkx.edge_connectivity(links, *ends))
print(len(list(networkx.edge_disjoint_paths(links, *ends))), len(list(networkx.bridges(links))))
cut = networkx.minimum_edge_cut(links, *ends)
rest = links.copy()
rest.remove_edges_from(cut)
print(len(cut), networkx.has_path(rest, *ends))
print(networkx.dijkstra_path_length(links, *ends), networkx.adjacency_matrix(links).toarray()[0, 1])
CODE
expect "edge connectivity of the graph and of the nodes (2 2)" "2 1" "$(sed -n 1p seen)"
expect "disjoint paths and bridges (2 0)" "1 0" "$(sed -n 2p seen)"
expect "links of the cut, and whether the nodes are connected without them (2 False)" "1 True" "$(sed -n 3p seen)"
expect "shortest delay of 5 and 10, and element of the matrix" "5 15" "$(sed -n 4p seen)"
finish
