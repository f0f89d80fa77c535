import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures";

/** What a chat does: it reads who it is for, draws itself, and talks to where it comes from. */
const WIDGET = `(async () => {
  const origin = new URL(document.currentScript.src).origin;
  const box = document.createElement("aside");
  box.setAttribute("aria-label", "Chat");
  box.textContent = JSON.stringify(window.helpChat.user) + await (await fetch(origin + "/hello")).text();
  document.body.append(box);
})()`;

const asked: string[] = [];
let server: Server | undefined;
async function chatOrigin(): Promise<string> {
  server ??= createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Content-Type", request.url === "/hello" ? "text/plain" : "text/javascript");
    response.end(request.url === "/hello" ? " hello" : WIDGET);
  }).listen(0, "127.0.0.1");
  if (!server.listening) await new Promise((listening) => server?.once("listening", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const test = base.extend({
  serverEnv: async ({}, provide) => provide({ HELP_CHAT_SCRIPT_URL: `${await chatOrigin()}/widget.js` }),
});
test.afterAll(() => server?.close());
test.beforeEach(() => void asked.splice(0));

const chat = (page: Page) => page.getByRole("complementary", { name: "Chat" });
const policyOf = async (page: Page, path: string) => (await page.goto(path))?.headers()["content-security-policy"];

// @spec AA-1.07
test("the help chat is loaded for who has agreed, is told who they are, and goes when they take it back", async ({
  page,
  openPage,
  signIn,
}) => {
  const origin = await chatOrigin();
  await signIn(page, "dispatcher");
  expect(await policyOf(page, "planning")).not.toContain(origin);
  expect(asked).toEqual([]);

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Help chat" }).click();
  await expect(page.locator("section").filter({ hasText: "is told your e-mail, name, user id, phone" })).toContainText(
    new URL(origin).host,
  );
  await page.getByRole("button", { name: "Agree, and load the help chat" }).click();
  await expect(chat(page)).toContainText("hello");
  const told = JSON.parse((await chat(page).textContent())!.replace(/ hello$/, "")) as object;
  expect(told).toMatchObject({ email: "dispatcher@demo.example" });
  expect(told).toMatchObject({ company: { title: "Demo Deliveries" } });
  expect(Object.keys(told).sort()).toEqual(["company", "email", "id", "name", "phone"]);
  expect(await policyOf(page, "planning")).toContain(`script-src 'self' `);
  await expect(chat(page)).toContainText("hello");

  // Nobody else, and not where nobody signs in.
  asked.splice(0);
  const driver = await openPage();
  await signIn(driver, "driver");
  expect(await policyOf(driver, "driver")).not.toContain(origin);
  expect(await policyOf(page, "about-us")).not.toContain(origin);
  expect(asked).toEqual([]);

  await page.goto("profile");
  await page.getByRole("button", { name: "Take consent back" }).click();
  await expect(page.getByRole("button", { name: "Agree, and load the help chat" })).toBeVisible();
  expect(await policyOf(page, "planning")).not.toContain(origin);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(chat(page)).toHaveCount(0);
});

test("a driver who has agreed to it has none on the pages of the road", async ({ page, signIn }) => {
  const origin = await chatOrigin();
  await signIn(page, "driver");
  await page.goto("profile");
  await page.getByRole("button", { name: "Agree, and load the help chat" }).click();
  await expect(chat(page)).toContainText("hello");
  asked.splice(0);
  expect(await policyOf(page, "driver")).not.toContain(origin);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});
