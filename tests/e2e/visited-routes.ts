import { readdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { ROUTES_OF_SPECS } from "./routes.mjs";

/**
 * Frames around pages, of which no address is theirs alone; what answers for whatever nothing else does; and what every
 * page with scripts tells by itself.
 */
const NO_PAGE = ["_main", "_main.admin", "_main.admin_.company", "_main.company", "driver", "_main.$", "activity"];
const ROUTES = readdirSync("app/routes").filter((name) => !NO_PAGE.includes(name));

/** The parts of the addresses that a route answers; "$planId" stands for any. */
const partsOf = (route: string): string[] => route.split(".").filter((part) => !["_main", "_index"].includes(part));

/** @param pathname without the base path @returns the folder of a route, that with the fewest free parts */
export function routeOf(pathname: string): string | undefined {
  const wanted = pathname.split("/").filter(Boolean);
  const variable = (route: string) => partsOf(route).filter((part) => part.startsWith("$")).length;
  return ROUTES.filter((route) => {
    const parts = partsOf(route);
    return parts.length === wanted.length && parts.every((part, at) => part.startsWith("$") || part === wanted[at]);
  }).sort((a, b) => variable(a) - variable(b))[0];
}

/** Collects the routes that a file of tests asks for and that its row in routes.mjs doesn't name. */
export class VisitedRoutes {
  readonly unnamed = new Set<string>();
  readonly file: string;
  private readonly named: readonly string[];

  constructor(
    file: string,
    private readonly baseURL: string,
  ) {
    this.file = path.basename(file, ".spec.ts");
    this.named = ROUTES_OF_SPECS[this.file] ?? [];
  }

  watch(context: BrowserContext): void {
    context.on("request", (request) => {
      if (!request.url().startsWith(this.baseURL)) return;
      const route = routeOf(new URL(request.url()).pathname.slice(new URL(this.baseURL).pathname.length));
      if (route !== undefined && !this.named.includes(route)) this.unnamed.add(route);
    });
  }
}
