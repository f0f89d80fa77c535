import { expect, it } from "vitest";
import { companyNav } from "~/features/company/company-nav";
import { isInTab } from "~/ui/page/page-tabs";
import { sessionOf } from "../../helpers/sessions";
import { paths } from "~/paths";

it("the shop belongs to the tab of the billing, in both areas", () => {
  for (const area of [paths.company(), paths.adminCompany()]) {
    const tabs = companyNav(sessionOf({ companyId: 1 }, { isOwner: true }, 1).actor, true, area);
    const current = (path: string) => tabs.filter((tab) => isInTab(`${area}${path}`, tab)).map(({ label }) => label);
    expect(current("/billing/shop/6/7000")).toEqual(["Billing"]);
    expect(current("/billing/main")).toEqual(["Billing"]);
    expect(current("/api/webhooks")).toEqual(["API"]);
  }
});
