import { runInTurn } from "./lib/in-turn.mjs";
import { prettierArgs } from "./lib/sections.mjs";

// npm run format: one format for all code; lint refuses any other.
await runInTurn([prettierArgs("--write")]);
