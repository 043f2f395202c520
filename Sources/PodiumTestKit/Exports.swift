// Whoever tests needs the suites too.
@_exported public import PodiumConformance
