import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const packageReadme = readFileSync(fileURLToPath(new URL("../../../solver/README.md", import.meta.url)), "utf8");

export interface Example {
  /** Of the code block: js, json, sh. */
  readonly language: string;
  /** Named in its first line; null without a name. */
  readonly name: string | null;
  readonly text: string;
  /** What the README says that it prints: the text block behind it, before the next example. */
  readonly prints: string | null;
}

const BLOCK = /```(\w+)\n(.*?)```/gs;

/** The code blocks of the package's README, in order. */
export function readmeExamples(): Example[] {
  const examples: Example[] = [];
  for (const [, language, text] of packageReadme.matchAll(BLOCK)) {
    if (language === "text") examples.push({ ...examples.pop()!, prints: text });
    else examples.push({ language, name: /^\/\/ (\S+)\n/.exec(text)?.[1] ?? null, text, prints: null });
  }
  return examples;
}

/** Cells of the README's tables whose first cell is what the pattern says, without the marks of code. */
export function tableRows(first: RegExp): string[][] {
  return packageReadme
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim().replace(/^`(\w+)`$/, "$1")),
    )
    .filter(([cell]) => first.test(cell));
}
