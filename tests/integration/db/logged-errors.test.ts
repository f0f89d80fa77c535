import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { createCompany, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

/** A quote in it: cut from one quote to the next, the rest of it would stay. */
const PLANTED = "Qx'Zq";

describe.each(databases())("what is logged of a database's error on %s", (kind) => {
  const database = useTestDatabase(kind);

  /** All that a log shows of it, its causes too. */
  const loggedOf = async (work: () => PromiseLike<unknown>): Promise<string> => {
    const error = await Promise.resolve(work()).then(
      () => expect.fail("The database took it."),
      (thrown: unknown) => thrown,
    );
    return inspect(error, { depth: 9, showHidden: true });
  };

  it("has the statement and the reason, and none of the values", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await db.raw(
      kind === "sqlite"
        ? "CREATE TRIGGER no_room BEFORE INSERT ON vehicles BEGIN SELECT RAISE(ABORT, 'no room'); END"
        : "CREATE TRIGGER no_room BEFORE INSERT ON vehicles FOR EACH ROW " +
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no room'",
    );
    const logged = await loggedOf(() => insertVehicle(db, companyId, { title: PLANTED, plate: PLANTED }, NOW));
    await db.raw("DROP TRIGGER no_room");
    expect(logged).toMatch(/insert into `vehicles`[^]*\?[^]* - no room/);
    expect(logged).not.toMatch(/Qx|Zq/);
  });

  it("has no value of a key that is taken, or of one that can't be a number", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const command = { company_id: companyId, command_id: PLANTED, command: PLANTED, result: null, created_at: NOW };
    await db("applied_commands").insert(command);
    const taken = await loggedOf(() => db("applied_commands").insert(command));
    expect(taken).toContain("db.duplicate");
    const wrong = await loggedOf(() =>
      db("companies")
        .where({ id: companyId })
        .update({ id: PLANTED } as object),
    );
    for (const logged of [taken, wrong]) {
      expect(logged).toContain("?");
      expect(logged).not.toMatch(/Qx|Zq/);
    }
  });
});
