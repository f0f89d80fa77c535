import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { loadModule } from "~/lib/load-module";

const ADDRESS = "https://site.example/build";
/** What Firefox answers each import with, once one has failed. */
const keptFailure =
  (address = ADDRESS) =>
  () =>
    Promise.reject<object>(new TypeError(`error loading dynamically imported module: ${address}`));

describe("a module of its own file", () => {
  it("comes as the browser loads it", async () => {
    const importAt = vi.fn();
    const module = { part: 1 };
    expect(await loadModule(() => Promise.resolve(module), importAt)).toBe(module);
    expect(importAt).not.toHaveBeenCalled();
  });

  it("is asked for under other addresses while the browser keeps a failure, until it has come", async () => {
    const load = keptFailure(`${ADDRESS}/until`);
    const asked: string[] = [];
    const module = { part: 1 };
    let isReachable = false;
    const importAt = (address: string) => {
      asked.push(address);
      return isReachable ? Promise.resolve(module) : Promise.reject(new TypeError("no network"));
    };
    await expect(loadModule(load, importAt)).rejects.toThrow("no network");
    isReachable = true;
    expect(await loadModule(load, importAt)).toBe(module);
    expect(await loadModule(load, importAt)).toBe(module);
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(2);
    for (const address of asked) expect(address).toContain(`${ADDRESS}/until?again=`);
  });

  it("is one module for two who ask at the same time", async () => {
    const load = keptFailure(`${ADDRESS}/twice`);
    const importAt = vi.fn(() => Promise.resolve({ part: 1 }));
    const [one, other] = await Promise.all([loadModule(load, importAt), loadModule(load, importAt)]);
    expect(one).toBe(other);
    expect(importAt).toHaveBeenCalledTimes(1);
  });

  it("fails as its browser says where that asks again by itself, or where the module is at fault", async () => {
    const importAt = vi.fn();
    for (const error of [
      new TypeError(`Failed to fetch dynamically imported module: ${ADDRESS}`),
      new TypeError("Importing a module script failed."),
      new Error("The part can't start."),
    ])
      await expect(loadModule(() => Promise.reject(error), importAt)).rejects.toBe(error);
    expect(importAt).not.toHaveBeenCalled();
  });
});

/** Only the server has these: what an adapter loads, it loads from its own disk. */
const isServers = (file: string): boolean => /\.server\.tsx?$/.test(file) || file.startsWith("app/services/");

it("is how pages load every file of their own that has a name", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join("app", name))
    .filter((file) => !isServers(file));
  const loaded = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/.*[^f] ?\bimport\("([^"]+)"\).*/g)]
      .filter(([line]) => !line.includes("typeof import("))
      .map(([line, name]) => ({ name, file, again: line.includes("loadModule(() => import(") })),
  );
  expect(loaded.map(({ name }) => name)).toContain("ol/source/Google.js");
  expect(loaded.filter(({ again }) => !again)).toEqual([]);
});
