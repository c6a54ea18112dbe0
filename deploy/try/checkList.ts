/** Runs the checks in order and prints one line for each. */
export class CheckList {
  #passed = 0;
  #failed = 0;

  /** A check passes if its function returns. The text that it returns is printed as well. */
  async check(title: string, run: () => Promise<string | undefined>): Promise<void> {
    try {
      const seen = await run();
      this.#passed += 1;
      console.log(`ok     ${title}${seen === undefined ? "" : ` (${seen})`}`);
    } catch (error) {
      this.#failed += 1;
      console.log(`FAILED ${title}`);
      console.log(`       ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /**
   * Prints the numbers of passed and failed checks.
   * @returns the exit code
   */
  finish(): number {
    console.log(`${String(this.#passed)} passed, ${String(this.#failed)} failed`);
    return this.#failed === 0 && this.#passed > 0 ? 0 : 1;
  }
}

/**
 * Compares two values.
 * @throws Error with both values if they differ
 */
export function expectEqual(what: string, seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}
