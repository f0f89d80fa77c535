import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "./fixtures";
import { makeKey } from "./make-key";

/** The commands of a document, one script as a reader types them. */
const commandsOf = (file: string): string =>
  [...readFileSync(file, "utf8").matchAll(/```sh\n([^]*?)```/g)].map(([, commands]) => commands).join("\n");

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

async function runDocument(file: string, KEY: string, { url }: { url: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), "api-document-"));
  return run(commandsOf(file), { BASE: new URL("api", url).href, KEY }, folder).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

test("the commands of docs/from-elsewhere.md get answers as VROOM and Routific give them", async ({
  page,
  platform,
  signIn,
}) => {
  await signIn(page, "super admin");
  const { code, output } = await runDocument("docs/from-elsewhere.md", await makeKey(page), platform);
  expect([code, output]).toEqual([0, expect.stringMatching(/job \d+ is finished/)]);
  for (const said of ['"code":0', '"geometry":"', '"cost":1900', '"status":"success"', '"location_id":"order_3"'])
    expect(output).toContain(said);
  expect(output).toContain('{"error":"options.min_visits_per_vehicle: A least number of visits is not calculated');
});

test("the commands of docs/api.md lead from a key to an approved route", async ({ page, platform, signIn }) => {
  await signIn(page, "super admin");
  const { code, output } = await runDocument("docs/api.md", await makeKey(page), platform);
  expect([code, output]).toEqual([0, expect.stringContaining('"status":3\n"is_locked":1')]);
  for (const said of ['"external_id":"order-1"', '"name":"Bakery"', '"name":"Dairy"', '"name":"School"', "is done"])
    expect(output).toContain(said);
  expect(output.match(/"arrival_time":"\d{4}-/g)?.length).toBeGreaterThanOrEqual(3);

  await page.goto("planning");
  await page.getByRole("link", { name: "By API" }).click();
  await expect(page.getByRole("row", { name: /^Unfold Van .*Scheduled.*3 visits/ })).toBeVisible();
});
