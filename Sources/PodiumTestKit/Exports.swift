// Tests need the suites too.
@_exported public import PodiumConformance
