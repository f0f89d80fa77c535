import { mkdirSync } from "node:fs";
import { test } from "./fixtures";
import { idAfter, post, prepareDay, stops } from "./prepare";
const OUT = "/tmp/b10-pictures";
mkdirSync(OUT, { recursive: true });
test("pictures", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const shot = async (name: string, path: string) => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
      await page.goto(path);
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${OUT}/${name}-${width}.png`, animations: "disabled" });
    }
  };
  await shot("e-tracking", "tracking");
  await shot("e-replay", "tracking/replay");
  await shot("e-dashboard", "company/dashboard");
  await shot("e-visits", "company/visits");
  const loaded = await post(page, "planning?index", { intent: "sample_day.load" });
  const planId = idAfter(loaded, /planning\/plan\/(\d+)/);
  await shot("plan", `planning/plan/${planId}`);
  await shot("tracking", "tracking");
  await shot("shop", "company/billing/shop/6/7000");
  const day = await prepareDay(page, {
    title: "New",
    visits: stops(["Ada", "Ben", "Cyd", "Dan", "Eve", "Fay"]),
    vehicles: [1, 2, 3, 4, 5, 6].map((nth) => ({ Plate: `LI ${nth}`, Title: nth === 1 ? "شاحنة ٣" : `Van ${nth}` })),
    calculate: false,
  });
  await shot("new", `planning/plan/${day.planId}`);
  await shot("new-open", `planning/plan/${day.planId}?open=empty`);
  await shot("activity", "company/log");
  const admin = await openPage();
  await signIn(admin, "super admin");
  page = admin;
  await shot("platform", "admin/log");
  await shot("platform-named", "admin/log?company=demo");
});
