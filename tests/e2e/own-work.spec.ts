import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { post, prepareDay, stops } from "./prepare";

const VAN = [{ Plate: "LI 1", "Work hour start": "08:00", "Work hour end": "18:00" }];
const NO_CONNECTION = "Not saved yet: no connection. Will be sent when it is back.";

test("what is typed while the connection is lost waits, says so, and is sent when it is back", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Tunnel",
    visits: stops(["Alpha", "Beta"]),
    vehicles: VAN,
    calculate: false,
  });
  const id = await day.visit("Alpha");
  const stored = async (field: string) => (await (await page.request.get(`planning/visit/${id}`)).json())[field];
  // The panel asks for its details, and loads what it needs for that, while it is shown.
  const loaded = Promise.all([
    page.waitForResponse(/\/build\/routes\/_main\.planning\.visit\./),
    page.waitForResponse(/planning\/visit\/\d+\?_data=/),
  ]);
  await page.goto(`${day.path}?visit=${id}`);
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  await loaded;
  await page.waitForLoadState("networkidle");
  const [note, status] = [
    panel.getByLabel("Note for the driver"),
    (text: string) => panel.getByRole("status").filter({ hasText: text }),
  ];

  await test.step("in the open panel", async () => {
    await context.setOffline(true);
    await note.fill("Typed in a tunnel");
    await note.blur();
    await expect(status(NO_CONNECTION)).toBeVisible();
    await panel.getByLabel("Load").fill("12");
    await panel.getByLabel("Load").blur();
    await context.setOffline(false);
    await expect(status("✓ Saved")).toBeVisible();
    await expect.poll(() => stored("deliveryNote")).toBe("Typed in a tunnel");
    await expect.poll(() => stored("packageLoad")).toBe(12);
    await expect(note).toHaveValue("Typed in a tunnel");
  });

  await test.step("in a panel that is closed before the connection is back", async () => {
    await context.setOffline(true);
    await note.fill("Typed and closed");
    await note.blur();
    await expect(status(NO_CONNECTION)).toBeVisible();
    await panel.getByRole("link", { name: "Close" }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole("alert").filter({ hasText: NO_CONNECTION })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("alert").filter({ hasText: "✓ Saved" })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: NO_CONNECTION })).toHaveCount(0);
    expect(await stored("deliveryNote")).toBe("Typed and closed");
  });

  await test.step("a server that takes its time is no lost connection", async () => {
    await page.goto(`${day.path}?visit=${id}`);
    await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/planning\/visit\/\d+/, async (route) => {
      if (route.request().method() === "POST") await mayAnswer;
      await route.continue();
    });
    await note.fill("Slowly");
    await note.blur();
    await expect(status("Saving…")).toBeVisible();
    await expect(status("Not saved yet: no answer from the server. What you typed is kept.")).toBeVisible();
    answer();
    await expect(status("✓ Saved")).toBeVisible();
    expect(await stored("deliveryNote")).toBe("Slowly");
  });
});

test("a visit that a colleague takes away closes its panel, which says so", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Taken away",
    visits: stops(["Gamma", "Delta"]),
    vehicles: VAN,
    calculate: false,
  });
  const id = await day.visit("Gamma");
  const theirs = await openPage();
  await signIn(theirs, "super admin");
  const listening = page.waitForEvent("websocket", (socket) => socket.url().includes("socket.io"));
  await page.goto(`${day.path}?visit=${id}`);
  await listening;
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  await post(theirs, day.path, { intent: "visit.remove", visitId: id, choice: "delete" });
  await expect(panel).toBeHidden();
  await expect(
    page.getByRole("alert").filter({ hasText: "Gamma is no longer in this plan: somebody else has taken it away." }),
  ).toBeVisible();
});

test("the undo button says what it would take back, and can't be pressed when there is nothing", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "super admin");
  const day = await prepareDay(page, { title: "Nothing to undo", visits: stops(["Ash", "Beech"]), vehicles: VAN });
  const plain = await openPage({ javaScriptEnabled: false });
  await signIn(plain, "dispatcher");
  const own = await openPage();
  await signIn(own, "dispatcher");
  const button = (one: typeof page) => one.getByRole("button", { name: "Undo my last change (Z)" });
  for (const one of [plain, own]) {
    await one.goto(day.path);
    await expect(button(one)).toHaveAttribute("aria-disabled", "true");
    await expect(button(one)).toHaveAttribute("title", "There is nothing of yours to undo.");
  }
  await expect(button(plain)).toHaveAttribute("type", "button");
  const plan = new PlanPage(own, "desktop");
  await plan.unfold("LI 1");
  await (await plan.openVisit("Beech")).button("Unschedule").click();
  await expect(button(own)).toHaveAttribute("title", /^Undo: Took Beech off /);
  await plain.reload();
  await expect(button(plain)).toHaveAttribute("title", /^Undo: Took Beech off /);
  await button(plain).click();
  await expect(plain.getByText("2/2 scheduled")).toBeVisible();
  await expect(button(plain)).toHaveAttribute("aria-disabled", "true");
  await expect(button(own)).toHaveAttribute("aria-disabled", "true");
});
