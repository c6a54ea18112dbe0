type Stop = () => Promise<void>;

const stops: Stop[] = [];

/** Leaves something to be stopped once the test file is done, the latest first. For hooks, in which `afterAll` comes too late. */
export function whenFileEnds(stop: Stop): void {
  stops.push(stop);
}

/** Stops what the file has left; `file.setup.ts` calls it. */
export async function endFile(): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) await stop();
}
