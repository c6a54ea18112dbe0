const HEARTBEAT_MS = 10_000;

const seconds = (start) => ((performance.now() - start) / 1000).toFixed(1);

/** Prints the title of a step, the elapsed time while it runs, and its total time. */
export async function step(title, work) {
  const start = performance.now();
  const live = process.stdout.isTTY;
  process.stdout.write(`${title} …${live ? "" : "\n"}`);
  const timer = setInterval(
    () =>
      process.stdout.write(live ? `\r${title} … ${seconds(start)} s` : `  … ${seconds(start)} s\n`),
    live ? 1_000 : HEARTBEAT_MS,
  );
  try {
    const result = await work();
    process.stdout.write(`${live ? "\r" : ""}${title}: done in ${seconds(start)} s\n`);
    return result;
  } catch (error) {
    if (live) process.stdout.write("\n");
    throw error;
  } finally {
    clearInterval(timer);
  }
}
