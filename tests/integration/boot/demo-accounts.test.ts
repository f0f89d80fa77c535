import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteInLog } from "~/audit/note-in-log.server";
import { announceDemo } from "~/boot/demo-accounts.server";
import type { Db } from "~/db/client.server";
import { setServices } from "~/services/container.server";
import { verifyPassword } from "~/services/password.server";
import { NOW } from "../../factories/company";
import { databases, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";

const AS_BEFORE = /^Accounts: as before\./;

describe.each(databases())("demo accounts on %s", (kind) => {
  let database: TestDatabase;
  let db: Db;
  let dataDir = "";
  beforeEach(async () => {
    setServices(testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) } }));
    database = await migratedDatabase(kind);
    db = database.db;
    dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-demo-"));
  });
  afterEach(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await database.remove();
    setServices(undefined);
  });

  const file = () => path.join(dataDir, "demo-accounts.txt");
  const start = (folder = dataDir) => announceDemo({ DEMO_PASSWORD: undefined, dataDir: folder }, db);

  /** Whether the passwords of the file are those of the accounts. */
  async function fits(): Promise<boolean> {
    const lines = readFileSync(file(), "utf8").trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const [email, password] = line.trim().split(/\s+/).slice(-2) as [string, string];
      const user = await db("users").where({ email }).first("password_hash");
      if (!(await verifyPassword(user?.password_hash ?? null, password))) return false;
    }
    return true;
  }

  it("a first start whose file can't be written makes none, and the next one makes them", async () => {
    await expect(start(path.join(dataDir, "missing"))).rejects.toThrow("ENOENT");
    expect(await db("users").first("id")).toBeUndefined();
    const lines = await start();
    expect(lines[0]).toBe("Demo accounts (e-mail, password):");
    expect(readFileSync(file(), "utf8")).toBe(`${lines.slice(1).join("\n")}\n`);
    expect(await fits()).toBe(true);
    expect(await start()).toEqual([expect.stringMatching(AS_BEFORE)]);
  });

  const hashes = () => db("users").orderBy("id").pluck("password_hash");

  it("get new passwords where the file is empty, and nobody has signed in yet", async () => {
    await start();
    writeFileSync(file(), "");
    expect(await start()).toHaveLength(4);
    expect(await fits()).toBe(true);
  });

  it("stay as they are where the file is missing: it may be with another server of the same database", async () => {
    await start();
    rmSync(file());
    const before = await hashes();
    expect(await start()).toEqual(["Accounts: as before."]);
    expect([await hashes(), existsSync(file())]).toEqual([before, false]);
  });

  it("stay as they are once somebody has signed in, or others have accounts", async () => {
    await start();
    writeFileSync(file(), "");
    const before = await hashes();
    const [id] = await db("users").insert({ email: "own@example.com", created_at: NOW, updated_at: NOW });
    expect(await start()).toEqual([expect.stringMatching(AS_BEFORE)]);
    await db("users").where({ id }).delete();
    await noteInLog(db, { by: null, companyId: null, action: "session.sign_in" });
    expect(await start()).toEqual([expect.stringMatching(AS_BEFORE)]);
    expect([await hashes(), readFileSync(file(), "utf8")]).toEqual([before, ""]);
  });
});
