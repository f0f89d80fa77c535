import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENT, specificationDocument } from "../specification/document";
import { SPECIFICATION_ROWS } from "../specification/index";
import { MISSING } from "../specification/missing";
import { ROOT, scanTests, scanText } from "../specification/scan";

const IDS = SPECIFICATION_ROWS.map(({ id }) => id);
const { tests, stray } = scanTests();
const held = new Set(tests.flatMap(({ rows }) => rows));

describe("the specification", () => {
  it("has rows with ids of their own, in the order of its text", () => {
    const order = (id: string) => {
      const [, prefix, section, number] = /^(PC|AA)-(\d)\.(\d+)$/.exec(id) ?? [];
      return (prefix === "PC" ? 0 : 1e6) + Number(section) * 1e4 + Number(number);
    };
    const places = IDS.map(order);
    expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
    expect(IDS.length).toBeGreaterThan(600);
  });

  it("has a test for each row that is not listed as missing", () => {
    expect(IDS.filter((id) => !held.has(id) && !(id in MISSING))).toEqual([]);
  });

  it("lists as missing what exists and has no test, each with a reason", () => {
    const listed = Object.entries(MISSING);
    expect(listed.filter(([id, reason]) => !IDS.includes(id) || held.has(id) || reason.length < 10)).toEqual([]);
  });

  it("is named by tags that stand directly above a test and name a row", () => {
    expect(stray).toEqual([]);
    expect([...held].filter((id) => !IDS.includes(id))).toEqual([]);
  });

  it("names the decision where the product differs on purpose", () => {
    const decisions = readdirSync(path.join(ROOT, "docs/decisions"));
    const faults = SPECIFICATION_ROWS.filter(({ differs }) => {
      const number = /^decision (\d{3}): ./.exec(differs ?? "")?.[1];
      return differs !== undefined && !decisions.some((file) => number !== undefined && file.startsWith(`${number}-`));
    });
    expect(faults).toEqual([]);
  });

  it("is in the document as it is now: npm run specification writes it", () => {
    const file = path.join(ROOT, DOCUMENT);
    const written = existsSync(file) ? readFileSync(file, "utf8") : "";
    // One line that differs says more than two documents.
    const now = specificationDocument(SPECIFICATION_ROWS, tests, MISSING).split("\n");
    expect(written.split("\n").filter((line) => !now.includes(line))).toEqual([]);
    expect(now.filter((line) => !written.includes(line))).toEqual([]);
    expect(now.join("\n") === written).toBe(true);
  });
});

describe("a tag", () => {
  const read = (...lines: string[]) => scanText("tests/a.test.ts", lines.join("\n"));
  // Put together, so that these texts are no tags of this file.
  const BEGIN = ["//", "@spec"].join(" ");
  const TAG = `${BEGIN} PC-1.01 AA-2.03`;

  it.each([
    ["it('is', () => {});", "is"],
    ["test(`is`, async () => {});", "is"],
    ["it(`is ${1}`, () => {});", "is ${1}"],
    ["it.each([1, 2])('is %i', () => {});", "is %i"],
    ["it.skipIf(true).each([1])('is %i', () => {});", "is %i"],
    ["describe.each(databases())('on $name', () => {});", "on $name"],
    ["test.describe('group', () => {});", "group"],
    [`for (const a of b)\n  ${BEGIN} PC-1.02\n  it('is', () => {});`, "is", ["PC-1.02"]],
  ])("belongs to the test under it: %s", (code, title, rows = ["PC-1.01", "AA-2.03"]) => {
    const found = rows.length === 1 ? read(code) : read(TAG, code);
    expect(found).toEqual({ tests: [{ file: "tests/a.test.ts", title, rows }], stray: [] });
  });

  it("may take several lines, with other comments among them", () => {
    const found = read(TAG, "// It is so.", `${BEGIN} PC-3.01`, "it('is', () => {});");
    expect(found.tests[0]?.rows).toEqual(["PC-1.01", "AA-2.03", "PC-3.01"]);
  });

  it.each([
    ["with a blank line between", [TAG, "", "it('is', () => {});"]],
    ["above something else", [TAG, "const it = 1;"]],
    ["above a test with a title that nobody can read", [TAG, "it(title, () => {});"]],
    ["in another form", [`${BEGIN} PC-1.01, PC-1.02`, "it('is', () => {});"]],
    ["behind code", [`call(); ${BEGIN} PC-1.01`, "it('is', () => {});"]],
  ])("that stands %s is told by its line", (_, lines) => {
    expect(read(...lines)).toEqual({ tests: [], stray: ["tests/a.test.ts:1"] });
  });
});
