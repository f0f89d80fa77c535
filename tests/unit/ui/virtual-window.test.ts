import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowForKey, scrollToShow, virtualWindow } from "~/ui/table/virtual-window";

describe("the window of a long list", () => {
  it("draws everything in sight, and not much more", () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.integer({ min: 20, max: 80 }),
        fc.nat(400_000),
        fc.nat(1200),
        (count, rowPx, scroll, view) => {
          const { start, end, totalPx, offsetPx } = virtualWindow(count, rowPx, scroll, view);
          const top = Math.min(scroll, Math.max(0, totalPx - view));
          expect(totalPx).toBe(count * rowPx);
          expect(offsetPx).toBe(start * rowPx);
          expect(start * rowPx).toBeLessThanOrEqual(top);
          expect(end * rowPx).toBeGreaterThanOrEqual(Math.min(totalPx, top + view));
          expect(end - start).toBeLessThanOrEqual(Math.ceil(view / rowPx) + 1 + 16);
        },
      ),
    );
  });

  it("scrolls only as far as a row needs to be seen", () => {
    expect(scrollToShow(5, 40, 0, 400)).toBe(0);
    expect(scrollToShow(10, 40, 0, 400)).toBe(40);
    expect(scrollToShow(2, 40, 200, 400)).toBe(80);
  });

  it("keeps the keys inside the list", () => {
    expect(rowForKey("ArrowDown", 9, 10, 5)).toBe(9);
    expect(rowForKey("ArrowUp", 0, 10, 5)).toBe(0);
    expect(rowForKey("ArrowDown", -1, 10, 5)).toBe(0);
    expect(rowForKey("ArrowUp", -1, 10, 5)).toBe(9);
    expect(rowForKey("PageDown", 2, 100, 10)).toBe(11);
    expect(rowForKey("PageUp", 2, 100, 10)).toBe(0);
    expect(rowForKey("End", 0, 100, 10)).toBe(99);
    expect(rowForKey("a", 0, 100, 10)).toBeNull();
    expect(rowForKey("ArrowDown", 0, 0, 10)).toBeNull();
  });
});
