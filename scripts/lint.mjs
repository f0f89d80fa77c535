import { runInTurn } from "./lib/in-turn.mjs";
import { lintCommands } from "./lib/sections.mjs";

// npm run lint [-- --fix]: Prettier's format, ESLint, then who imports whom.
await runInTurn(lintCommands(process.argv.slice(2)));
