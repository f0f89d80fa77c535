/**
 * `npm run attack`: starts a server of its own and tries on it what must not work, each attack on a fresh one. Prints a
 * table and ends with code 1 on a finding. On MariaDB it starts a private one, unless TEST_MARIADB_URL names it.
 * `-- bodies headers` runs these alone, `-- --short` what `npm test` runs, `-- --database mariadb` the other database.
 */
import { parseArgs } from "node:util";
import { startServices } from "../../scripts/lib/services/start-all.mjs";
import { DATABASES } from "../setup/e2e-server";
import type { DatabaseKind } from "../setup/e2e-server";
import { runAttack } from "./attack";
import type { Attempt } from "./attack";
import { ATTACKS } from "./attacks";
import { Target } from "./target";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: "string", default: "sqlite" }, short: { type: "boolean", default: false } },
});

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const kind = values.database as DatabaseKind;
if (!DATABASES.includes(kind)) refuse(`--database is one of ${DATABASES.join(", ")}.`);
const unknown = positionals.find((name) => !ATTACKS.some((attack) => attack.name === name));
if (unknown !== undefined)
  refuse(`There is no attack "${unknown}"; there are ${ATTACKS.map(({ name }) => name).join(", ")}.`);
const chosen = ATTACKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const cell = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
const line = ({
  attack,
  what,
  expected,
  seen,
  ok,
}: Record<keyof Omit<Attempt, "ok">, string> & { ok: string }): string =>
  `${cell(attack, 14)} ${cell(what, 56)} ${cell(expected, 34)} ${cell(seen, 34)} ${ok}`;

const services = kind === "mariadb" ? await startServices(new Set(["mariadb"])) : null;
Object.assign(process.env, services?.environment);
const findings: Attempt[] = [];
let tried = 0;
console.log(line({ attack: "attack", what: "what", expected: "expected", seen: "seen", ok: "ok" }));
try {
  for (const attack of chosen) {
    const target = await Target.start(kind);
    try {
      for (const attempt of await runAttack(attack, target, values.short)) {
        tried += 1;
        if (!attempt.ok) findings.push(attempt);
        console.log(line({ ...attempt, ok: attempt.ok ? "yes" : "NO" }));
      }
    } finally {
      await target.stop();
    }
  }
} finally {
  await services?.stop();
}
console.log(`\n${tried} tried on ${kind}, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
