import path from "node:path";
import { AppError } from "~/lib/errors";

const named = (file: string): string => `The file "${path.basename(file)}"`;

/** What is wrong inside a file; becomes a sentence with the file's name where the name is known. */
export class OsmFault extends Error {}

export const notAnExtract = (file: string, cause?: unknown): AppError =>
  new AppError(
    "osm.not_an_extract",
    `${named(file)} is not an OpenStreetMap extract (.osm.pbf). Extracts of regions can be downloaded from ` +
      "download.geofabrik.de.",
    { cause },
  );

export const endsEarly = (file: string): AppError =>
  new AppError("osm.truncated", `${named(file)} ends in the middle. Download or copy it again.`);

export const isDamaged = (file: string, what: string, cause?: unknown): AppError =>
  new AppError("osm.damaged", `${named(file)} is damaged: ${what}. Download or copy it again.`, { cause });

export const isNotSupported = (file: string, what: string): AppError =>
  new AppError("osm.not_supported", `${named(file)} ${what}, which can’t be read here. Take a plain .osm.pbf extract.`);

export const isMissing = (file: string, cause: unknown): AppError =>
  new AppError("osm.missing", `${named(file)} can’t be opened. Check the path and who may read it.`, { cause });
