/** `npm run roads`: roads, addresses and the map of an OpenStreetMap extract. Talks to the script that started it. */
import { AppError } from "~/lib/errors";
import { env } from "~/env.server";
import { formatBytes, formatNumber } from "~/domain/format-number";
import { readRegions, roadsFolder } from "~/services/roads/regions.server";
import type { Region } from "~/services/roads/regions.server";
import { prepareDataFolder } from "../data-folder.server";
import { startDatabase } from "../database.server";
import { removeAddresses } from "./addresses.server";
import { buildRegion } from "./build-region.server";
import { RegionFolder } from "./region-folder.server";
import { roadsCommand, USAGE } from "./roads-arguments";
import type { RoadsCommand } from "./roads-arguments";

/** For the progress bar of the script. */
type News = { step: string } | { share: number } | { line: string };

const tell = (news: News): void => {
  if (process.send !== undefined && process.connected) process.send(news);
  else if ("line" in news) console.info(news.line);
};

const EVERY_MS = 100;

/** Many small steps forward become a few messages. */
function throttled(send: (share: number) => void): (share: number) => void {
  let last = 0;
  return (share) => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    send(share);
  };
}

function inWords(
  region: Pick<Region, "name" | "sourceBytes" | "dataTimestamp" | "roads" | "addresses" | "map">,
): string {
  const { name, sourceBytes, dataTimestamp, roads, addresses, map } = region;
  const parts = [
    roads === null ? "no roads" : `roads ${formatBytes(roads.bytes)}`,
    addresses === null
      ? "no addresses"
      : `${formatNumber(addresses.addresses)} addresses, ${formatNumber(addresses.streets)} streets`,
    map === null ? "no map" : `map of ${formatNumber(map.tiles)} tiles`,
  ];
  const day = dataTimestamp === null ? "" : `, data of ${dataTimestamp.slice(0, 10)}`;
  return `${name}: ${parts.join("; ")} (extract of ${formatBytes(sourceBytes)}${day})`;
}

async function withDatabase(work: (db: Awaited<ReturnType<typeof startDatabase>>["database"]) => Promise<void>) {
  const settings = env();
  await prepareDataFolder(settings.dataDir);
  const { database, stop } = await startDatabase(settings);
  try {
    await work(database);
  } finally {
    await stop();
  }
}

async function carryOut(command: Exclude<RoadsCommand, { do: "help" }>, signal: AbortSignal): Promise<void> {
  const { dataDir } = env();
  if (command.do === "status") {
    const regions = readRegions(roadsFolder(dataDir));
    if (regions.length === 0) return tell({ line: "No region is built. npm run roads -- region.osm.pbf builds one." });
    for (const region of regions) tell({ line: inWords(region) });
    return;
  }
  if (command.do === "remove") {
    const there = new RegionFolder(roadsFolder(dataDir), command.name).remove();
    await withDatabase((db) => removeAddresses(db, command.name));
    return tell({ line: there ? `${command.name} is removed.` : `There is no region ${command.name}.` });
  }
  await withDatabase(async (db) => {
    const report = {
      step: (step: string) => tell({ step }),
      share: throttled((share: number) => tell({ share })),
      say: (line: string) => tell({ line }),
    };
    const manifest = await buildRegion({ dataDir, db, source: command.source, name: command.name, signal }, report);
    tell({ line: `Built ${inWords({ ...manifest, name: command.name })}` });
    tell({ line: "A product that is running uses it within seconds." });
  });
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const command = roadsCommand(words);
  if (command.do === "help") {
    tell({ line: command.problem === null ? USAGE : `${command.problem}\n\n${USAGE}` });
    return command.problem === null ? 0 : 1;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  try {
    await carryOut(command, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted)
      tell({ line: "Stopped. The same command goes on where it was; the region as it was is still in use." });
    else if (error instanceof AppError || (error instanceof Error && error.message.startsWith("The ")))
      tell({ line: error.message });
    else {
      console.error(error);
      tell({ line: `The region was not built: ${error instanceof Error ? error.message : String(error)}` });
    }
    return 1;
  }
}

void main().then((code) => {
  process.exitCode = code;
  if (process.connected) process.disconnect();
});
