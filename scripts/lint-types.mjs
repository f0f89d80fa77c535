import { runInTurn } from "./lib/in-turn.mjs";
import { typedLintCommands } from "./lib/sections.mjs";

// npm run lint:types [-- --fix]: promises that nobody waits for, and assertions that say nothing.
await runInTurn(typedLintCommands(process.argv.slice(2)));
