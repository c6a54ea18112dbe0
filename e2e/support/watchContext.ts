import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** Console messages that fail a test. */
export interface Complaints {
  /** Must be empty at the end of a test. */
  readonly unexpected: readonly string[];
  /** Ignores matching messages in the current test. */
  readonly expect: (message: RegExp) => void;
}

interface Watch extends Complaints {
  readonly watch: (context: BrowserContext) => Promise<void>;
}

/** Collects console errors and warnings, uncaught errors and CSP violations. */
export function watchContexts(): Watch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const complain = (text: string) => complaints.push(text);
  return {
    get unexpected() {
      return complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    },
    expect: (message) => expected.push(message),
    watch: async (context) => {
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !isMissingPage(message))
          complain(textOf(message));
      });
      context.on("weberror", (error) => complain(`uncaught: ${String(error.error())}`));
      await context.addInitScript(() => {
        document.addEventListener(
          "securitypolicyviolation",
          ({ violatedDirective, blockedURI, sample }) => {
            console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sample}`);
          },
        );
      });
    },
  };
}

function textOf(message: ConsoleMessage): string {
  const page = message.page()?.url() ?? "";
  return `${message.type()} on ${page}: ${message.text()} (${message.location().url})`;
}

/** Whether the browser logged that a page itself has the status 404, which tests check. */
function isMissingPage(message: ConsoleMessage): boolean {
  return (
    message.text().includes("status of 404") && message.location().url === message.page()?.url()
  );
}
