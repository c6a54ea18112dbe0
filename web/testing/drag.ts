import type { Locator } from "vitest/browser";
import { cdp } from "vitest/browser";

declare module "vitest/browser" {
  interface CDPSession {
    send: (
      method: "Input.dispatchMouseEvent" | "Input.dispatchTouchEvent",
      params: object,
    ) => Promise<unknown>;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Number of steps in which the pointer moves from start to end. */
const STEPS = 8;

/**
 * Drags an element with the mouse to the position of another element. The button stays pressed
 * during `beforeRelease`.
 */
export async function dragByMouse(
  from: Locator,
  to: Locator,
  beforeRelease?: () => Promise<void>,
): Promise<void> {
  const [start, end] = [centreOf(from), centreOf(to)];
  const send = (type: string, point: Point) =>
    cdp().send("Input.dispatchMouseEvent", {
      type,
      ...point,
      button: "left",
      buttons: 1,
      clickCount: 1,
    });
  await send("mouseMoved", start);
  await send("mousePressed", start);
  for (const point of pointsBetween(start, end)) await send("mouseMoved", point);
  await beforeRelease?.();
  await send("mouseReleased", end);
}

/**
 * Drags an element with a finger to the position of another element. The finger stays down during
 * `beforeRelease`, which can move the finger further.
 */
export async function dragByTouch(
  from: Locator,
  to: Locator,
  beforeRelease: (moveTo: (to: Locator) => Promise<void>) => Promise<void>,
): Promise<void> {
  const start = centreOf(from);
  const send = (type: string, touchPoints: readonly Point[]) =>
    cdp().send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [start]);
  for (const point of pointsBetween(start, centreOf(to))) await send("touchMove", [point]);
  await beforeRelease((next) => send("touchMove", [centreOf(next)]).then(() => undefined));
  await send("touchEnd", []);
}

function pointsBetween(start: Point, end: Point): Point[] {
  return Array.from({ length: STEPS }, (_, index) => {
    const part = (index + 1) / STEPS;
    return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
  });
}

/**
 * Returns the centre of an element in the coordinates of the browser window. The tests run in a
 * frame of this window.
 */
function centreOf(locator: Locator): Point {
  const frame = window.frameElement?.getBoundingClientRect();
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  return { x: (frame?.x ?? 0) + x + width / 2, y: (frame?.y ?? 0) + y + height / 2 };
}
