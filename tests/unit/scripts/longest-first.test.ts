import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { LONGEST, LongestFirst } from "../../setup/longest-first";

const ROOT = path.resolve(import.meta.dirname, "../../..");

describe("the order of files of tests", () => {
  it("names files that are there", () => {
    expect(LONGEST.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it("begins with the long ones of the list, in its order, and leaves the others as they were", async () => {
    const others = ["tests/integration/access/foreign-ids.test.ts", "tests/integration/actions/registry.test.ts"];
    const context = {
      config: { root: ROOT, sequence: {} },
      cache: { getFileTestResults: () => undefined, getFileStats: () => undefined },
    } as unknown as Vitest;
    const specification = (file: string) => ({
      moduleId: path.join(ROOT, file),
      project: { config: { sequence: { groupOrder: 0 } } },
    });
    const files = [...others, ...[...LONGEST].reverse()].map(specification) as unknown as TestSpecification[];
    const sorted = await new LongestFirst(context).sort(files);
    expect(sorted.map(({ moduleId }) => path.relative(ROOT, moduleId))).toEqual([...LONGEST, ...others]);
  });
});
