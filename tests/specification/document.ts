import type { SpecificationRow } from "./row";
import type { TaggedTest } from "./scan";

/** Where the document lies; links lead from its folder. */
export const DOCUMENT = "docs/specification.md";

const TITLES: Readonly<Record<string, string>> = {
  PC: "Planning core",
  AA: "Accounts and administration",
};
const SECTIONS: readonly string[] = [
  "What the product does and for whom",
  "Screens and routes",
  "Entities and their fields",
  "States and transitions",
  "Validation rules",
  "Roles and permissions",
  "The calls it makes",
  "Error catalogue",
  "Business constants and limits",
];

/** The rows that a test holds, and those that none does, as a Markdown document. */
export function specificationDocument(
  rows: readonly SpecificationRow[],
  tests: readonly TaggedTest[],
  missing: Readonly<Record<string, string>>,
): string {
  const holders = testsByRow(tests);
  const held = rows.filter(({ id }) => holders.has(id)).length;
  const differing = rows.filter(({ differs }) => differs !== undefined).length;
  const missingCount = Object.keys(missing).length;
  const parts = [
    "<!-- Written by npm run specification from tests/specification and the tags of the tests. -->",
    "# The specification and the tests that hold it",
    [
      "Each row is one statement of the specification: a path, a screen, a call, a rule, a message, a constant,",
      "a field or a right. A test says with a comment above it, such as `// @spec PC-4.015`, that it fails when",
      "the product does otherwise. `tests/unit/specification.test.ts` fails when a row has no test, when a tag",
      "names no row, and when this document is out of date; `npm run specification` writes it",
      "([decision 099](decisions/099-specification-held-by-tests.md)).",
    ].join("\n"),
    `${rows.length} rows: ${held} held by tests (${differing} of them differ on purpose), ${missingCount} missing.`,
    ...missingPart(rows, missing),
  ];

  for (const [prefix, title] of Object.entries(TITLES)) {
    parts.push(`## ${title}`);
    for (const [index, section] of SECTIONS.entries()) {
      const inSection = rows.filter(({ id }) => id.startsWith(`${prefix}-${index + 1}.`));
      if (inSection.length === 0) continue;
      parts.push(`### ${prefix} ${index + 1}: ${section}`, table(inSection, holders, missing));
    }
  }
  return `${parts.join("\n\n")}\n`;
}

function missingPart(rows: readonly SpecificationRow[], missing: Readonly<Record<string, string>>): string[] {
  const lines = rows.filter(({ id }) => id in missing).map(({ id, text }) => `- ${id} ${escaped(text)} ${missing[id]}`);
  return lines.length === 0 ? [] : ["## Missing", lines.join("\n")];
}

function table(
  rows: readonly SpecificationRow[],
  holders: ReadonlyMap<string, readonly TaggedTest[]>,
  missing: Readonly<Record<string, string>>,
): string {
  const lines = rows.map((row) => {
    const also = row.also ? ` (also ${row.also.join(", ")})` : "";
    const differs = row.differs ? `<br>*Differs: ${escaped(row.differs)}*` : "";
    const tests = (holders.get(row.id) ?? []).map(link).join("<br>");
    const holds = tests || `**missing:** ${missing[row.id]}`;
    return `| ${row.id} | ${row.kind} | ${escaped(row.text)}${also}${differs} | ${holds} |`;
  });
  return ["| row | kind | what it says | held by |", "|---|---|---|---|", ...lines].join("\n");
}

function testsByRow(tests: readonly TaggedTest[]): Map<string, TaggedTest[]> {
  const found = new Map<string, TaggedTest[]>();
  for (const test of tests) for (const row of new Set(test.rows)) found.set(row, [...(found.get(row) ?? []), test]);
  return found;
}

function link({ file, title }: TaggedTest): string {
  return `[${escaped(`${file.replace("tests/", "")} › ${title}`)}](../${file})`;
}

/** Text that Markdown shows as it is, within a cell of a table. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#$]/g, (sign) => `\\${sign}`).replaceAll("\n", " ");
}
