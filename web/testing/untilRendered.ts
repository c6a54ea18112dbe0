/**
 * Waits for a frame and for the tasks that are queued by then. After that, React has rendered and
 * effects have run.
 */
export async function untilRendered(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // A background task runs after all other tasks. An idle callback does not always run.
  await window.scheduler.postTask(() => undefined, { priority: "background" });
}
