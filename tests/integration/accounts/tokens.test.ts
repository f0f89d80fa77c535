import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { createToken, findToken, removeOldTokens, revokeTokens, redeemToken } from "~/db/repositories/tokens.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = addSeconds(NOW, 59);
const EXPIRED = addSeconds(NOW, 60);

describe.each(databases())("one-time links on %s", (kind) => {
  const database = useTestDatabase(kind);
  let userId = 0;
  beforeEach(async () => {
    userId = await createUser(database().db);
  });
  const make = (part: { kind?: string; userId?: number | null; payload?: unknown } = {}) =>
    createToken(database().db, { kind: "reset", userId, ttlSec: 60, ...part }, NOW);

  it("work once, give back what they are about, and only their hash is stored", async () => {
    const { db } = database();
    const token = await make({ payload: { email: "new@test.example" } });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await db("tokens"))).not.toContain(token);
    expect((await findToken(db, "reset", token, LATER))?.user_id).toBe(userId);
    const row = await redeemToken(db, "reset", token, LATER);
    expect([row?.user_id, row?.payload]).toEqual([userId, '{"email":"new@test.example"}']);
    expect(await redeemToken(db, "reset", token, LATER)).toBeNull();
    expect(await findToken(db, "reset", token, LATER)).toBeNull();
  });

  it("end after their time, and are worth nothing for another matter or when they are made up", async () => {
    const { db } = database();
    const token = await make();
    const flipped = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const [matter, text, at] of [
      ["reset", token, EXPIRED],
      ["verify", token, LATER],
      ["reset", flipped, LATER],
      ["reset", "", LATER],
      ["reset", `${token}=`, LATER],
      ["reset", "x".repeat(100_000), LATER],
    ] as const) {
      expect(await findToken(db, matter, text, at)).toBeNull();
      expect(await redeemToken(db, matter, text, at)).toBeNull();
    }
    expect(await redeemToken(db, "reset", token, LATER)).not.toBeNull();
  });

  it("belong to the first of many who come at once, from several processes", async () => {
    const other = createDatabase(database().config);
    try {
      const token = await make();
      const tries = Array.from({ length: 12 }, (_, nth) =>
        withTransaction(nth % 2 === 0 ? database().db : other, (trx) => redeemToken(trx, "reset", token, LATER)),
      );
      expect((await Promise.all(tries)).filter((row) => row !== null)).toHaveLength(1);
    } finally {
      await other.destroy();
    }
  });

  it("can be used again when what they allowed was rolled back", async () => {
    const { db } = database();
    const token = await make();
    const failed = withTransaction(db, async (trx) => {
      await redeemToken(trx, "reset", token, LATER);
      throw new Error("the password was refused");
    });
    await expect(failed).rejects.toThrow("refused");
    expect(await redeemToken(db, "reset", token, LATER)).not.toBeNull();
  });

  it("are taken back by kind and person; those for people without an account stay until they expire", async () => {
    const { db } = database();
    const [first, verify, invitation] = [
      await make(),
      await make({ kind: "verify" }),
      await make({ kind: "invitation", userId: null }),
    ];
    const others = await make({ userId: await createUser(db) });
    await revokeTokens(db, "reset", userId);
    const left = async (matter: string, token: string) => (await findToken(db, matter, token, LATER)) !== null;
    expect([await left("reset", first), await left("verify", verify), await left("reset", others)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await left("invitation", invitation)).toBe(true);
    await removeOldTokens(db, EXPIRED);
    expect(await db("tokens").where({ kind: "invitation" })).toEqual([]);
  });
});
