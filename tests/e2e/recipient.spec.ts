import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import { DRIVER, linkHash, post, prepareDay, startRoute, stops } from "./prepare";

const LONG_AGO = new Date(Date.now() - 9 * 24 * 3600_000).toISOString().slice(0, 10);

// @spec PC-1.07 PC-2.16 PC-2.36 PC-7.29 PC-7.30 AA-2.59 PC-2.12 PC-2.13
test("a recipient follows a delivery without reloading, and rates it", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of (404|410)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Recipients",
    visits: stops(["Ash", "Beech", "Cherry"], { "Recipient phone": "+423 777 66 55" }),
    vehicles: [{ Plate: "Recipients 1" }],
  });
  const routeId = await day.route("Recipients 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first = "", second = "", third = ""] = await day.order("Recipients 1");
  const [firstId, secondId] = [await day.visit(first), await day.visit(second)];
  const link = `tracking/public/visit/${secondId}/${await linkHash(page, "visit", secondId)}`;

  const recipient = await openPage({ ...SIZES.phone, colorScheme: "dark" });
  const answer = await recipient.goto(link);
  expect(answer!.headers()["x-robots-tag"]).toContain("noindex");
  await expect(recipient.getByRole("heading", { level: 1 })).toHaveText(/^Between \d\d:\d\d and \d\d:\d\d$/);
  await expect(recipient.getByText("1 stop before you.")).toBeVisible();
  const html = await recipient.content();
  for (const secret of [first, third, "777 66 55"]) expect(html).not.toContain(secret);

  await test.step("a note reaches the driver", async () => {
    await recipient.getByText("Leave a note or a safe place").click();
    await recipient.getByLabel("Note for the driver").fill("Ring twice");
    await recipient.getByRole("button", { name: "Tell the driver" }).click();
    await expect(recipient.getByText("Thank you. The driver will see this.")).toBeVisible();
  });

  await test.step("the stop before is done: the page says so by itself", async () => {
    const phone = await openPage(SIZES.phone);
    await signIn(phone, "driver");
    await phone.goto(`driver/route/${routeId}`);
    await phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true }).click();
    await expect(recipient.getByText("You are next.")).toBeVisible();

    await page.goto(`tracking/route/${routeId}`);
    await expect(page.getByRole("application", { name: "Map of the route" })).toBeVisible();
    const words = page.getByText("The vehicle’s position has not been shared yet.", { exact: false });
    await expect(words).toBeVisible();
    const place = { lat: 47.2, lng: 9.4, accuracyM: 5, headingDeg: 270, speedKmh: 50 };
    await phone.request.post(`driver/position/${routeId}`, {
      data: { positions: [{ atSec: Math.floor(Date.now() / 1000), ...place }] },
    });
    await expect(words).toBeHidden();
    await phone.close();
  });

  await test.step("delivered, rated once it is", async () => {
    await post(page, day.path, { intent: "visit.done", visitId: secondId, confirmed: 1 });
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText(/^Delivered at/);
    await recipient.getByRole("radio", { name: "4 stars" }).check();
    await recipient.getByLabel("Comment").fill("Kind");
    await recipient.getByRole("button", { name: "Send the rating" }).click();
    await expect(recipient.getByText("Thank you for your rating.")).toBeVisible();
    await page.goto(`planning/route/${routeId}?visit=${secondId}`);
    await expect(page.getByText("4 of 5")).toBeVisible();
  });

  await addExaminer(recipient);
  expect(await seriousFaults(recipient)).toEqual([]);

  await test.step("the link is copied, and revoked", async () => {
    await page.goto(`tracking/visit/${secondId}`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link is ready", { exact: true })).toBeVisible();
    await expect(page.getByText(/^(Copied to clipboard|Copy the link by hand)$/)).toBeVisible();
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.getByText("The link is revoked.", { exact: false }).first()).toBeVisible();
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText("This link is not known");
    expect((await recipient.goto(link))!.status()).toBe(404);
    expect(firstId).toBeGreaterThan(0);
  });

  await test.step("somebody without an account is sent to the public variant", async () => {
    await recipient.goto(`tracking/route/${routeId}`);
    await expect(recipient.getByRole("heading", { name: "Follow a delivery" })).toBeVisible();
    await recipient.goto(`tracking/route/${routeId}?hash=${await linkHash(page, "route", routeId)}`);
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText("Stop 3 of 3");
  });
});

test("a dispatcher accepts what a recipient asks for and declines another, and an old link opens nothing", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 410/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Wishes",
    visits: stops(["Larch", "Linden"]),
    vehicles: [{ Plate: "Wishes 1" }],
  });
  await post(page, day.path, { intent: "route.approve", routeId: await day.route("Wishes 1") });
  const linkOf = async (name: string) => {
    const id = await day.visit(name);
    return `tracking/public/visit/${id}/${await linkHash(page, "visit", id)}`;
  };
  const recipient = await openPage(SIZES.phone);
  const ask = async (name: string, from: string, to: string) => {
    await recipient.goto(await linkOf(name));
    await recipient.getByText("Ask for another time").click();
    await recipient.getByLabel("From").fill(from);
    await recipient.getByLabel("To").fill(to);
    await recipient.getByRole("button", { name: "Send the request" }).click();
    await expect(recipient.getByText(`You asked for ${from}–${to}. The answer will be shown here.`)).toBeVisible();
  };
  await page.goto("tracking");
  const wish = (name: string) => page.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "until now" });

  await ask("Larch", "15:00", "16:30");
  await expect(wish("Larch")).toContainText("If accepted: ");
  await wish("Larch").getByRole("button", { name: "Decline" }).click();
  await expect(wish("Larch")).toHaveCount(0);
  // Nobody reloads this page.
  await expect(
    recipient.getByText("Your request for 15:00–16:30 can’t be met. The time above still holds."),
  ).toBeVisible();

  await ask("Linden", "16:00", "18:00");
  await wish("Linden").getByRole("button", { name: "Accept" }).click();
  await expect(wish("Linden")).toHaveCount(0);
  await expect(recipient.getByText("Your request for 16:00–18:00 is accepted.")).toBeVisible();
  const panel = `planning/visit/${await day.visit("Linden")}?_data=routes/_main.planning.visit.$visitId`;
  expect(await (await page.request.get(panel)).text()).toContain('"startTime":"16:00","endTime":"18:00"');

  const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
  await db("routing_plans").where({ id: day.planId }).update({ service_date: LONG_AGO });
  await db.destroy();
  for (const width of [360, 1000]) {
    await recipient.setViewportSize({ width, height: 740 });
    expect((await recipient.goto(await linkOf("Linden")))!.status()).toBe(410);
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
    expect(await recipient.content()).not.toContain("Linden");
  }
});
