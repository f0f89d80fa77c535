import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Spreadsheets, the solver's files and the sample of an import are metric for everybody, and say so. */
const METRIC = new Set([
  "app/features/dashboard/queries/figures-file.server.ts",
  "app/features/calculations/queries/list-calculations.server.ts",
  "app/features/exports/calculation-tables.ts",
  "app/features/exports/plan-tables.ts",
  "app/features/imports/read-sample.ts",
  // The choice itself.
  "app/features/profile/components/preferences-panels.tsx",
  // Of the platform's own, as its figures are.
  "app/features/admin/components/generator.tsx",
  // Reads the choice from the page.
  "app/clients/driver/page.ts",
  // Names fields of the API.
  "app/features/formats/routific-schema.ts",
  "app/features/resources/schemas.ts",
]);
const FOLDERS = ["app/features", "app/routes", "app/ui", "app/clients", "app/planner"];
const WORDS = /\b(?:km|kg|kilometres?|kilograms?|miles?|lbs?|pounds?)\b/i;
/** What is written: strings, templates and text between tags; not comments. */
const WRITTEN = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}=;]+</g;

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
/** The parts of a template that are code: formatDistance(km, units). */
const withoutCode = (words: string): string => words.replace(/\$\{[^{}]*\}/g, "");

const unitWords = (file: string): string[] =>
  [...withoutComments(readFileSync(file, "utf8")).matchAll(WRITTEN)]
    .map(([words]) => withoutCode(words))
    .filter((words) => WORDS.test(words));

it("screens name units of distance and weight through the reader's choice alone", () => {
  const named = FOLDERS.flatMap(files)
    .filter((file) => !METRIC.has(file))
    .flatMap((file) => unitWords(file).map((words) => `${file}: ${words}`));
  expect(named).toEqual([]);
});
