import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { DemoRole } from "migrations/seeds/demo";
import type { Db } from "~/db/client.server";
import { seedDemo } from "~/db/migrate.server";
import type { Env } from "~/env.server";
import { nowText } from "~/services/now.server";
import { hashPassword } from "~/services/password.server";

/**
 * The first run makes a company to try things with; later runs say where its passwords were written down.
 * @returns lines for the console
 */
export async function announceDemo(settings: Env, database: Db): Promise<string[]> {
  const file = path.join(settings.dataDir, "demo-accounts.txt");
  const anyone = await database("users").first("id");
  if (anyone) {
    const where = path.relative(process.cwd(), file) || file;
    return [`Accounts: as before. The demo accounts of the first run are in ${where}.`];
  }
  const newPassword = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString("base64url");
  const passwords: Record<DemoRole, string> = {
    admin: newPassword(),
    dispatcher: newPassword(),
    driver: newPassword(),
  };
  const passwordHashes = {
    admin: await hashPassword(passwords.admin),
    dispatcher: await hashPassword(passwords.dispatcher),
    driver: await hashPassword(passwords.driver),
  };
  const demo = await seedDemo(database, { now: nowText(), passwordHashes });
  if (!demo) return [];
  const line = ({ label, email, role }: (typeof demo.accounts)[number]) =>
    `  ${label.padEnd(12)} ${email.padEnd(26)} ${passwords[role]}`;
  const lines = demo.accounts.map(line);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return ["Demo accounts (e-mail, password):", ...lines];
}
