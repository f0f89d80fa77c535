import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface SiteRoute {
  /** as Remix calls it */
  id: string;
  /** below the base path, with `$name` for what varies */
  path: string;
  hasAction: boolean;
}

/** Every address of the site, read from the folders that make them, so that a new page is attacked as well. */
export function siteRoutes(): SiteRoute[] {
  return readdirSync(path.join(ROOT, "app/routes")).map((folder) => {
    const parts = folder.split(".").filter((part) => !part.startsWith("_"));
    const file = readdirSync(path.join(ROOT, "app/routes", folder)).find((name) => /^route\.tsx?$/.test(name));
    if (file === undefined) throw new Error(`app/routes/${folder} has no route file.`);
    const source = readFileSync(path.join(ROOT, "app/routes", folder, file), "utf8");
    return { id: `routes/${folder}`, path: parts.join("/"), hasAction: /export (?:const action|async function action|\{[^}]*\baction\b)/.test(source) };
  });
}

/** Every word that some form sends as its `intent`. */
export function siteIntents(): string[] {
  const found = new Set<string>();
  for (const file of readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(path.join(ROOT, "app", file), "utf8");
    for (const [, word] of source.matchAll(/case "([a-z][a-z-]+)":|intent [!=]== "([a-z-]+)"/g)) if (word !== undefined) found.add(word);
    for (const [, , word] of source.matchAll(/case "([a-z][a-z-]+)":|intent [!=]== "([a-z-]+)"/g)) if (word !== undefined) found.add(word);
  }
  return [...found].sort();
}
