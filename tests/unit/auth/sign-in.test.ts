import { expect, it } from "vitest";
import { countFailure, tooManyFailures } from "~/auth/sign-in-limit.server";

it("refuses an account after ten failures, and forgives after five minutes", () => {
  for (let nth = 0; nth < 10; nth++) {
    expect(tooManyFailures("a@b.example", nth)).toBe(false);
    countFailure("a@b.example", nth);
  }
  expect(tooManyFailures("a@b.example", 10)).toBe(true);
  expect(tooManyFailures("other@b.example", 10)).toBe(false);
  expect(tooManyFailures("a@b.example", 5 * 60_000 + 10)).toBe(false);
});
