// Loaded before the portal when its memory is measured: collects garbage when asked to.
process.on("SIGUSR2", () => globalThis.gc());
