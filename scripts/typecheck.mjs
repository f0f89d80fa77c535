import { runInTurn } from "./lib/in-turn.mjs";
import { typecheckCommands } from "./lib/sections.mjs";

// npm run typecheck: every tsconfig.json.
await runInTurn(typecheckCommands());
