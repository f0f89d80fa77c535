import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { isKnownPage } from "~/domain/access/known-page";
import { adminCompanyRoutes } from "../../scripts/lib/admin-company-routes.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "routes-"));
for (const name of [
  "_main.company",
  "_main.company._index",
  "_main.company.sheet._index",
  "_main.company.sheet.$sheetId",
  "_main.company.billing",
  "_main.company.billing.shop.($month).($visits)",
  "_main.company.team",
  "_main.planning",
  "company.switch",
]) {
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, name === "_main.company.team" ? "route.ts" : "route.tsx"), "");
}
afterAll(() => rmSync(folder, { recursive: true }));

// @spec AA-2.54
it("puts every page of the company area under /admin/company, and no other", () => {
  const area = "routes/_main.admin_.company";
  const routes = Object.values(adminCompanyRoutes(folder)).map(({ id, file, ...place }) => [
    id.slice(area.length + 1),
    file,
    place,
  ]);
  expect(routes.sort()).toEqual([
    ["_index", "routes/_main.company._index/route.tsx", { index: true, parentId: area }],
    ["billing", "routes/_main.company.billing/route.tsx", { path: "billing", parentId: area }],
    [
      "billing.shop.($month).($visits)",
      "routes/_main.company.billing.shop.($month).($visits)/route.tsx",
      { path: "shop/:month?/:visits?", parentId: `${area}.billing` },
    ],
    ["sheet.$sheetId", "routes/_main.company.sheet.$sheetId/route.tsx", { path: "sheet/:sheetId", parentId: area }],
    ["sheet._index", "routes/_main.company.sheet._index/route.tsx", { path: "sheet", index: true, parentId: area }],
    ["team", "routes/_main.company.team/route.ts", { path: "team", parentId: area }],
  ]);
});

it("has an address that asks to sign in for each of those that there are", () => {
  const addresses = Object.values(adminCompanyRoutes())
    .filter(({ index }) => index === undefined)
    .map(({ path: address }) => `/admin/company/${address?.replaceAll(":sheetId", "7")}`);
  expect(addresses.length).toBeGreaterThan(8);
  expect(addresses.filter((address) => !isKnownPage(address))).toEqual([]);
  expect(isKnownPage("/admin/company/nonsense")).toBe(false);
  expect(isKnownPage("/admin/planning")).toBe(false);
});
