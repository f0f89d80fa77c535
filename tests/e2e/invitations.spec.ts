import type { BrowserContextOptions, Page } from "@playwright/test";
import type { PlatformServer } from "../setup/e2e-server";
import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import { post, prepareDay, startRoute, stops } from "./prepare";

const PASSWORD = "several words are good";

// A link that has ended is a page with a status that says so.
test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of 4(22|10)/));

/** The newest invitation that was mailed to somebody, as the console shows it. */
async function mailedLink(platform: PlatformServer, to: string): Promise<string> {
  const mails = new RegExp(`Mail to ${to.replace(/\./g, "\\.")}: [^\\n]* invites you\\n  (\\S+)`, "g");
  let link: string | undefined;
  await expect
    .poll(() => (link = [...platform.output().matchAll(mails)].at(-1)?.[1]), { message: `a mail to ${to}` })
    .toBeDefined();
  return link!;
}

async function invite(page: Page, email: string, name: string, roles: readonly string[]): Promise<void> {
  await page.goto("company/team?dialog=new-member");
  const dialog = page.getByRole("dialog", { name: "New member" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByRole("textbox", { name: "E-mail" }).fill(email);
  for (const role of ["Driver", "Dispatcher", "Admin"])
    await dialog
      .getByRole("switch", { name: new RegExp(`^${role}`) })
      .setChecked(roles.includes(role), { force: true });
  await dialog.getByRole("button", { name: "Add member" }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Waiting");
}

const ROLES = { Driver: "is_courier", Dispatcher: "is_dispatcher", Admin: "is_admin" } as const;

/** The same without a look at the form, which the tests of joining fill in. */
async function invited(
  page: Page,
  email: string,
  name: string,
  roles: readonly (keyof typeof ROLES)[],
  phone = "",
): Promise<void> {
  const rights = Object.entries(ROLES).map(([role, field]) => [field, roles.some((one) => one === role) ? 1 : 0]);
  const member = { name, email, phone, ...(Object.fromEntries(rights) as Record<string, number>) };
  await post(page, "company/team", { intent: "member.create", ...member });
}

test("an invited driver is at today's stops with three taps, on a phone", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const email = "tara@invited.example";
  await signIn(page, "dispatcher");
  await invited(page, email, "Tara", ["Driver"]);
  const day = await prepareDay(page, {
    title: "Three taps",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Taps 1" }],
  });
  const routeId = await day.route("Taps 1");
  await startRoute(page, day, routeId, "Tara");
  const link = await mailedLink(platform, email);

  await test.step("a program that looks at mails opens the link first", async () => {
    for (let look = 0; look < 2; look += 1) expect((await page.request.fetch(link)).status()).toBe(200);
  });
  const phone = await openPage(SIZES.phone);
  const scripts: string[] = [];
  phone.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await phone.goto(link);
  expect(scripts.length, "one small script, and no framework").toBe(1);
  await addExaminer(phone);
  expect(await seriousFaults(phone)).toEqual([]);
  await phone.getByRole("button", { name: "Start" }).tap();
  await expect(phone).toHaveURL(/\/driver$/);
  await phone.getByRole("link", { name: /Taps 1|Three taps/ }).tap();
  await expect(phone.getByText("Stop 1 of 2")).toBeVisible();

  await phone.goto(link);
  await expect(phone.getByRole("alert")).toContainText("has expired, was answered already or was withdrawn");
  await page.goto("company/team");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Accepted");
});

/** With a new account, and with one that is there already and invited once more. */
async function joins(page: Page, guest: Page, platform: PlatformServer, email: string): Promise<void> {
  await invite(page, email, "Nora", ["Dispatcher"]);
  const link = await mailedLink(platform, email);
  await guest.goto(link);
  await guest.getByLabel("Surname").fill("New");
  await guest.getByLabel("Password").fill("password123");
  await guest.getByRole("button", { name: "Join the team" }).click();
  await expect(guest.getByRole("alert")).toContainText("guessed first");
  await expect(guest.getByLabel("Surname")).toHaveValue("New");
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Join the team" }).click();
  await expect(guest).toHaveURL(/\/planning/);
  await guest.goto("invitations");
  await guest.getByText("Leave a team").click();
  await guest.getByRole("button", { name: /^Leave / }).click();
  await expect(guest.getByRole("status")).toHaveText("You have left the team.");
  // Nothing else is open to them, and this page is the way on.
  for (const address of ["planning", "profile", ""]) {
    await guest.goto(address);
    await expect(guest, address).toHaveURL(/\/invitations$/);
  }
  await expect(guest.getByRole("heading", { name: "You belong to no company" })).toBeVisible();
  await expect(guest.getByLabel("Company name")).toBeVisible();
  await expect(guest.getByRole("button", { name: "Sign out" })).toBeVisible();

  await page.goto("company/team");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Declined");
  await page
    .getByRole("row", { name: new RegExp(email) })
    .getByRole("link", { name: "Nora" })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Send an invitation…" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Waiting");
  await expect.poll(() => platform.output().split(`Mail to ${email}: `).length).toBe(3);
  await guest.context().clearCookies({ name: "platform_session" });
  await guest.goto(await mailedLink(platform, email));
  await guest.getByRole("link", { name: "Sign in to accept" }).click();
  await guest.getByLabel("E-mail").fill(email);
  await guest.getByLabel("Password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Sign in" }).click();
  await guest.getByRole("button", { name: "Accept" }).click();
  await expect(guest).toHaveURL(/\/planning/);
}

for (const [what, options] of [
  ["with scripts", {}],
  ["without scripts", { javaScriptEnabled: false }],
] as [string, BrowserContextOptions][]) {
  test(`somebody joins with a new account, leaves, and comes back with it, ${what}`, async ({
    page,
    openPage,
    signIn,
    platform,
  }) => {
    await signIn(page, "dispatcher");
    await joins(page, await openPage(options), platform, `nora-${what.split(" ")[0]}@invited.example`);
  });
}

test("whoever is signed in with another e-mail is told so, and an admin decides", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const email = "olaf@invited.example";
  await signIn(page, "dispatcher");
  await invited(page, email, "Olaf", ["Dispatcher"]);
  const guest = await openPage();
  await signIn(guest, "driver");
  await guest.goto(await mailedLink(platform, email));
  await expect(guest.getByRole("status")).toContainText("You are signed in as driver@demo.example");
  await guest.getByRole("button", { name: "Ask to join as driver@demo.example" }).click();
  await expect(guest.getByRole("status")).toHaveText("An admin of the company will look at it.");
  await page.goto("company/team");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Asks to join");
  await page.getByRole("link", { name: "Olaf" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("driver@demo.example asks to join");
  await page.getByRole("dialog").getByRole("link", { name: "Refuse…" }).click();
  await page.getByRole("button", { name: "Refuse", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Waiting");
});

// @spec PC-2.51 PC-2.52 PC-6.03 AA-2.50
test("a dispatcher corrects a member's name, and sees no switches of roles", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const email = "dora@invited.example";
  await signIn(page, "dispatcher");
  // Whose phone is known has nothing to complete.
  await invited(page, email, "Dora", ["Dispatcher"], "+423 232 12 34");
  const dora = await openPage();
  await dora.goto(await mailedLink(platform, email));
  await dora.getByLabel("Password").fill(PASSWORD);
  await dora.getByRole("button", { name: "Join the team" }).click();
  await expect(dora).toHaveURL(/\/planning/);
  await dora.goto("company/team");
  await dora.getByRole("link", { name: "Dora" }).first().click();
  const dialog = dora.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toBeEnabled();
  await expect(dialog.getByRole("textbox", { name: "E-mail" })).toBeDisabled();
  await expect(dialog.getByRole("switch", { name: /^(Driver|Dispatcher|Admin)/ })).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "Surname" }).fill("Lane");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dora.getByRole("row", { name: new RegExp(email) })).toContainText("Dora Lane");
  await expect(dora.getByRole("row", { name: new RegExp(email) })).toContainText("Dispatcher");
});

test("switches that a colleague turns show at once, and saving something else takes nothing back", async ({
  page,
  openPage,
  signIn,
}) => {
  const email = "mira@invited.example";
  await signIn(page, "dispatcher");
  await invited(page, email, "Mira", ["Driver", "Admin"]);
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  const listening = page.waitForEvent("websocket", (socket) => socket.url().includes("socket.io"));
  for (const one of [page, colleague]) {
    await one.goto("company/team");
    await one.getByRole("link", { name: "Mira" }).first().click();
    await expect(one).toHaveURL(/dialog=edit-member/);
  }
  await listening;
  const address = page.url();
  const [mine, theirs] = [page.getByRole("dialog"), colleague.getByRole("dialog")];
  const turn = (dialog: typeof mine, name: RegExp) => dialog.getByRole("switch", { name });
  // Turned here and not saved yet: it stays.
  await turn(mine, /^Dispatcher/).setChecked(true, { force: true });
  for (const name of [/^Active/, /^Admin/]) await turn(theirs, name).setChecked(false, { force: true });
  await theirs.getByRole("textbox", { name: "Surname" }).fill("Moss");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(mine.getByRole("textbox", { name: "Surname" })).toHaveValue("Moss");
  await expect(turn(mine, /^Active/)).not.toBeChecked();
  await expect(turn(mine, /^Admin/)).not.toBeChecked();
  await expect(turn(mine, /^Dispatcher/)).toBeChecked();
  await mine.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 39");
  await mine.getByRole("button", { name: "Save" }).click();
  await expect(mine).toHaveCount(0);
  await page.goto(address);
  await expect(mine.getByRole("textbox", { name: "Phone" })).toHaveValue("+423 232 12 39");
  await expect(turn(mine, /^Active/)).not.toBeChecked();
  await expect(turn(mine, /^Admin/)).not.toBeChecked();
  await expect(turn(mine, /^Dispatcher/)).toBeChecked();
});

test("whoever saves one field of a member gives back no right that a colleague took away unseen", async ({
  openPage,
  page,
  signIn,
}) => {
  const email = "nora@invited.example";
  await signIn(page, "dispatcher");
  await invited(page, email, "Nora", ["Driver", "Admin"]);
  // Without scripts no news arrive: the form is as it was when its page was made.
  const unaware = await openPage({ javaScriptEnabled: false });
  await signIn(unaware, "super admin");
  for (const one of [page, unaware]) {
    await one.goto("company/team");
    await one.getByRole("link", { name: "Nora" }).first().click();
    await expect(one).toHaveURL(/dialog=edit-member/);
  }
  const address = page.url();
  const dialog = page.getByRole("dialog");
  const active = dialog.getByRole("switch", { name: /^Active/ });
  await active.setChecked(false, { force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await unaware.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 38");
  await unaware.getByRole("button", { name: "Save" }).click();
  await page.goto(address);
  await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveValue("+423 232 12 38");
  await expect(active).not.toBeChecked();
});

test("several members are invited at once, with and without scripts; who can't be is named before", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  await signIn(page, "dispatcher");
  const add = (name: string, email: string, sent = 0) =>
    post(page, "company/team", { intent: "member.create", name, surname: "Many", email, is_courier: 1, invite: sent });
  await add("Uma", "uma@invited.example");
  await add("Vic", "vic@invited.example", 1);
  await add("Wim", "");
  const row = (on: Page, name: string) => on.getByRole("row", { name: new RegExp(`${name} Many`) });
  const choose = async (on: Page, ...names: string[]) => {
    await on.goto("company/team?q=Many");
    for (const name of names) await on.getByRole("checkbox", { name: `Select ${name} Many` }).check();
    await on.getByRole("form", { name: "Selected members" }).getByRole("button", { name: "Invite" }).click();
  };
  const firstLink = await mailedLink(platform, "vic@invited.example");

  await test.step("the question says who gets an invitation, and why others get none", async () => {
    await choose(page, "Uma", "Vic", "Wim");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Send an invitation to 2 members?");
    await expect(question.getByRole("list", { name: "Selected" })).toHaveText("Uma ManyVic Many");
    await expect(question).toContainText("1 of them was invited before: a new link replaces the earlier one.");
    await expect(question).toContainText("1 member gets no invitation:Wim ManyE-mail is required for an invitation");
    await question.getByRole("button", { name: "Send 2 invitations" }).dblclick();
    await expect(page.getByRole("alert").filter({ hasText: "Invitations were sent" })).toContainText(
      "2 members invited.",
    );
    await expect(question).toBeHidden();
    await expect(row(page, "Uma")).toContainText("Waiting");
    await expect(row(page, "Wim")).toContainText("Not invited");
    // A double press sends each of them one.
    await mailedLink(platform, "uma@invited.example");
    await expect.poll(() => mailedLink(platform, "vic@invited.example")).not.toBe(firstLink);
    expect(platform.output().match(/Mail to uma@invited\.example: /g)).toHaveLength(1);
    expect(platform.output().match(/Mail to vic@invited\.example: /g)).toHaveLength(2);
    expect(await (await page.request.fetch(firstLink)).text()).toContain("This invitation has expired");
  });

  await test.step("without scripts, and where nobody can be invited there is nothing to send", async () => {
    const plain = await openPage({ javaScriptEnabled: false });
    await signIn(plain, "dispatcher");
    await add("Xen", "xen@invited.example");
    await choose(plain, "Xen", "Wim");
    await plain.getByRole("button", { name: "Send 1 invitation" }).click();
    await expect(plain.locator("noscript p", { hasText: "1 member invited." })).toBeVisible();
    await expect(plain).toHaveURL(/team\?q=Many$/);
    await expect(row(plain, "Xen")).toContainText("Waiting");
    await choose(plain, "Wim");
    const question = plain.getByRole("alertdialog");
    await expect(question).toContainText("Nobody can be invited.");
    await expect(question.getByRole("button", { name: /Send/ })).toHaveCount(0);
    await question.getByRole("link", { name: "Close" }).first().click();
    await expect(plain).toHaveURL(/team\?q=Many$/);
  });
});
