// Nothing is called from Swift: the sanitizers and Swift's Mutex find their functions by name.
