import path from "node:path";
import { REGION_NAME } from "~/services/roads/regions.server";

export type RoadsCommand =
  | { do: "build"; source: string; name: string }
  | { do: "status" }
  | { do: "remove"; name: string }
  | { do: "help"; problem: string | null };

export const USAGE = `npm run roads -- region.osm.pbf          roads, addresses and map of an OpenStreetMap extract
npm run roads -- https://…/region.osm.pbf  the same; it is downloaded first
npm run roads -- --name town file.osm.pbf  under a name of its own; several regions stand side by side
npm run roads -- --status                  what is built
npm run roads -- --remove town             takes a region away`;

/** What the words of the command line mean. */
export function roadsCommand(words: readonly string[]): RoadsCommand {
  const rest = [...words];
  const take = (option: string): string | undefined => {
    const at = rest.indexOf(option);
    return at === -1 ? undefined : (rest.splice(at, 2)[1] ?? "");
  };
  if (rest.includes("--help")) return help(null);
  if (rest.includes("--status")) return { do: "status" };
  const removed = take("--remove");
  if (removed !== undefined)
    return REGION_NAME.test(removed) ? { do: "remove", name: removed } : help("Say which region is to be removed.");
  const given = take("--name");
  const unknown = rest.find((word) => word.startsWith("--"));
  if (unknown !== undefined) return help(`There is no option ${unknown}.`);
  const [source, second] = rest;
  if (source === undefined) return help("Say which extract the region is to be built from.");
  if (second !== undefined) return help("One extract at a time: each becomes a region of its own.");
  const name = given ?? nameOf(source);
  if (!REGION_NAME.test(name))
    return help(`'${name}' can't be a region's name: use small letters, digits and hyphens.`);
  return { do: "build", source, name };
}

const help = (problem: string | null): RoadsCommand => ({ do: "help", problem });

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** 'https://…/liechtenstein-latest.osm.pbf' is the region liechtenstein. */
function nameOf(source: string): string {
  const file = isAddress(source) ? (new URL(source).pathname.split("/").at(-1) ?? "") : path.basename(source);
  return file
    .toLowerCase()
    .replace(/\.pbf$/, "")
    .replace(/\.osm$/, "")
    .replace(/-latest$/, "")
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 64);
}
