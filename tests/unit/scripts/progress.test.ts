import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { installedShare } from "../../../scripts/lib/install.mjs";
import { estimatedShare, progressLine, showProgress } from "../../../scripts/lib/progress.mjs";

describe("the line", () => {
  it("has a bar as long as the share, and the seconds", () => {
    expect(progressLine("Building", 0, 0, 80)).toBe("Building [------------------------] 0 s");
    expect(progressLine("Building", 0.5, 12_400, 80)).toBe("Building [############------------] 12 s");
    expect(progressLine("Building", 3, 1000, 80)).toBe("Building [########################] 1 s");
  });
  it.each([80, 40, 36, 30, 10, 1, 0])("fits into %i columns without wrapping", (columns) => {
    expect(
      progressLine("Installing packages, because nothing is installed yet", 0.3, 123_000, columns).length,
    ).toBeLessThanOrEqual(Math.max(columns - 1, 0));
  });
});

it("guesses from the usual time, always further and never done", () => {
  const shares = [0, 1000, 5000, 10_000, 60_000].map((elapsed) => estimatedShare(elapsed, 10_000));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(shares[3]).toBeCloseTo(0.8, 1);
  expect(shares.at(-1)).toBeLessThan(1);
});

describe("on a screen", () => {
  afterEach(() => vi.useRealTimers());
  const stream = (isTTY: boolean) => {
    const written: string[] = [];
    const target = { isTTY, columns: 60, write: (text: string) => written.push(text) > 0 };
    return { written, target: target as unknown as NodeJS.WritableStream };
  };

  it("draws again and again on one line, which is empty at the end", () => {
    vi.useFakeTimers();
    const { written, target } = stream(true);
    let share = 0.25;
    const stop = showProgress("Building", { expectedMs: 1000, share: () => share }, target);
    share = 1;
    vi.advanceTimersByTime(1000);
    stop();
    stop();
    vi.advanceTimersByTime(1000);
    expect(written[0]).toContain("Building [######------------------]");
    expect(written.length).toBe(7);
    for (const text of written) expect(text.startsWith("\r\x1b[2K")).toBe(true);
    expect(written.at(-2)).toContain(`[${"#".repeat(23)}-]`);
    expect(written.at(-1)).toBe("\r\x1b[2K");
  });

  it("writes nothing where there is no terminal", () => {
    vi.useFakeTimers();
    const { written, target } = stream(false);
    const stop = showProgress("Building", { expectedMs: 1000 }, target);
    vi.advanceTimersByTime(5000);
    stop();
    expect(written).toEqual([]);
  });
});

describe("how far an installation is", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "route-platform-install-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  it("counts the packages that are there", () => {
    writeFileSync(
      path.join(folder, "package-lock.json"),
      JSON.stringify({ packages: { "": {}, "node_modules/a": {}, "node_modules/@b/c": {} } }),
    );
    const share = installedShare(folder);
    expect(share()).toBe(0);
    for (const name of ["node_modules/a", "node_modules/@b/c"]) {
      mkdirSync(path.join(folder, name), { recursive: true });
      writeFileSync(path.join(folder, name, "package.json"), "{}");
    }
    expect(share()).toBeCloseTo(0.8);
  });
});
