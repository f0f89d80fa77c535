import type { Knex } from "knex";
import { isSqlite } from "./helpers";

/**
 * An entry of the log may lose whom it names, and nothing else: its author becomes a pseudonym, and what it told of
 * values, address and browser goes. What was done, when, to which ids and with which outcome stays as it is.
 */
const SENTENCE = "The audit log is only added to.";
const TRIGGER = "audit_log_no_update";
/** MySQL with a binary log lets only its administrators make triggers; users without the right to may not either. */
const MAY_NOT = [1419, 1142, 1227];

const FACTS = [
  "id",
  "company_id",
  "user_id",
  "api_key_id",
  "by_platform",
  "action",
  "outcome",
  "times",
  "model",
  "ids",
  "request_id",
  "created_at",
];
const FORGOTTEN = ["changes", "ip", "user_agent"];

/** True for an update that only forgets. @param same the comparison that takes two NULLs as equal */
function forgets(same: string, joined: (begin: string, column: string) => string): string {
  const kept = FACTS.map((column) => `NEW.${column} ${same} OLD.${column}`);
  const lost = FORGOTTEN.map((column) => `(NEW.${column} IS NULL OR NEW.${column} ${same} OLD.${column})`);
  const names = [
    `NEW.who ${same} OLD.who`,
    "NEW.who = ''",
    `NEW.who ${same} ${joined("Person ", "user_id")}`,
    `NEW.who ${same} ${joined("Key ", "api_key_id")}`,
  ];
  return [...kept, ...lost, `(${names.join(" OR ")})`].join(" AND ");
}

async function guard(knex: Knex, mayForget: boolean): Promise<void> {
  if (isSqlite(knex)) {
    const condition = forgets("IS", (begin, column) => `'${begin}' || NEW.${column}`);
    const when = mayForget ? ` WHEN NOT (${condition})` : "";
    await knex.raw(`DROP TRIGGER IF EXISTS ${TRIGGER}`);
    await knex.raw(
      `CREATE TRIGGER ${TRIGGER} BEFORE UPDATE ON audit_log${when} BEGIN SELECT RAISE(ABORT, '${SENTENCE}'); END`,
    );
    return;
  }
  const condition = forgets("<=>", (begin, column) => `CONCAT('${begin}', NEW.${column})`);
  const signal = `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${SENTENCE}'`;
  const body = mayForget ? `IF NOT (${condition}) THEN ${signal}; END IF` : signal;
  try {
    await knex.raw(`DROP TRIGGER IF EXISTS ${TRIGGER}`);
    await knex.raw(`CREATE TRIGGER ${TRIGGER} BEFORE UPDATE ON audit_log FOR EACH ROW ${body}`);
  } catch (error) {
    // The product has no statement that changes the log in another way; the trigger is a second lock.
    if (!MAY_NOT.includes((error as { errno?: number }).errno ?? 0)) throw error;
  }
}

export const up = (knex: Knex): Promise<void> => guard(knex, true);
export const down = (knex: Knex): Promise<void> => guard(knex, false);
