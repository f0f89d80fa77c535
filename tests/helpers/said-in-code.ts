import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The code without its comments: a message that is only talked about is not said. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) =>
      readFileSync(path.join(folder, file), "utf8")
        .replace(/\/\*[\s\S]*?\*\//g, "")
        .replace(/(^|\s)\/\/.*$/gm, ""),
    );
}

let code: string[] | undefined;

/** Somebody says exactly this: the words end where the string ends, or where its next part begins. */
export const isInCode = (words: string): boolean => (code ??= sources("app")).some((text) => text.includes(words));

/** The parts of a message between its names in braces. */
export const partsOf = (message: string): string[] =>
  message
    .split(/\{\w+\}/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
