// This module is loaded before the portal. It collects garbage on SIGUSR2, so that the benchmark
// measures only memory that is in use.
process.on("SIGUSR2", () => globalThis.gc());
