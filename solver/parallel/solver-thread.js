// From source (tests, development) a thread needs the TypeScript loader first. Bundles have the bundled thread.ts under
// this file's name.
import { register } from "tsx/esm/api";

register();
await import("./thread.ts");
