import { readdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { ROUTES_OF_SPECS } from "./routes.mjs";

/**
 * Frames around pages, of which no address is theirs alone; what answers for whatever nothing else does; and what every
 * page with scripts tells by itself.
 */
const NO_PAGE = ["_main", "_main.admin", "_main.admin_.company", "_main.company", "driver", "_main.$", "activity"];

interface Route {
  name: string;
  /** of the addresses that it answers; "$planId" stands for any */
  parts: string[];
}

const isFree = (part: string): boolean => part.startsWith("$");

/** Those with the fewest free parts first: they are looked through for each address that a page asks for. */
const BY_FREE_PARTS: readonly Route[] = readdirSync("app/routes")
  .filter((name) => !NO_PAGE.includes(name))
  .map((name) => ({
    name,
    parts: name.split(".").filter((part) => !["_main", "_index"].includes(part)),
  }))
  .sort((a, b) => a.parts.filter(isFree).length - b.parts.filter(isFree).length);

/** @param pathname without the base path @returns the folder of a route, that with the fewest free parts */
export function routeOf(pathname: string): string | undefined {
  const wanted = pathname.split("/").filter(Boolean);
  return BY_FREE_PARTS.find(
    ({ parts }) => parts.length === wanted.length && parts.every((part, at) => isFree(part) || part === wanted[at]),
  )?.name;
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
