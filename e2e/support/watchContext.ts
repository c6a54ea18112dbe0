import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** Messages about errors on a test's pages. Unexpected messages fail the test. */
export interface Complaints {
  /** The messages that the test did not expect. The list must be empty at the end of the test. */
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
        if (!["error", "warning"].includes(message.type())) return;
        if (!isMissing(message) && !isRefusedSearch(message)) complain(textOf(message));
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

/**
 * Whether the message only says that the page's own document or item has the status 404. Tests
 * check this status themselves. The page fetches a missing item again when its event stream reports
 * missed changes, because one of these changes may have made the item visible.
 */
function isMissing(message: ConsoleMessage): boolean {
  const page = message.page()?.url() ?? "";
  const item = page.replace(/\/feedback\/\d+$/, "/api$&");
  return message.text().includes("status of 404") && [page, item].includes(message.location().url);
}

/**
 * Whether the message only says that the portal has refused a search with 503. The portal refuses
 * searches that take longer than a second, which happens on a busy machine. Tests that need the
 * results of a search check the results themselves.
 */
function isRefusedSearch(message: ConsoleMessage): boolean {
  return (
    message.text().includes("status of 503") &&
    /\/api\/feedback\?(?:.*&)?search=/.test(message.location().url)
  );
}
