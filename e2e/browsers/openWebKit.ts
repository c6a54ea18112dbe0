import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserPage } from "./browserPage.ts";
import { VISIBLE_WITHIN_MS } from "./browserPage.ts";

/** The key of an element's id in WebDriver's JSON: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const STARTED_WITHIN_MS = 30_000;

interface NewSession {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
}

/** Opens WebKitGTK's MiniBrowser on a virtual screen and controls it by WebDriver. */
export async function openWebKit(driver: string): Promise<BrowserPage> {
  const port = await findFreePort();
  // The driver gets a process group of its own. The group also contains the screen and the browser,
  // so that one signal ends all of them.
  const child = spawn("xvfb-run", ["--auto-servernum", driver, `--port=${String(port)}`], {
    detached: true,
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const endDriver = async () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await exited;
  };
  const send = sender(`http://127.0.0.1:${String(port)}`);
  try {
    const session = await startSession(send);
    const { browserName, browserVersion } = session.capabilities;
    const page = openPage(`/session/${session.sessionId}`, send);
    return {
      ...page,
      version: `${browserName} ${browserVersion}`,
      close: async () => {
        await page.close();
        await endDriver();
      },
    };
  } catch (error) {
    await endDriver();
    throw error;
  }
}

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function sender(origin: string): Send {
  return async <Value>(method: string, path: string, body?: object) => {
    const response = await fetch(origin + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value };
    // WebKit's error responses have no message. Their field `error` contains the kind of error.
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

async function startSession(send: Send): Promise<NewSession> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  for (;;) {
    try {
      return await send<NewSession>("POST", "/session", { capabilities: {} });
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

function openPage(session: string, send: Send): Omit<BrowserPage, "version"> {
  const findVisible = async (xpath: string) => {
    const found = await send<Record<string, string>>("POST", `${session}/element`, {
      using: "xpath",
      value: xpath,
    });
    const element = `${session}/element/${found[ELEMENT] ?? ""}`;
    if (await send<boolean>("GET", `${element}/displayed`)) return element;
    throw new Error(`${xpath} is not visible`);
  };
  /**
   * Looks for the element until it is visible, because it may appear later or the page may be
   * replaced.
   */
  const on = async <Result>(xpath: string, run: (element: string) => Promise<Result>) => {
    const deadline = Date.now() + VISIBLE_WITHIN_MS;
    for (;;) {
      const element = await findVisible(xpath).catch((error: unknown) => {
        if (Date.now() > deadline) throw new Error(xpath, { cause: error });
      });
      if (element !== undefined) return run(element);
      await sleep(50);
    }
  };
  // The driver does not wait until an element that it scrolls into view can be clicked.
  const scrollTo = (element: string) =>
    send("POST", `${session}/execute/sync`, {
      script: "arguments[0].scrollIntoView({ block: 'center' })",
      args: [{ [ELEMENT]: element.slice(element.lastIndexOf("/") + 1) }],
    });
  return {
    open: (url) => send("POST", `${session}/url`, { url }),
    read: (xpath) =>
      on(xpath, async (element) => (await send<string>("GET", `${element}/text`)).trim()),
    click: (xpath) =>
      on(xpath, async (element) => {
        await scrollTo(element);
        await send("POST", `${element}/click`, {});
      }),
    type: (xpath, text) => on(xpath, (element) => send("POST", `${element}/value`, { text })),
    address: () => send("GET", `${session}/url`),
    close: () => send("DELETE", session),
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
