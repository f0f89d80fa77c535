import { expect, it } from "vitest";
import { publicVariantOf } from "~/auth/public-variant";

// @spec PC-2.36
// @spec AA-2.58
it.each([
  ["/tracking", null, "/tracking/public?from=%2Ftracking"],
  ["/tracking/route/12", null, "/tracking/public?from=%2Ftracking%2Froute%2F12"],
  ["/tracking/route/12", "abc", "/tracking/public/12/abc"],
  ["/tracking/visit/7", "a/b", "/tracking/public/visit/7/a%2Fb"],
  ["/tracking/visit/x", "abc", null],
  ["/planning", "abc", null],
])("%s with the hash %s leads somebody without an account to %s", (pathname, hash, to) => {
  expect(publicVariantOf(pathname, hash)).toBe(to);
});
