import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The project's sources by their paths from its root. */
export type Sources = ReadonlyMap<string, string>;

const FOLDERS = ["app", "solver", "migrations", "scripts", "tests"];
const NO_SOURCE = /(?:^|\/)node_modules\/|^solver\/dist\/|^tests\/fixtures\/api-client\//;

export function projectSources(): Sources {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
  ).filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !NO_SOURCE.test(file));
  return new Map([...files, "server.ts"].map((file) => [file, readFileSync(file, "utf8")]));
}

/** Whose exports Remix, Knex or Node read, or who offer them to other projects. */
const READ_FROM_OUTSIDE: readonly RegExp[] = [
  /^app\/(?:routes\/|root\.tsx|entry\.)/,
  /^migrations\/\d/,
  /^solver\/(?:index\.ts|contract\/public\.ts)/,
  /^server\.ts/,
  /\.(?:worker|d)\.ts$/,
];

const IMPORT = /^(?:import|export)\s+(?:type\s+)?([^"';]*?)\s*from\s+"([^"]+)"/gm;
const WHOLE_MODULE = /import\(\s*"([^"]+)"\s*\)/g;
const DECLARED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type |const )?\{([^}]*)\}/gm;
const COMMENTS = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** "a", "type b as c": which names it takes from a module, or gives to others. */
const namesIn = (list: string, side: "taken" | "given"): string[] =>
  list.split(",").flatMap((part) => {
    const [name, as = name] = part
      .trim()
      .replace(/^type\s+/, "")
      .split(/\s+as\s+|\s*:\s*/);
    return (side === "taken" ? name : as) || [];
  });

function resolved(sources: Sources, from: string, asked: string): string | undefined {
  const base = asked.startsWith("~/")
    ? `app/${asked.slice(2)}`
    : asked.startsWith(".")
      ? path.posix.join(path.posix.dirname(from), asked)
      : asked;
  return ["", ".ts", ".tsx", "/index.ts"].map((ending) => base + ending).find((file) => sources.has(file));
}

/** `file name` of an export, or `file *` where a module is taken as a whole, and who takes it. */
function uses(sources: Sources): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const note = (from: string, asked: string, names: readonly string[]) => {
    const to = resolved(sources, from, asked);
    for (const name of to === undefined ? [] : names) {
      const key = `${to} ${name}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, [from]);
      else known.push(from);
    }
  };
  for (const [file, text] of sources) {
    for (const [, what = "", asked = ""] of text.matchAll(IMPORT))
      note(file, asked, what.includes("*") ? ["*"] : namesIn(/\{([^}]*)\}/.exec(what)?.[1] ?? "", "taken"));
    for (const [, asked = ""] of text.matchAll(WHOLE_MODULE)) note(file, asked, ["*"]);
  }
  return found;
}

/**
 * Exports of the program that no other file of the program takes: `file name`.
 * @returns those that nothing uses, those that tests alone use, and those that only their own file uses
 */
export function deadExports(sources: Sources): { unused: string[]; ofTests: string[]; inFile: string[] } {
  const known = uses(sources);
  const dead = { unused: [] as string[], ofTests: [] as string[], inFile: [] as string[] };
  for (const [file, text] of sources) {
    if (/^(?:tests|scripts)\//.test(file) || READ_FROM_OUTSIDE.some((one) => one.test(file))) continue;
    const names = [
      ...[...text.matchAll(DECLARED)].map(([, name = ""]) => name),
      ...[...text.matchAll(LISTED)].flatMap(([, list = ""]) => namesIn(list, "given")),
    ];
    const code = text.replace(COMMENTS, "");
    for (const name of names) {
      const users = [...(known.get(`${file} ${name}`) ?? []), ...(known.get(`${file} *`) ?? [])];
      if (users.some((user) => !user.startsWith("tests/"))) continue;
      // Beside its declaration; a property of that name is no use.
      const inFile = code.match(new RegExp(`(?<!\\w|\\$|(?<!\\.\\.)\\.)${name}(?![\\w$])`, "g")) ?? [];
      const kind = inFile.length > 1 ? (users.length > 0 ? null : "inFile") : users.length > 0 ? "ofTests" : "unused";
      if (kind !== null) dead[kind].push(`${file} ${name}`);
    }
  }
  return dead;
}
