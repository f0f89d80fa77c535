import { afterEach, expect, it, vi } from "vitest";
import { stampLogLines } from "~/boot/log-lines.server";
import { refusalOf } from "~/http/api/envelope.server";
import { loggedAddress, noteSender, withRequestContext } from "~/lib/request-context.server";

const NOW = "2026-11-21T06:00:00.000Z";
let end = (): void => undefined;
// Once: it puts back what was there before, which was a spy of that test.
afterEach(() => {
  end();
  end = () => undefined;
});

it("lines of the log begin with the time, and with the request's id where one is at hand", () => {
  const [errors, warnings] = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  for (const log of [errors, warnings]) log.mockImplementation(() => undefined);
  end = stampLogLines(() => Date.parse(NOW));
  console.warn("By itself.");
  const fault = new Error("A fault.");
  const context = { id: "the-id", ip: "", userAgent: "", address: "POST /platform/api/vehicle/store" };
  withRequestContext(context, () => refusalOf(fault, null));
  expect(warnings.mock.calls).toEqual([[NOW, "By itself."]]);
  const said = "Request the-id, POST /platform/api/vehicle/store:";
  expect(errors.mock.calls).toEqual([[`${NOW} the-id`, said, fault]]);
});

it("lines of the log name the sender by ids alone, once it is known", () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  end = stampLogLines(() => Date.parse(NOW));
  withRequestContext({ id: "the-id", ip: "192.0.2.1", userAgent: "" }, () => {
    noteSender({ userId: 3, companyId: 7, keyId: null });
    console.warn("A person.");
    noteSender({ userId: null, companyId: 7, keyId: 5 });
    console.warn("A program.");
    noteSender({ userId: 3, companyId: null, keyId: null });
    console.warn("Nobody's member.");
  });
  noteSender({ userId: 3, companyId: 7, keyId: null });
  console.warn("By itself.");
  expect(warnings.mock.calls).toEqual([
    [`${NOW} the-id user 3 company 7`, "A person."],
    [`${NOW} the-id key 5 company 7`, "A program."],
    [`${NOW} the-id user 3`, "Nobody's member."],
    [NOW, "By itself."],
  ]);
});

it("the log has no token of an address", () => {
  expect(loggedAddress("GET", `/platform/tracking/public/7/${"aB3-".repeat(6)}`)).toBe(
    "GET /platform/tracking/public/7/…",
  );
});
