const HEARTBEAT_MS = 10_000;

const seconds = (start) => ((performance.now() - start) / 1000).toFixed(1);

/** Tells what is being done, how long it has taken so far, and how long in all. Quiet things don't need it. */
export async function step(title, work) {
  const start = performance.now();
  const live = process.stdout.isTTY;
  process.stdout.write(`${title} …${live ? "" : "\n"}`);
  const beat = setInterval(
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
    clearInterval(beat);
  }
}
