"""The one engine that runs experiments at points and keeps them: on this machine or a cluster, each
point once.

points    the points of an experiment, and the identity of their results.
store     the folder of results, each complete or absent.
local     processes of this machine, by `niclab batch`.
cluster   workers of Dask, which start child.
engine    runs the incomplete points, with progress.
"""
