import { describe, expect, it } from "vitest";
import { currentOrder, LIST_ORDERS, orderOf, pressedOrder } from "~/domain/list-order";
import type { ColumnOrder } from "~/domain/list-order";
import { listAddress } from "~/lib/list-params";

const { plans, vehicles, visits, users } = LIST_ORDERS;
const of = (text: string) => new URLSearchParams(text);

/** What the address and the heading say before and after each press. */
function presses(order: ColumnOrder, column: string, times = 4): (string | null)[] {
  const seen: (string | null)[] = [];
  let params = of("");
  for (let nth = 0; nth < times; nth++) {
    const { now, next } = pressedOrder(order, column, params);
    seen.push(now);
    params = of(next === null ? "" : `sort=${next}`);
  }
  return seen;
}

describe("the order of a list in its address", () => {
  it("is a column, with a minus the other way round", () => {
    expect(orderOf(vehicles, of("sort=plate"))).toEqual({ by: "plate", down: false });
    expect(orderOf(vehicles, of("q=van&sort=-plate&page=3"))).toEqual({ by: "plate", down: true });
    expect(currentOrder(vehicles, of(""))).toEqual({ by: "title", down: false });
    expect(currentOrder(plans, of(""))).toBeNull();
  });

  it.each(["", "-", "--plate", "Plate", "plate ", "email", "constructor", "-__proto__", "plate&sort=-id"])(
    "%j asks for nothing, or for what can be read first",
    (text) => {
      const asked = orderOf(vehicles, of(`sort=${text}`));
      expect(asked).toEqual(text.startsWith("plate&") ? { by: "plate", down: false } : undefined);
    },
  );

  it("goes one way with the first press, the other with the second, and back with the third", () => {
    expect(presses(plans, "title")).toEqual([null, "ascending", "descending", null]);
    expect(presses(vehicles, "plate")).toEqual([null, "ascending", "descending", null]);
    expect(presses(users, "registered")).toEqual([null, "descending", "ascending", null]);
  });

  it("of the column that the list is ordered by already begins with the other way", () => {
    expect(presses(vehicles, "title")).toEqual(["ascending", "descending", "ascending", "descending"]);
    expect(presses(visits, "id")).toEqual(["descending", "ascending", "descending", "ascending"]);
  });

  it("stands in the address only where it isn't the list's own", () => {
    expect(pressedOrder(vehicles, "title", of("sort=-title")).next).toBeNull();
    expect(pressedOrder(visits, "id", of("sort=id")).next).toBeNull();
    expect(pressedOrder(visits, "id", of("")).next).toBe("id");
  });

  it("keeps search and filters, and begins at the first page", () => {
    const params = of("q=van&status=1&page=7&highlight=3&rows=25&sort=plate");
    expect(listAddress(params, "sort", "-plate")).toBe("?q=van&status=1&rows=25&sort=-plate");
    expect(listAddress(params, "sort", null)).toBe("?q=van&status=1&rows=25");
    expect(listAddress(of("page=2&sort=-plate"), "sort", null)).toBe(".");
  });
});
