import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Menu } from "~/ui/dialog/menu";

const LOCKED = "The route is locked. Unlock it first.";

it("shows a reason once where it holds for several items, and reads it out at each", () => {
  const items = [
    { id: "reset", label: "Reset", heading: "Take away", disabledReason: LOCKED, onClick: () => undefined },
    { id: "empty", label: "Set empty", disabledReason: LOCKED, onClick: () => undefined },
    { id: "remove", label: "Remove", heading: "Remove", disabledReason: LOCKED, onClick: () => undefined },
  ];
  const html = renderToStaticMarkup(<Menu label="What can be done" items={items} />);
  const how = [...html.matchAll(/<span class="([^"]*)">The route is locked/g)].map(([, names]) => names);
  expect(how.map((names) => names === "visually-hidden")).toEqual([false, true, false]);
});

it("names its groups by their headings", () => {
  const item = { label: "A", disabledReason: "Not now.", onClick: () => undefined };
  const items = [
    { ...item, id: "first" },
    { ...item, id: "second", heading: "Work" },
    { ...item, id: "third" },
  ];
  const html = renderToStaticMarkup(<Menu label="What can be done" items={items} />);
  const group = /^(.*)<div role="group" aria-labelledby="([^"]+)"[^>]*>(.*)$/;
  const [, before = "", id = "", within = ""] = group.exec(html)!;
  expect([before, within].map((part) => part.match(/role="menuitem"/g)?.length)).toEqual([1, 2]);
  expect(within).toMatch(new RegExp(`id="${id}"[^>]*>Work<`));
});
