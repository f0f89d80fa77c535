import { expect, it } from "vitest";
import { paths, withoutBase } from "~/paths";

// @spec AA-2.13 AA-2.14 AA-2.15 AA-2.16 AA-2.17
it("screens with a name have one address each, some with an id", () => {
  expect([paths.login(), paths.home(), paths.emailVerify(), paths.planningMain()]).toEqual([
    "/login",
    "/",
    "/email-verify",
    "/planning/main",
  ]);
  expect([paths.trackingVisit(7), paths.sheet(8), paths.plan(9)]).toEqual([
    "/tracking/visit/7",
    "/company/sheet/8",
    "/planning/plan/9",
  ]);
});

it("a path that the base path is taken off is one of the pages', also that of the base path alone", () => {
  const given = ["/platform", "/platform/", "/platform/planning", "/planning", "/platforms"];
  expect(given.map(withoutBase)).toEqual(["/", "/", "/planning", "/planning", "/platforms"]);
});
