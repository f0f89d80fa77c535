import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { DEMO_PEOPLE } from "migrations/seeds/demo";
import type { DemoRole } from "migrations/seeds/demo";
import type { Db } from "~/db/client.server";
import { seedDemo } from "~/db/migrate.server";
import { setPassword } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import type { Env } from "~/env.server";
import { writeSynced } from "~/lib/synced-file.server";
import { nowText } from "~/services/now.server";
import { hashPassword } from "~/services/password.server";

interface Passwords {
  hashes: Record<DemoRole, string>;
  /** for the console and the file */
  lines: string[];
}

async function newPasswords(settings: Pick<Env, "DEMO_PASSWORD">): Promise<Passwords> {
  const newPassword = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString("base64url");
  const passwords: Record<DemoRole, string> = {
    admin: newPassword(),
    dispatcher: newPassword(),
    driver: newPassword(),
  };
  return {
    hashes: {
      admin: await hashPassword(passwords.admin),
      dispatcher: await hashPassword(passwords.dispatcher),
      driver: await hashPassword(passwords.driver),
    },
    lines: DEMO_PEOPLE.map(({ label, email, role }) => `  ${label.padEnd(12)} ${email.padEnd(26)} ${passwords[role]}`),
  };
}

/** null: there is no such file */
const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null;

/** Whether there are none but the demo's accounts, and nobody has come in with them: nobody knows their passwords. */
async function isUnused(database: Db): Promise<boolean> {
  const emails = DEMO_PEOPLE.map(({ email }) => email);
  const other = await database("users").whereNotIn("email", emails).first("id");
  const session = await database("sessions").first("id");
  const signIn = await database("audit_log").where({ action: "session.sign_in", outcome: "done" }).first("id");
  return [other, session, signIn].every((row) => row === undefined);
}

/** New passwords for the accounts that a first start made without getting as far as telling anybody. */
async function setNewPasswords(database: Db, { hashes }: Passwords): Promise<void> {
  await withTransaction(database, async (trx) => {
    for (const { email, role } of DEMO_PEOPLE) {
      const user = await trx("users").where({ email }).whereNull("deleted_at").first("id");
      if (user !== undefined) await setPassword(trx, user.id, hashes[role], nowText());
    }
  });
}

/**
 * The first run makes a company to try things with; later runs say where its passwords were written down.
 * @returns lines for the console
 */
export async function announceDemo(settings: Pick<Env, "DEMO_PASSWORD" | "dataDir">, database: Db): Promise<string[]> {
  const file = path.join(settings.dataDir, "demo-accounts.txt");
  const size = sizeOf(file);
  const anyone = await database("users").first("id");
  // A file that is there and empty is that of a first run whose disk was full. One that isn't there may have been
  // removed by whoever knows the passwords, or be with another server of the same database.
  const isCutOff = size === 0 && anyone !== undefined && (await isUnused(database));
  if (anyone && !isCutOff) {
    const where = path.relative(process.cwd(), file) || file;
    return [`Accounts: as before.${size ? ` The demo accounts of the first run are in ${where}.` : ""}`];
  }
  const passwords = await newPasswords(settings);
  const write = () => writeSynced(file, `${passwords.lines.join("\n")}\n`, { isToStay: false });
  if (anyone) {
    // The file comes last: as long as it is empty, the next start does this again.
    await setNewPasswords(database, passwords);
    write();
  } else {
    const options = { now: nowText(), passwordHashes: passwords.hashes, beforeRows: write };
    if ((await seedDemo(database, options)) === undefined) return [];
  }
  return ["Demo accounts (e-mail, password):", ...passwords.lines];
}
