// A conformance of a public type is public, and so is what it needs.
public import ArgumentParser
public import PodiumShell

extension OutputFormat: ExpressibleByArgument {}
