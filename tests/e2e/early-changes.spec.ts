import { expect, test } from "./fixtures";
import { confirmationTemplate, isForm, pageCompany, prepareDay, stops, withholdScripts } from "./prepare";

const VAN = [{ Plate: "LI 1", "Work hour start": "08:00", "Work hour end": "18:00" }];

// @spec PC-5.46
test("what is changed in a visit before the page's scripts are there is saved when they are", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Early", visits: stops(["Alpha"]), vehicles: VAN, calculate: false });
  await confirmationTemplate(page, "Strict proof", { photo: "required", signature: "required" });
  const [alpha] = (await day.state()).visits;
  const stored = async () => {
    const { name, confirmation, startTime, serviceTime, deliveryNote } = await (
      await page.request.get(`planning/visit/${alpha!.id}`)
    ).json();
    return { name, asks: confirmation.length, startTime, serviceTime, deliveryNote };
  };
  const before = await stored();
  expect(before).toMatchObject({ asks: 0, startTime: "08:00", serviceTime: 5 });

  const giveScripts = await withholdScripts(page);
  await page.goto(`${day.path}?visit=${alpha!.id}`, { waitUntil: "commit" });
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Confirmation").selectOption({ label: "Strict proof" });
  await panel.getByLabel("From").fill("9:5");
  await panel.getByLabel("Service").fill("7,5");
  // The cursor stays in here.
  await panel.getByLabel("Note for the driver").pressSequentially("Ring");
  giveScripts();
  await expect.poll(stored).toEqual({ ...before, asks: 1, startTime: "09:05", serviceTime: 7.5 });
  await expect(panel.getByLabel("From")).toHaveValue("09:05");
  await expect(panel.getByLabel("Confirmation").locator("option:checked")).toHaveText("Strict proof");

  await page.keyboard.type(" twice");
  await page.keyboard.press("Tab");
  await expect(panel.getByLabel("Note for the driver")).toHaveValue("Ring twice");
  await expect.poll(async () => (await stored()).deliveryNote).toBe("Ring twice");
  // It was saved once; what nobody touched is as it was.
  await page.reload();
  await expect(panel.getByLabel("Confirmation").locator("option:checked")).toHaveText("Strict proof");
  expect(await stored()).toMatchObject({ name: "Alpha" });
});

test("going back to a visit saves nothing that the browser remembers of it", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Back", visits: stops(["Beta"]), vehicles: VAN, calculate: false });
  const [beta] = (await day.state()).visits;
  const stored = async () =>
    (await (await page.request.get(`planning/visit/${beta!.id}`)).json()) as {
      type: string;
      name: string;
      postcode: string;
    };
  await page.goto(`${day.path}?visit=${beta!.id}`);
  const panel = page.getByRole("complementary");
  await panel.getByLabel("Type").selectOption("P");
  await panel.getByLabel("Name", { exact: false }).first().fill("Mine");
  await panel.getByLabel("Postcode").click();
  await expect.poll(stored).toMatchObject({ type: "P", name: "Mine" });
  await page.goto("planning");
  // A colleague has put it right meanwhile.
  const changed = await page.request.post(`planning/visit/${beta!.id}`, {
    form: { ...(await pageCompany(page)), intent: "visit.update_fields", type: "D", name: "Theirs", seen: "{}" },
  });
  expect(changed.status()).toBe(200);

  await page.goBack();
  await expect(panel.getByRole("heading", { name: "Photos and signatures" })).toBeVisible();
  await expect(panel.getByLabel("Type")).toHaveValue("D");
  await expect(page.getByRole("button", { name: "Set on map" })).toBeVisible();
  // What is changed now is saved together with whatever the page holds for unsaved, or after it.
  await panel.getByLabel("Postcode").fill("9494");
  await panel.getByLabel("Postcode").blur();
  await expect.poll(stored).toMatchObject({ postcode: "9494" });
  expect(await stored()).toMatchObject({ type: "D", name: "Theirs" });
});

test("a vehicle's settings that were changed before the scripts came are saved too", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await prepareDay(page, {
    title: "Early van",
    visits: stops(["Gamma"]),
    vehicles: [{ ...VAN[0], Plate: "LI 77" }],
    calculate: false,
  });
  await page.goto("company/resources/vehicles");
  await page.getByRole("link", { name: "LI 77" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Visits max")).toBeVisible();
  const address = page.url();
  const giveScripts = await withholdScripts(page);
  await page.goto(address, { waitUntil: "commit" });
  await dialog.getByLabel("Speed").fill("120");
  await dialog.getByRole("switch", { name: "Active" }).uncheck({ force: true });
  await dialog.getByLabel("Type").selectOption({ label: "Truck" });
  const max = dialog.getByLabel("Visits max");
  await max.fill("12");
  giveScripts();
  await expect(dialog.getByRole("status").filter({ hasText: "✓ Saved" })).toBeVisible();
  // The cursor is where it was, and the field is saved when it is left.
  await expect(max).toBeFocused();
  const saved = page.waitForResponse((response) => isForm(response.request()));
  await page.keyboard.press("Tab");
  await saved;
  await expect(dialog.getByRole("status").filter({ hasText: "✓ Saved" })).toBeVisible();
  await page.reload();
  await expect(dialog.getByLabel("Speed")).toHaveValue("120");
  await expect(max).toHaveValue("12");
  await expect(dialog.getByRole("switch", { name: "Active" })).not.toBeChecked();
  await expect(dialog.getByLabel("Type").locator("option:checked")).toHaveText("Truck");
});

test("forms with a button, lists and files keep what was done before the scripts came", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  let giveScripts = await withholdScripts(page);
  await page.goto("profile", { waitUntil: "commit" });
  const preferences = page.locator("section").filter({ has: page.getByRole("heading", { name: "Preferences" }) });
  await preferences.getByRole("combobox", { name: "Routing engine" }).selectOption({ label: "Valhalla" });
  await preferences.getByRole("switch", { name: "Experimental" }).check({ force: true });
  giveScripts();
  // A long list becomes one with a search box as soon as the scripts are there.
  await expect(preferences.getByLabel("Time zone")).toHaveRole("combobox");
  await expect(preferences.locator("select[name=time_zone]")).toHaveAttribute("aria-hidden", "true");
  await expect(preferences.locator("select[name=router] option:checked")).toHaveText("Valhalla");
  await preferences.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Successfully saved")).toBeVisible();
  await page.reload();
  await expect(preferences.locator("select[name=router] option:checked")).toHaveText("Valhalla");
  await expect(preferences.getByRole("switch", { name: "Experimental" })).toBeChecked();

  await prepareDay(page, {
    title: "Early list",
    visits: stops(["Delta"]),
    vehicles: [
      { ...VAN[0], Plate: "LI 81" },
      { ...VAN[0], Plate: "LI 82" },
    ],
    calculate: false,
  });
  giveScripts = await withholdScripts(page);
  await page.goto("company/resources/vehicles", { waitUntil: "commit" });
  await page.getByRole("searchbox").pressSequentially("LI 8");
  giveScripts();
  await page.keyboard.type("2");
  await expect(page.getByRole("row").filter({ hasText: "LI 81" })).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "LI 82" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("LI 82");
});
