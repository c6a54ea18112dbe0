// Loaded before the portal to measure memory: collects garbage on a signal.
process.on("SIGUSR2", () => globalThis.gc());
