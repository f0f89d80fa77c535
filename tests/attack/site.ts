import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { REGISTRY } from "~/features/actions.server";
import { DRIVER_REPORTS } from "~/features/driver/actions.server";
import type { Target } from "./target";

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
    return {
      id: `routes/${folder}`,
      path: parts.join("/"),
      hasAction: /export (?:const action|async function action|\{[^}]*\baction\b)/.test(source),
    };
  });
}

/** Every word that some form sends as its `intent`: the registry's names, and the driver's own words. */
export const siteIntents = (): string[] => [...Object.keys(REGISTRY), ...Object.keys(DRIVER_REPORTS)].sort();

/** An address of the site, one of its intents (null: it asks for none), and the address as a script posts to it. */
export interface SiteForm {
  route: SiteRoute;
  intent: string | null;
  address: string;
}

const AT_ONCE = 8;

const ids = (route: string, id: string) => route.replace(/\$\w*/g, id);

/**
 * Every form of the site: asks each address about every intent, with nothing in it. What is sent to the sign-out ends
 * the session, of whatever kind it is.
 */
export async function siteForms(target: Target, cookie: string, id = "1"): Promise<SiteForm[]> {
  const forms: SiteForm[] = [];
  const intents = siteIntents();
  for (const route of siteRoutes().filter(
    ({ hasAction, path: address }) => hasAction && address !== "logout" && address !== "login",
  )) {
    const address = `${ids(route.path, id)}?_data=${encodeURIComponent(route.id)}`;
    const knows = async (intent: string) =>
      !(await target.post(address, { intent }, { Cookie: cookie })).text.includes("This page cannot do");
    if (await knows("no-such-thing")) {
      forms.push({ route, intent: null, address });
      continue;
    }
    for (let from = 0; from < intents.length; from += AT_ONCE) {
      const some = intents.slice(from, from + AT_ONCE);
      const known = await Promise.all(some.map(knows));
      for (const intent of some.filter((_, index) => known[index])) forms.push({ route, intent, address });
    }
  }
  return forms;
}
