import { readdirSync } from "node:fs";
import type { NextFunction, Request, Response } from "express";

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
const ENCODINGS = [
  ["br", "br"],
  ["gzip", "gz"],
] as const;

/**
 * Answers scripts and style sheets with what the build compressed (name.js.br, name.js.gz); goes before the static
 * files of the same folder, which then send that file. Without such files everything stays as it was.
 */
export function precompressed(folder: string) {
  const files = new Set(listed(folder));
  return (request: Request, response: Response, next: NextFunction): void => {
    const type = TYPES[/\.([a-z]+)$/.exec(request.path)?.[1] ?? ""];
    const accepted =
      type === undefined
        ? undefined
        : ENCODINGS.find(
            ([encoding, ending]) =>
              files.has(`${request.path.slice(1)}.${ending}`) && request.acceptsEncodings(encoding) === encoding,
          );
    if (type !== undefined && accepted !== undefined) {
      response.set({ "Content-Encoding": accepted[0], "Content-Type": type });
      response.vary("Accept-Encoding");
      request.url = `${request.path}.${accepted[1]}`;
    }
    next();
  };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  } catch {
    // No build yet: the development server compresses as it goes.
    return [];
  }
}
