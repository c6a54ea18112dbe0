// Loaded before the program that a script hands over to: a script that was killed cannot pass on signals, so the program stops by itself.
if (process.connected) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
