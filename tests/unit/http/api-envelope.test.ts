import { expect, it, vi } from "vitest";
import { z } from "zod";
import { isSent, refusalOf } from "~/http/api/envelope.server";
import { AppError } from "~/lib/errors";
import { waitError } from "~/services/limits/limits.server";

const duplicate = (message: string) => new AppError("db.duplicate", message, { status: 409 });
const answerOf = async (error: unknown, payload: unknown = {}) => {
  const answer = refusalOf(error, payload);
  return [answer.status, await answer.json()] as const;
};
const fail = (message: string, data: unknown = message) => ({ status: "fail", data, message });

// @spec AA-8.08 AA-8.11
it("tells a value that exists already only to whoever sent it", async () => {
  const error = duplicate("Value EXT-7 already exists!");
  const told = [500, fail("Value EXT-7 already exists!")];
  expect(await answerOf(error, { external_id: "EXT-7" })).toEqual(told);
  expect(await answerOf(error, { bulk: [{ external_id: "EXT-7" }] })).toEqual(told);
  expect(await answerOf(error, { bulk: '[{"external_id":"EXT-7"}]' })).toEqual(told);
  expect(await answerOf(error, { external_id: "EXT-70" })).toEqual([409, fail("Object already exists.")]);
  expect(await answerOf(error, null)).toEqual([409, fail("Object already exists.")]);
  expect(await answerOf(duplicate("Object already exists."), {})).toEqual([409, fail("Object already exists.")]);
});

it.each([
  [{ id: 12 }, "12", true],
  [["a", { b: "c" }], "c", true],
  ["note: c", "c", false],
  [undefined, "c", false],
  [null, "c", false],
])("%j holds %s: %s", (payload, value, expected) => {
  expect(isSent(value, payload)).toBe(expected);
});

// @spec AA-8.04 AA-8.07
// @spec AA-8.02 AA-8.06
it("says everything else in the specification's words", async () => {
  const wrong = z.object({ a: z.string("A is required"), b: z.array(z.number("B is no number")) });
  const { error } = wrong.safeParse({ b: [1, "x"] });
  expect(await answerOf(error)).toEqual([422, fail("A is required", { a: "A is required", "b.1": "B is no number" })]);
  expect(await answerOf(new AppError("x", "No such thing", { status: 400, field: "f" }))).toEqual([
    400,
    fail("No such thing", { f: "No such thing" }),
  ]);
  expect(await answerOf(new AppError("x", "?", { status: 401 }))).toEqual([
    401,
    { status: "not_authorized", data: "You are not authorized" },
  ]);
  expect(refusalOf(waitError("x", "Later", 9), {}).headers.get("Retry-After")).toBe("9");
});

// @spec AA-8.12
it("keeps a fault of the program to itself", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await answerOf(new Error("select password_hash"))).toEqual([
    500,
    fail("Something goes wrong. Please try later"),
  ]);
  expect(await answerOf(new AppError("x", "secret", { status: 500 }))).toEqual([
    500,
    fail("Something goes wrong. Please try later"),
  ]);
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockReset();
});
