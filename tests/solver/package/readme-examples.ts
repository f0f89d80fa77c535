import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ErrorCode, readVroom } from "solver/index";
import type { Options } from "solver/index";
import type { Installed } from "../helpers/packed";
import { packageReadme, readmeExamples, tableRows } from "../helpers/package-readme";

/** A line each for the compiler: an option that is new here is missing in the README. */
const OPTIONS: Record<keyof Options, true> = {
  timeLimitMs: true,
  iterationLimit: true,
  exploration: true,
  threads: true,
  seed: true,
  stopFlag: true,
  onProgress: true,
  warmStart: true,
  changeBudget: true,
  alternatives: true,
  now: true,
};

/** Examples that Node runs; those for browsers run in one (tests/e2e/solver-package.spec.ts). */
const SAID_IN_WORDS: Readonly<Record<string, string>> = { "main.mjs": "done: 120\n" };

/** Of the two kinds of JSON: the other one is the travel of a profile. */
const isProblem = ({ language, text }: { readonly language: string; readonly text: string }): boolean =>
  language === "json" && text.includes('"vehicles"');

/** The README's examples, run with the installed package. */
export function describeReadme(installed: () => Installed): void {
  const examples = readmeExamples();
  const named = examples.filter(({ name }) => name?.endsWith(".mjs"));
  const save = (): void => {
    for (const { language, name, text } of examples) {
      const file = name ?? (isProblem({ language, text }) ? "problem.json" : null);
      if (file !== null) writeFileSync(join(installed().folder, file), text);
    }
  };
  const run = (file: string, ...args: string[]): string =>
    execFileSync(file, args, { cwd: installed().folder, encoding: "utf8" });

  describe("README.md", () => {
    it("has an example of each kind, and each says what it prints", () => {
      expect(named.map(({ name }) => name)).toEqual([
        "first.mjs",
        "worker.mjs",
        "main.mjs",
        "given.mjs",
        "again.mjs",
        "vroom.mjs",
      ]);
      const silent = named.filter(({ name, prints }) => prints === null && SAID_IN_WORDS[name!] === undefined);
      expect(silent.map(({ name }) => name)).toEqual(["worker.mjs"]);
    });

    it.each(named.filter(({ name }) => name !== "worker.mjs"))("$name prints what it says", ({ name, prints }) => {
      save();
      expect(run("node", name!)).toBe(prints ?? SAID_IN_WORDS[name!]);
      if (prints === null) expect(packageReadme).toContain(`prints \`${SAID_IN_WORDS[name!].trim()}\``);
    });

    it("the command line solves the problem that it shows", () => {
      save();
      const command = examples.find(({ text }) => text.startsWith("npx route-solver"))!.text;
      expect(run("sh", "-c", command)).toBe("");
      const solution = JSON.parse(readFileSync(join(installed().folder, "solution.json"), "utf8")) as unknown;
      expect(solution).toMatchObject({ code: 0, summary: { cost: 1900, unassigned: 0 } });
    });

    it("each form of travel that it shows is read", () => {
      const forms = examples.filter((example) => example.language === "json" && !isProblem(example));
      const kinds = forms.map(({ text }) => {
        const car: unknown = JSON.parse(text);
        const vehicles = [{ id: 1, start_index: 0 }];
        return readVroom({ vehicles, jobs: [{ id: 1, location_index: 2 }], matrices: { car } }).problem.matrices.car!
          .kind;
      });
      expect(kinds).toEqual(["points", "sparse"]);
    });

    it("lists all options, and all numbers of errors with their names", () => {
      const options = tableRows(/^[a-z]\w+$/).map(([name]) => name);
      expect(options.filter((name) => name in OPTIONS).sort()).toEqual(Object.keys(OPTIONS).sort());
      const errors = tableRows(/^\d+$/).map(([number, name]) => [name, Number(number)]);
      expect(Object.fromEntries(errors)).toEqual(ErrorCode);
    });

    it("the command says the version of the package, which the changelog begins with", () => {
      const { version } = JSON.parse(
        readFileSync(join(installed().folder, "node_modules/route-solver/package.json"), "utf8"),
      ) as { version: string };
      expect(run("node_modules/.bin/route-solver", "--version")).toBe(`${version}\n`);
      const changelog = readFileSync(join(installed().folder, "node_modules/route-solver/CHANGELOG.md"), "utf8");
      expect(/^## (.+)$/m.exec(changelog)?.[1]).toBe(version);
    });

    it("the help lists every option of the usage", () => {
      const help = run("node_modules/.bin/route-solver", "--help");
      const [usage, ...list] = help.split("\n\n");
      const options = usage.match(/--[\w-]+/g)!;
      expect(options.length).toBeGreaterThan(5);
      expect(options.filter((option) => !list.join("\n").includes(`${option} `))).toEqual([]);
    });
  });
}
