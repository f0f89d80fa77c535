import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let folder = "";
let busy: net.Server;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "start-"));
  busy = net.createServer();
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => busy.close(resolve));
});

/** All of these are found before anything is installed or built, so the answer comes at once. */
const start = (env: Record<string, string>) => {
  const result = spawnSync(process.execPath, ["scripts/start.mjs"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", ...env },
    encoding: "utf8",
    timeout: 120_000,
  });
  return { code: result.status, lines: (result.stdout + result.stderr).trim().split("\n") };
};

it("refuses a port in use with one sentence that names it", async () => {
  const { port } = busy.address() as net.AddressInfo;
  const { code, lines } = start({ PORT: String(port) });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`Port ${port} is in use`);
});

it("refuses a data folder that cannot be written, by its name", () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  const { code, lines } = start({ DATA_DIR: file });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`The data folder ${file} cannot be written`);
});

it.each([
  ["PORT", "80a", "PORT must be a number"],
  ["HOST", "192.0.2.1", "HOST=192.0.2.1"],
])("refuses %s=%s", (name, value, sentence) => {
  const { code, lines } = start({ [name]: value });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(sentence);
});
