// Loaded before the server by start.mjs: a start script that was killed cannot pass on any signal, so the server stops by itself.
if (process.connected) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
