// Loaded before the program that a script hands over to: a script that was killed cannot pass on signals, so the program stops by itself.
// Processes that the program starts load this too, and are left alone.
if (process.connected && process.env.HEARBACK_STARTED_BY === String(process.ppid)) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
