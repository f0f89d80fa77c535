import type { Page } from "@playwright/test";

export interface Point {
  x: number;
  y: number;
}

/** One hand on the page: presses, moves, lets go. */
export interface Pointer {
  /** what a press needs to take hold of something */
  readonly takesByMoving: boolean;
  press(at: Point): Promise<void>;
  move(to: Point, steps?: number): Promise<void>;
  release(): Promise<void>;
}

export function mouse(page: Page): Pointer {
  return {
    takesByMoving: true,
    async press(at) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
    },
    move: (to, steps = 6) => page.mouse.move(to.x, to.y, { steps }),
    release: () => page.mouse.up(),
  };
}

/** A finger, by the browser's own touch events: Playwright itself knows only taps. `join` puts down another one. */
export async function finger(page: Page): Promise<Pointer & { join(at: Point): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  let last: Point = { x: 0, y: 0 };
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    takesByMoving: false,
    async press(at) {
      last = at;
      await send("touchStart", [at]);
    },
    async move(to, steps = 6) {
      const from = last;
      for (let step = 1; step <= steps; step += 1)
        await send("touchMove", [
          { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
        ]);
      last = to;
    },
    join: async (at) => void (await send("touchStart", [last, at])),
    release: async () => void (await send("touchEnd", [])),
  };
}

/** A pen, which Playwright doesn't know either. */
export async function pen(page: Page): Promise<Pointer> {
  const session = await page.context().newCDPSession(page);
  let last: Point = { x: 0, y: 0 };
  const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", at: Point) =>
    session.send("Input.dispatchMouseEvent", {
      type,
      ...at,
      pointerType: "pen",
      button: "left",
      buttons: type === "mouseReleased" ? 0 : 1,
      clickCount: type === "mouseMoved" ? 0 : 1,
    });
  return {
    takesByMoving: false,
    async press(at) {
      last = at;
      await send("mousePressed", at);
    },
    async move(to, steps = 6) {
      const from = last;
      for (let step = 1; step <= steps; step += 1)
        await send("mouseMoved", {
          x: from.x + ((to.x - from.x) * step) / steps,
          y: from.y + ((to.y - from.y) * step) / steps,
        });
      last = to;
    },
    release: async () => void (await send("mouseReleased", last)),
  };
}
