import { expect, it, vi } from "vitest";
import { z } from "zod";
import { handleError } from "~/entry.server";
import { toRefusal } from "~/http/action.server";
import { answerRefusals } from "~/http/page.server";
import { AppError, notFound } from "~/lib/errors";

const TYPED = { title: "What I typed" };

it("answers what people may know as it is, with the field and what was typed", () => {
  expect(toRefusal(new AppError("x", "Too heavy", { status: 409, field: "load" }), TYPED)).toEqual([
    { ok: false, message: "Too heavy", fieldErrors: { load: "Too heavy" }, values: TYPED },
    409,
  ]);
  const parsed = z.object({ title: z.string({ error: "Title is required" }) }).safeParse({});
  expect(toRefusal(parsed.error, TYPED)).toMatchObject([
    { message: "Title is required", fieldErrors: { title: "Title is required" }, values: TYPED },
    422,
  ]);
});

// @spec PC-8.07
it("notes what was asked for and isn't there, apart from faults", async () => {
  const [log, faults] = (["info", "warn"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  toRefusal(notFound("Plan"));
  const answer = await answerRefusals(() => Promise.reject(notFound("Route"))).catch((error: unknown) => error);
  expect([answer, (answer as Response).status]).toEqual([expect.any(Response), 404]);
  handleError(notFound("Visit"));
  expect(log?.mock.calls).toEqual([["Plan not found"], ["Route not found"]]);
  expect(faults).not.toHaveBeenCalled();
});

// @spec PC-8.17
it("keeps the form when the program is at fault: general words for people, everything for the log", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fault = new Error("SELECT secret FROM users");
  const [refusal, status] = toRefusal(fault, TYPED);
  expect([refusal, status]).toEqual([
    {
      ok: false,
      message: "Action failed",
      detail: "Something goes wrong. Please try later",
      values: TYPED,
      fieldErrors: undefined,
    },
    500,
  ]);
  expect(toRefusal(fault, {}, "Importing was failed")[0]).toMatchObject({
    message: "Importing was failed",
    detail: "Something goes wrong. Please try later",
  });
  expect(log).toHaveBeenCalledWith(fault);
  log.mockRestore();
});
