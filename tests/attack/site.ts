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

const takesForms = ({ hasAction, path: address }: SiteRoute) =>
  hasAction && address !== "logout" && address !== "login";

/** What one page of the site is asked about. */
class Page {
  readonly address: string;
  constructor(
    private readonly target: Target,
    private readonly cookie: string,
    readonly route: SiteRoute,
    id: string,
  ) {
    this.address = `${ids(route.path, id)}?_data=${encodeURIComponent(route.id)}`;
  }

  /** with nothing in the form */
  async knows(intent: string): Promise<boolean> {
    const { text } = await this.target.post(this.address, { intent }, { Cookie: this.cookie });
    return !text.includes("This page cannot do");
  }

  form(intent: string | null): SiteForm {
    return { route: this.route, intent, address: this.address };
  }
}

/**
 * Every form of the site: asks each address about every intent, with nothing in it. What is sent to the sign-out ends
 * the session, of whatever kind it is.
 * @param once each intent on one page alone: its form is read alike on all of them
 */
export async function siteForms(
  target: Target,
  cookie: string,
  { id = "1", once = false }: { id?: string; once?: boolean } = {},
): Promise<SiteForm[]> {
  const forms: SiteForm[] = [];
  const pages: Page[] = [];
  for (const route of siteRoutes().filter(takesForms)) {
    const page = new Page(target, cookie, route, id);
    if (await page.knows("no-such-thing")) forms.push(page.form(null));
    else pages.push(page);
  }
  if (once) return [...forms, ...(await eachOnce(pages))];
  const intents = siteIntents();
  for (const page of pages) {
    for (let from = 0; from < intents.length; from += AT_ONCE) {
      const some = intents.slice(from, from + AT_ONCE);
      const known = await Promise.all(some.map((intent) => page.knows(intent)));
      forms.push(...some.filter((_, index) => known[index]).map((intent) => page.form(intent)));
    }
  }
  return forms;
}

/** Asks first the page that knew the last one: neighbours in the alphabet are of one area, and of one page. */
async function eachOnce(pages: readonly Page[]): Promise<SiteForm[]> {
  const forms: SiteForm[] = [];
  const inTurn = [...pages];
  for (const intent of siteIntents()) {
    for (const [index, page] of inTurn.entries()) {
      if (!(await page.knows(intent))) continue;
      forms.push(page.form(intent));
      inTurn.unshift(...inTurn.splice(index, 1));
      break;
    }
  }
  return forms;
}
