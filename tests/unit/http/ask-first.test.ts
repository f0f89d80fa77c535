import { expect, it } from "vitest";
import { askFirst } from "~/http/actions/ask-first.server";
import type { ActionPage } from "~/http/actions/define-actions.server";

const page = (href: ActionPage["href"]): ActionPage => ({
  request: new Request("http://localhost/app"),
  href,
  closed: () => ({}),
});

it("asks in a dialog of the page, or refuses with the question where a page has none", () => {
  const question = { text: "Are you sure?" };
  const asked = page((query) => `?${new URLSearchParams({ dialog: String(query.dialog) }).toString()}`);
  expect(askFirst(question, asked, { dialog: "start-routes" })).toEqual({ redirectTo: "?dialog=start-routes" });
  expect(() => askFirst(question, page(null), { dialog: "start-routes" })).toThrow("Are you sure?");
});
