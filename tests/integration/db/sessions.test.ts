import { beforeEach, describe, expect, it } from "vitest";
import {
  endSessionByHash,
  endSessions,
  findSession,
  insertSession,
  noteSessionUse,
  removeOldSessions,
  setSessionCompany,
} from "~/db/repositories/sessions.server";
import { addSeconds } from "~/domain/time/utc-text";
import { createCompany, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const at = (sec: number) => addSeconds(NOW, sec);

describe.each(databases())("sessions on %s", (kind) => {
  const database = useTestDatabase(kind);
  let userId: number;
  let companyId: number;
  let count = 0;

  const open = async (
    owner = userId,
    company: number | null = null,
    expiresAt = at(3600),
  ): Promise<{ id: number; hash: string }> => {
    const hash = `hash-${kind}-${(count += 1)}`;
    const session = {
      user_id: owner,
      company_id: company,
      hash,
      session_version: 1,
      user_agent: "x",
      expires_at: expiresAt,
    };
    return { id: await insertSession(database().db, session, NOW), hash };
  };

  beforeEach(async () => {
    const { db } = database();
    userId = await createUser(db);
    ({ companyId } = await createCompany(db));
  });

  it("are found by their hash until they expire", async () => {
    const { db } = database();
    const mine = await open();
    await open();
    expect(await findSession(db, mine.hash, at(3599))).toMatchObject({
      id: mine.id,
      user_id: userId,
      created_at: NOW,
      last_used_at: NOW,
    });
    expect(await findSession(db, mine.hash, at(3600))).toBeUndefined();
    expect(await findSession(db, "unknown", NOW)).toBeUndefined();
  });

  it("are kept alive by use, each for itself", async () => {
    const { db } = database();
    const [used, idle] = [await open(), await open()];
    await noteSessionUse(db, used.id, at(60), at(7200));
    await setSessionCompany(db, used.id, companyId);
    expect(await findSession(db, used.hash, at(3600))).toMatchObject({
      last_used_at: at(60),
      expires_at: at(7200),
      company_id: companyId,
    });
    expect(await findSession(db, idle.hash, NOW)).toMatchObject({
      last_used_at: NOW,
      expires_at: at(3600),
      company_id: null,
    });
  });

  it("end one by one, by company, all but one, or all, and never those of somebody else", async () => {
    const { db } = database();
    const theirs = await open(await createUser(db), companyId);
    const left = () => db("sessions").where({ user_id: userId }).orderBy("id").pluck("id");
    const [one, two, three, four] = [await open(), await open(userId, companyId), await open(), await open()];
    expect(await endSessions(db, userId, { id: one.id })).toBe(1);
    expect(await endSessions(db, userId, { id: theirs.id })).toBe(0);
    expect(await left()).toEqual([two.id, three.id, four.id]);
    expect(await endSessions(db, userId, { companyId })).toBe(1);
    expect(await left()).toEqual([three.id, four.id]);
    expect(await endSessions(db, userId, { exceptId: four.id })).toBe(1);
    expect(await left()).toEqual([four.id]);
    await open();
    expect(await endSessions(db, userId)).toBe(2);
    expect(await left()).toEqual([]);
    expect((await findSession(db, theirs.hash, NOW))?.id).toBe(theirs.id);
  });

  it("end by their hash, and say whose they were", async () => {
    const { db } = database();
    const [ended, other] = [await open(), await open()];
    expect(await endSessionByHash(db, ended.hash)).toMatchObject({ id: ended.id, user_id: userId });
    expect(await endSessionByHash(db, ended.hash)).toBeUndefined();
    expect(await db("sessions").where({ user_id: userId }).pluck("id")).toEqual([other.id]);
  });

  it("are forgotten once they have expired", async () => {
    const { db } = database();
    await db("sessions").delete();
    const [gone, kept] = [await open(userId, null, at(10)), await open(userId, null, at(11))];
    expect(await removeOldSessions(db, at(10))).toBe(1);
    expect([(await findSession(db, gone.hash, NOW))?.id, (await findSession(db, kept.hash, NOW))?.id]).toEqual([
      undefined,
      kept.id,
    ]);
  });
});
