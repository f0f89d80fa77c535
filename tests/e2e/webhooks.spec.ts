import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect, test } from "./fixtures";

test.use({ serverEnv: { WEBHOOKS_ALLOW_PRIVATE: "1" } });

test(
  "a webhook is added, tested, read in the log and disabled",
  { tag: "@screen" },
  async ({ page, signIn, browserErrors }, info) => {
    browserErrors.allow(/status of 422/);
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.end("thanks");
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const shot = async (name: string) => info.attach(name, { body: await page.screenshot(), contentType: "image/png" });
    try {
      await signIn(page, "super admin");
      await page.goto("company/api");
      await page.getByRole("link", { name: /^Webhooks:/ }).click();
      await expect(page.getByText("No webhooks")).toBeVisible();
      await page.getByRole("link", { name: "Add webhook" }).click();
      const form = page.getByRole("dialog", { name: "New webhook" });
      await form.getByLabel("URL").fill("ftp://example.com/");
      await form.getByRole("button", { name: "Add webhook" }).click();
      await expect(form.getByText("URL must begin with https://").first()).toBeVisible();
      await shot("refused");
      await form.getByLabel("URL").fill(url);
      await form.getByRole("button", { name: "Add webhook" }).click();
      const shown = page.getByRole("dialog", { name: "Secret" });
      const secret = (await shown.locator("pre").innerText()).trim();
      expect(secret).toMatch(/^whsec_/);
      await shot("secret");
      const done = shown.getByRole("link", { name: "Done" });
      const copy = (await shown.getByRole("button", { name: "Copy" }).boundingBox())!;
      // Beside each other, and not touching.
      expect((await done.boundingBox())!.x).toBeGreaterThan(copy.x + copy.width + 4);
      await done.click();

      await page.getByRole("button", { name: "Send test event" }).click();
      await expect.poll(() => received.length).toBe(1);
      const [{ body, headers }] = received as [(typeof received)[0]];
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });

      await expect
        .poll(async () => {
          await page.reload();
          return page.getByRole("row", { name: /webhook\.test.*Delivered/ }).count();
        })
        .toBe(1);
      for (const width of [1440, 1000, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await shot(`webhooks-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole("link", { name: "webhook.test" }).click();
      await expect(page.getByRole("dialog").getByText("thanks")).toBeVisible();
      await shot("delivery");
      await page.getByRole("button", { name: "Send again" }).click();
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]!.headers["webhook-id"]).toBe(headers["webhook-id"]);

      await page.getByRole("button", { name: "Disable" }).click();
      await expect(page.getByRole("button", { name: "Enable" })).toBeVisible();
      await page.getByRole("link", { name: "Remove" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await expect(page.getByText("No webhooks")).toBeVisible();
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a webhook is added, tested, given another secret and sent again; one that is gone shows everywhere", async ({
    page,
    signIn,
  }) => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(`${request.url} ${String(request.headers["webhook-id"])}`);
      response.statusCode = request.url === "/gone" ? 410 : 200;
      response.end("thanks");
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    try {
      await signIn(page, "super admin");
      await page.goto("company/api/webhooks?dialog=new-webhook");
      await page.getByLabel("URL").fill(`${origin}/hook`);
      await page.getByRole("button", { name: "Add webhook" }).click();
      await expect(page.locator("pre")).toContainText(/^whsec_/);
      const first = await page.locator("pre").innerText();
      await page.goto("company/api/webhooks");
      await page.getByRole("link", { name: "New secret" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
      await expect(page.locator("pre")).toContainText(/^whsec_/);
      expect(await page.locator("pre").innerText()).not.toBe(first);
      await page.goto("company/api/webhooks");
      await page.getByRole("button", { name: "Send test event" }).click();
      await expect.poll(() => received.length).toBe(1);
      const row = page.getByRole("row", { name: /webhook\.test.*Delivered/ });
      await expect
        .poll(async () => {
          await page.goto("company/api/webhooks");
          return row.count();
        })
        .toBe(1);
      await page.getByRole("link", { name: "webhook.test" }).click();
      await page.getByRole("button", { name: "Send again" }).click();
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]).toBe(received[0]);

      await page.goto("company/api/webhooks?dialog=new-webhook");
      await page.getByLabel("URL").fill(`${origin}/gone`);
      await page.getByRole("button", { name: "Add webhook" }).click();
      await page.goto("company/api/webhooks");
      await page.getByRole("button", { name: "Send test event" }).last().click();
      await expect
        .poll(async () => {
          await page.goto("company/general");
          return page.getByRole("status").filter({ hasText: "A webhook is disabled" }).count();
        })
        .toBe(1);
      await page.getByRole("link", { name: "Look at it" }).click();
      await expect(page.getByText(/Disabled: the address is gone/)).toBeVisible();
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });
});
