"""The one engine that runs experiments at points and keeps them: on this machine or a cluster, each point once.

points    what is run, and the identity of its results
store     the folder that keeps them, each whole or not at all
local     processes of this machine; cluster: workers of Dask; both start child
engine    runs what is not complete, with progress
"""
