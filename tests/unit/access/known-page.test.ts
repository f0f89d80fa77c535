import { expect, it } from "vitest";
import { PAGES } from "~/domain/access/doors";
import { isKnownPage } from "~/domain/access/known-page";

it.each([
  "/",
  "/planning",
  "/planning/",
  "/planning/plan/7",
  "/profile/7/companies",
  "/company/log/csv",
  "/email-verify/1/x",
  "/company/billing/shop",
  "/company/billing/shop/6/2000",
])("knows %s", (address) => expect(isKnownPage(address)).toBe(true));

it.each([
  "/nonsense",
  "/planning/plan",
  "/planning/plan/7/8",
  "/company/nonsense",
  "/profile/7/nonsense",
  "/company/billing/shop/6/2000/7",
  "//planning",
])("knows nothing at %s", (address) => expect(isKnownPage(address)).toBe(false));

// @spec PC-2.37
it("knows every page of the frame that asks to sign in", () => {
  const addresses = Object.keys(PAGES)
    .filter((name) => name.startsWith("_main.") && !name.endsWith(".$"))
    .map(
      (name) =>
        `/${name
          .slice("_main.".length)
          .replace(/_(?=\.)|\.?_index$/g, "")
          .replace(/\.\(\$\w+\)/g, "")
          .replace(/\$\w+/g, "7")
          .replaceAll(".", "/")}`,
    );
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((address) => !isKnownPage(address))).toEqual([]);
});
