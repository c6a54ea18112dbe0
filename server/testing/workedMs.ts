/** Milliseconds of processor time that this process has used, all its threads together: a busy machine makes it wait, and work no longer. */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
