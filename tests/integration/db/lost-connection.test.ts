import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { databaseLimiter } from "~/db/limiter.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { limitsWith } from "~/services/limits/limits.server";
import { createCompany, createVehicle } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { cutLine } from "../../helpers/cut-line";
import { databases, useTestDatabase } from "../../helpers/databases";

const AWAY = { code: "db.away", status: 503 };

// SQLite has no connection that could be lost.
describe.each(databases().filter((kind) => kind === "mariadb"))("a connection that ends on %s", (kind) => {
  const database = useTestDatabase(kind);
  let other: Db;
  let company: TestCompany;

  beforeAll(async () => {
    other = createDatabase({ url: database().config.url });
    company = await createCompany(other);
  });
  afterAll(() => other.destroy());

  /** As a server that restarts, or a proxy, ends it. @returns once this side knows of it */
  const end = async (trx: Db): Promise<void> => {
    const connection = (await trx.client.acquireConnection()) as { threadId: number; stream: Socket };
    const closed = once(connection.stream, "close");
    await other.raw("KILL ?", [connection.threadId]);
    await closed;
  };
  const add = (trx: Db, title: string) => createVehicle(trx, company.companyId, { title });
  const titles = () => other("vehicles").where({ company_id: company.companyId }).orderBy("id").pluck("title");

  it("between two statements of a transaction is 'later', nothing is stored, and the next one works", async () => {
    const { db } = database();
    const there = await titles();
    const lost = withTransaction(db, async (trx) => {
      await add(trx, "before");
      await end(trx);
      await add(trx, "after");
    });
    await expect(lost).rejects.toMatchObject(AWAY);
    await withTransaction(db, (trx) => add(trx, "next"));
    expect(await titles()).toEqual([...there, "next"]);
  });

  it("before the COMMIT is 'later'", async () => {
    await expect(withTransaction(database().db, end)).rejects.toMatchObject(AWAY);
  });

  it("before the ROLLBACK leaves the refusal of the work as it is", async () => {
    const refusal = new AppError("vehicle.taken", "It is taken.", { status: 409 });
    const refused = withTransaction(database().db, async (trx) => {
      await end(trx);
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
  });

  it("under a count of the limits is 'later'", async () => {
    const line = await cutLine(database().config.url!);
    const db = createDatabase({ url: line.url });
    await db.raw("SELECT 1");
    line.cutAtCommit();
    const counted = limitsWith(databaseLimiter(db)).take({ name: "lost", uses: 3, windowSec: 60 }, "a");
    await expect(counted).rejects.toMatchObject(AWAY);
    await db.destroy();
    await line.close();
  });
});
