// This file is loaded into a program that a script runs in the foreground. A killed script cannot
// pass on signals, so the program stops when its parent ends. The program's own child processes are
// not affected.
if (process.connected && process.env.HEARBACK_STARTED_BY === String(process.ppid)) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
