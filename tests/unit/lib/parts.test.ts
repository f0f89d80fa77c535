import { describe, expect, it } from "vitest";
import { HeldParts, heldHeader } from "~/lib/parts";
import type { Parts } from "~/lib/parts";
import { cutParts, heldBy } from "~/lib/parts.server";
import { atOnce } from "~/lib/pieces";

interface Stop {
  id: number;
  routeId: number | null;
  name: string;
}

const stops = (of: readonly (number | null)[]): Stop[] =>
  of.map((routeId, at) => ({ id: at + 1, routeId, name: `Stop ${at + 1}` }));
const DAY = stops([null, 7, 7, 7, 8, 8]);
const named = (rows: readonly Stop[], id: number, name: string): Stop[] =>
  rows.map((row) => (row.id === id ? { ...row, name } : row));

/** As the server answers a page that holds these parts, over JSON. */
const asked = (rows: readonly Stop[], names: readonly string[] = []): Parts<Stop> => {
  const header = heldHeader(names);
  const request = new Request("http://localhost", { headers: header === null ? {} : { "X-Held-Parts": header } });
  return JSON.parse(JSON.stringify(atOnce(cutParts(rows, ({ routeId }) => routeId, heldBy(request)))));
};

describe("a list in parts", () => {
  it("comes whole to a page that holds nothing", () => {
    const first = asked(DAY);
    expect(first.counts).toEqual([1, 3, 2]);
    expect(new HeldParts<Stop>().join(first)).toEqual(DAY);
  });

  it("brings the part that has changed, and nothing of the others", () => {
    const page = new HeldParts<Stop>();
    const first = asked(DAY);
    page.join(first);
    const after = named(DAY, 5, "Elm");
    const second = asked(after, first.names);
    expect(second.counts).toEqual([0, 0, 2]);
    expect(second.rows.count).toBe(2);
    expect(page.join(second)).toEqual(after);
  });

  it("follows parts that came, went, and changed places", () => {
    const page = new HeldParts<Stop>();
    let now = asked(DAY);
    page.join(now);
    const [unserved, ...served] = DAY;
    for (const next of [DAY.slice(0, 4), [...DAY.slice(4), ...DAY.slice(1, 4)], [...served, unserved!], [], DAY]) {
      now = asked(next, now.names);
      expect(page.join(now)).toEqual(next);
    }
  });

  it("is put together from what the page showed when it asked, though others came meanwhile", () => {
    const page = new HeldParts<Stop>();
    const first = asked(DAY);
    page.join(first);
    const late = asked(named(DAY, 1, "Late"), first.names);
    page.join(asked(named(DAY, 5, "Elm"), first.names));
    expect(page.join(late)).toEqual(named(DAY, 1, "Late"));
  });

  it("is never put together where a part is missing", () => {
    const { names } = asked(DAY);
    const partly = asked(named(DAY, 1, "Late"), names);
    const page = new HeldParts<Stop>();
    expect(page.join(partly)).toBeNull();
    page.join(asked(stops([7, 7])));
    expect(page.join(partly)).toBeNull();
  });

  it("cuts a long group, so that one of its rows doesn't bring all of them", () => {
    const long = stops(Array.from({ length: 950 }, () => null));
    const first = asked(long);
    const second = asked(named(long, 420, "Elm"), first.names);
    expect(second.counts.filter((count) => count > 0)).toEqual([100]);
  });

  it("names no more parts than a header holds", () => {
    const { names } = asked(stops(Array.from({ length: 301 }, (_, at) => at)));
    expect(heldHeader(names)).toBeNull();
    expect(heldHeader(names.slice(1))!.length).toBeLessThan(4_000);
  });
});
