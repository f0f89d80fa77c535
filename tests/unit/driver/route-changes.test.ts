import { describe, expect, it } from "vitest";
import { changesSentence, routeChanges } from "~/clients/driver/route-changes";
import type { ShownStop as Stop } from "~/clients/driver/route-changes";

const stop = (id: string, part: Partial<Stop> = {}): Stop => ({
  id,
  name: `Stop ${id}`,
  state: "left",
  text: `Road ${id}`,
  times: "08:00",
  ...part,
});
const three = [stop("A"), stop("B"), stop("C")];
const without = (id: string) => three.filter((one) => one.id !== id);
const withChanged = (id: string, part: Partial<Stop>) =>
  three.map((one) => (one.id === id ? { ...one, ...part } : one));

describe("what the dispatcher changed", () => {
  it.each<[string, Stop[], Stop[], string[]]>([
    ["nothing", three, three, []],
    ["a stop more", without("B"), three, ["stop added: Stop B"]],
    ["a stop less", three, without("C"), ["stop removed: Stop C"]],
    ["several, named as far as there is room", [], [...three, stop("D")], ["4 stops added: Stop A, Stop B and 2 more"]],
    ["a note", three, withChanged("A", { text: "Road A|Ring twice" }), ["stop changed: Stop A"]],
    ["the order", three, [stop("B"), stop("A"), stop("C")], ["new order"]],
    ["what is reported", three, withChanged("A", { state: "done" }), ["stop done: Stop A"]],
    ["what is taken back", withChanged("A", { state: "failed" }), three, ["stop to be served again: Stop A"]],
    ["the times alone", three, withChanged("C", { times: "09:00" }), ["new times"]],
    ["times that follow from the order", three, [stop("B", { times: "07:50" }), stop("A"), stop("C")], ["new order"]],
  ])("%s", (_, before, after, expected) => {
    expect(routeChanges(before, after)).toEqual(expected);
  });
  it("is no news where it follows from a report of one's own", () => {
    const after = [stop("B", { state: "done" }), stop("A", { times: "09:00" }), stop("C", { times: "09:30" })];
    expect(routeChanges(three, after, { isOwn: true })).toEqual([]);
    expect(routeChanges(three, [...after, stop("D")], { isOwn: true })).toEqual(["stop added: Stop D"]);
  });
  it("is said in one sentence", () => {
    expect(changesSentence(["stop added: Bakery", "new order"])).toBe(
      "Your route has changed: stop added: Bakery; new order.",
    );
  });
});
