import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { listRowsAfter } from "~/db/repositories/api-lists.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { RESOURCES } from "~/features/api.server";
import { setLimits } from "~/services/limits/limits.server";
import { createPlan, createWarehouse, NOW } from "../../factories/company";
import { uploadedSheet } from "../../factories/sheets";
import { createWebhook } from "../../factories/webhooks";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { get } from "./api-world";

describe.each(databases())("sorted lists on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let admin: { headers: Record<string, string> };

  beforeEach(async () => {
    setWorld(database().db);
    desk = await createDesk(database().db);
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    admin = { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
    const { db, companyId } = desk;
    for (const title of ["One", "Two"]) {
      await createWarehouse(db, companyId, { title });
      await createPlan(db, companyId, { title });
      await insertConfirmationTemplate(db, companyId, { title }, NOW);
      await uploadedSheet(db, companyId);
      await createWebhook(db, companyId);
      const stamps = { created_at: NOW, updated_at: NOW };
      await db("routing_queries").insert({ company_id: companyId, status: "done", title, ...stamps });
    }
    const member = { company_id: companyId, created_at: NOW, updated_at: NOW, invited_at: NOW };
    for (const name of ["Amsel", "Buche"]) await db("company_members").insert({ ...member, name, surname: name });
  });
  afterEach(forgetWorld);

  /** The ids of all pages of one record each. */
  async function paged(name: string, sort: string, limit: number): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const after: { cursor?: string } = cursor === null ? {} : { cursor };
      const { status, body } = await get(admin, `${name}/list`, { sort, limit, ...after });
      expect([name, sort, status]).toEqual([name, sort, 200]);
      ids.push(...(body.data as { id: number }[]).map(({ id }) => id));
      cursor = body.next_cursor ?? null;
    } while (cursor !== null);
    return ids;
  }

  it("have every record once, whatever they are sorted by", async () => {
    for (const { name, fields } of RESOURCES)
      for (const [wire, { sorts }] of Object.entries(fields))
        for (const sort of sorts ? [wire, `-${wire}`] : []) {
          // why: the pages of all lists are more calls than somebody has in a minute.
          setLimits(undefined);
          const whole = await paged(name, sort, 500);
          expect([name, sort, await paged(name, sort, 1)]).toEqual([name, sort, whole]);
        }
    expect(await paged("company-members", "invited_at", 500)).toHaveLength(3);
  });

  it("go on after records without a value, both ways", async () => {
    const { db, companyId } = desk;
    const ids = await db("company_members").where({ company_id: companyId }).orderBy("id").pluck("id");
    await db("company_members").where({ company_id: companyId }).update({ invited_at: null });
    const after = (descending: boolean, id: number) =>
      listRowsAfter<{ id: number }>(db, companyId, "company_members", {
        where: {},
        sort: { column: "invited_at", descending },
        after: { value: null, id },
        limit: 9,
      });
    expect((await after(false, ids[0]!)).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await after(true, ids[1]!)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });
});
