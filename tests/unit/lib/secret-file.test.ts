import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SHORTEST_SECRET } from "~/env.server";
import { secretFromFile } from "~/lib/secret-file.server";

// why: no test can fill the disk, or cut the power, between two calls of the file system.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, writeFileSync: vi.fn(real.writeFileSync), fsyncSync: vi.fn(real.fsyncSync) };
});
const { writeFileSync, fsyncSync } = await import("node:fs");

const NAME = "session-secret";
let folder = "";
beforeEach(() => void (folder = fs.mkdtempSync(path.join(tmpdir(), "route-platform-secret-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const read = () => secretFromFile(folder, NAME, SHORTEST_SECRET);

it("a secret is made once, for this user alone", () => {
  const made = read();
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(read()).toBe(made);
  expect(fs.readdirSync(folder)).toEqual([NAME]);
  expect(fs.statSync(path.join(folder, NAME)).mode & 0o777).toBe(0o600);
});

it("a disk that is full leaves no empty secret, and the next start makes a whole one", () => {
  vi.mocked(writeFileSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  expect(read).toThrow(/^The secret .*session-secret cannot be made: ENOSPC.*Make room/);
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(read()).toMatch(/^[0-9a-f]{64}$/);
});

it("the secret is on the disk before it gets its name, and its folder after that", () => {
  const seen: string[] = [];
  const sync = vi.mocked(fsyncSync).getMockImplementation()!;
  vi.mocked(fsyncSync).mockImplementation((descriptor) => {
    const state = fs.fstatSync(descriptor);
    seen.push(`${state.isDirectory() ? "folder" : `file of ${state.size}`}: ${fs.existsSync(path.join(folder, NAME))}`);
    sync(descriptor);
  });
  read();
  vi.mocked(fsyncSync).mockImplementation(sync);
  expect(seen).toEqual(["file of 64: false", "folder: true"]);
});

it("of two processes that make it at once, both go on with the first one's", () => {
  const first = "f".repeat(64);
  const write = vi.mocked(writeFileSync).getMockImplementation()!;
  vi.mocked(writeFileSync).mockImplementationOnce((file, text) => {
    write(path.join(folder, NAME), first);
    write(file, text);
  });
  expect(read()).toBe(first);
  expect(fs.readdirSync(folder)).toEqual([NAME]);
});

it.each(["", "\n", "0123456789abcde\n", " own secret text\n\n\n", "\u00ff".repeat(7)])(
  "a file that holds %j is refused, and stays",
  (text) => {
    fs.writeFileSync(path.join(folder, NAME), text);
    expect(read).toThrow(/session-secret has fewer than 16 characters\. Put the file back from a backup, or remove it/);
    expect(fs.readFileSync(path.join(folder, NAME), "utf8")).toBe(text);
  },
);

it("bytes that are no text count once each", () => {
  fs.writeFileSync(path.join(folder, NAME), Buffer.alloc(15, 0xff));
  expect(read).toThrow("has fewer than 16 characters");
});

it.each([16, 20, 31])(
  "what looks like half a secret of this program (%i) is refused, with what keeps all",
  (length) => {
    fs.writeFileSync(path.join(folder, NAME), "0123456789abcdef0123456789abcdef".slice(0, length));
    expect(read).toThrow(
      /looks like a part of one.* If you wrote it yourself, set SESSION_SECRET to it: nothing is lost\./,
    );
  },
);

it.each([
  "own secret text.",
  "a sentence that nobody guesses.",
  "0123456789ABCDEF",
  "0123456789abcdef0123456789abcdef",
])("%j, which somebody wrote there, goes on", (text) => {
  fs.writeFileSync(path.join(folder, NAME), `${text}\n`);
  expect(read()).toBe(text);
});

it("random bytes that somebody put there go on, and are the same after each start", () => {
  // Read as a text, they are 20 characters.
  const bytes = Buffer.concat([Buffer.alloc(14, 0xc3), Buffer.from("e0a4b9".repeat(6), "hex")]);
  expect([bytes.length, bytes.toString("utf8").length]).toEqual([32, 20]);
  fs.writeFileSync(path.join(folder, NAME), bytes);
  expect(read()).toBe(bytes.toString("utf8"));
  expect(read()).toBe(bytes.toString("utf8"));
});
