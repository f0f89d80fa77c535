import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "./fixtures";

/** The commands of docs/api.md, one script as a reader types them. */
const COMMANDS = [...readFileSync("docs/api.md", "utf8").matchAll(/```sh\n([^]*?)```/g)]
  .map(([, commands]) => commands)
  .join("\n");

/** What a shell makes of them: it ends with the first one that fails. */
function run(
  script: string,
  environment: Record<string, string>,
  folder: string,
): Promise<{ code: number; output: string }> {
  const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (piece: Buffer) => (output += piece.toString()));
  return new Promise((resolve) => shell.on("close", (code) => resolve({ code: code ?? -1, output })));
}

test("the commands of docs/api.md lead from a key to an approved route", async ({ page, platform, signIn }) => {
  await signIn(page, "super admin");
  await page.goto("company/api?dialog=regenerate-key");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make the key" }).click();
  await page.getByText("Show the key").click();
  const key = (await page.locator("section", { hasText: "Company key" }).locator("code").innerText()).trim();

  const folder = mkdtempSync(path.join(tmpdir(), "api-document-"));
  const { code, output } = await run(COMMANDS, { BASE: new URL("api", platform.url).href, KEY: key }, folder).finally(
    () => rmSync(folder, { recursive: true, force: true }),
  );
  expect([code, output]).toEqual([0, expect.stringContaining('"status":3\n"is_locked":1')]);
  for (const said of ['"external_id":"order-1"', '"name":"Bakery"', '"name":"Dairy"', '"name":"School"', "is done"])
    expect(output).toContain(said);
  expect(output.match(/"arrival_time":"\d{4}-/g)?.length).toBeGreaterThanOrEqual(3);

  await page.goto("planning");
  await page.getByRole("link", { name: "By API" }).click();
  await expect(page.getByRole("row", { name: /^Unfold Van .*Scheduled.*3 visits/ })).toBeVisible();
});
