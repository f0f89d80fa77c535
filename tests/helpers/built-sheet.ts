import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = "public/build/_assets";

/** A style sheet as the build made it for browsers. @param name its file in app/styles, without the ending */
export function builtSheet(name: string): Buffer {
  const built = readdirSync(FOLDER).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".css"));
  const [file, ...others] = built;
  if (file === undefined || others.length > 0) throw new Error(`Sheets named ${name}: ${built.join(", ") || "none"}`);
  return readFileSync(path.join(FOLDER, file));
}
