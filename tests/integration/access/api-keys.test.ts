import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decryptApiKey, encryptApiKey, newApiKey, sessionOfKey } from "~/auth/api-key.server";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { revokeApiKey } from "~/db/repositories/api-keys.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { PLANNING_ACTIONS } from "~/features/planning/actions.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { performAction } from "~/http/actions/perform-action.server";
import { executeOnce } from "~/http/execute-once.server";
import { setServices } from "~/services/container.server";
import { createApiKey } from "../../factories/api-keys";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const requestWith = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
const NO_ACCESS = { code: "not_authorized", status: 401, message: "You are not authorized" };

describe("the value of a key", () => {
  it("has 32 characters, each time others", () => {
    const keys = Array.from({ length: 50 }, newApiKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
  });
  it("comes back as it was encrypted, and isn't read when one bit of it was changed", () => {
    const key = newApiKey();
    const stored = encryptApiKey(key);
    expect(stored).not.toContain(key);
    expect(encryptApiKey(key)).not.toBe(stored);
    expect(decryptApiKey(stored)).toBe(key);
    const bytes = Buffer.from(stored, "base64");
    bytes[bytes.length - 1]! ^= 1;
    expect(decryptApiKey(bytes.toString("base64"))).toBeNull();
  });
});

describe.each(databases())("programs with a key on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let desk: Desk;

  beforeEach(async () => {
    setWorld(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    desk = await createDesk(database().db);
  });
  afterEach(forgetWorld);

  it("work for the key's company, by either header, with the rights of its scopes", async () => {
    const key = await createApiKey(desk.db, desk.companyId, { scopes: ["read", "drive"] });
    for (const headers of [key.headers, { "X-Api-Key": key.value }]) {
      const session = (await sessionOfKey(requestWith(headers)))!;
      expect(session).toMatchObject({
        id: null,
        user: { id: null, name: "API: Web shop" },
        key: { id: key.id, name: "Web shop" },
        company: { id: desk.companyId },
        actor: { kind: "api", userId: null, companyId: desk.companyId },
      });
      authorize(session, "plan.view", { companyId: desk.companyId });
      authorize(session, "visit.report", { companyId: desk.companyId });
      expect(() => authorize(session, "plan.update", { companyId: desk.companyId })).toThrow("You have no access");
      expect(() => authorize(session, "plan.view", { companyId: desk.companyId + 1 })).toThrow("Not found");
      expect(() => authorize(session, "company.api", { companyId: desk.companyId })).toThrow("You have no access");
      expect(() => ofPerson(session)).toThrow("This needs somebody who is signed in.");
    }
  });

  it("are nobody without a key, and refused with a wrong, a revoked or a mangled one", async () => {
    const key = await createApiKey(desk.db, desk.companyId);
    expect(await sessionOfKey(requestWith({}))).toBeNull();
    const swapped = key.value.replace(/[a-zA-Z]/g, (sign) =>
      sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
    );
    expect(await sessionOfKey(requestWith({ "X-Api-Key": "" }))).toBeNull();
    for (const value of ["x", newApiKey(), `${key.value}x`, swapped, key.value.slice(1)])
      await expect(sessionOfKey(requestWith({ "X-Api-Key": value }))).rejects.toMatchObject(NO_ACCESS);
    expect(await revokeApiKey(desk.db, desk.companyId, key.id, NOW)).toBe(true);
    await expect(sessionOfKey(requestWith(key.headers))).rejects.toMatchObject(NO_ACCESS);
    expect(await revokeApiKey(desk.db, desk.companyId, key.id, NOW)).toBe(false);
  });

  it.each([{ status: 0 }, { deleted_at: NOW }] as const)("are refused for a company with %j", async (changes) => {
    const key = await createApiKey(desk.db, desk.companyId);
    await desk.db("companies").where({ id: desk.companyId }).update(changes);
    await expect(sessionOfKey(requestWith(key.headers))).rejects.toMatchObject(NO_ACCESS);
  });

  it("leave their last use, written at most once a minute", async () => {
    const key = await createApiKey(desk.db, desk.companyId);
    const lastUse = async () => {
      await sessionOfKey(requestWith(key.headers));
      return (await desk.db("company_api_keys").where({ id: key.id }).first())!.last_used_at;
    };
    expect(await lastUse()).toBe(NOW);
    nowMs += 59_000;
    expect(await lastUse()).toBe(NOW);
    nowMs += 1000;
    expect(await lastUse()).toBe(addSeconds(NOW, 60));
  });

  it("stand in the plan's log by their name, and undo what is their own", async () => {
    const [one, two] = [
      await createApiKey(desk.db, desk.companyId),
      await createApiKey(desk.db, desk.companyId, { name: "Till" }),
    ];
    const session = (await sessionOfKey(requestWith(one.headers)))!;
    const perform = (by: CompanySession, name: string, input: object) =>
      performAction(PLANNING_ACTIONS, by, name, input);
    await perform(session, "visit.move", { visitId: desk.a, toRouteId: desk.second, position: 1 });
    const { changes } = await loadPlanChanges(desk.dispatcher, desk.planId);
    expect(changes[0]).toMatchObject({ who: "API: Web shop" });
    const other = (await sessionOfKey(requestWith(two.headers)))!;
    await expect(perform(other, "plan.undo", { planId: desk.planId })).rejects.toMatchObject({ code: "undo.nothing" });
    await perform(session, "plan.undo", { planId: desk.planId });
    expect((await desk.visit(desk.a)).route_id).toBe(desk.first);
  });

  it("don't share the answers to repeated forms", async () => {
    const submission = { id: "same-id-1", name: "x", content: [] };
    const answers = [];
    for (const name of ["One", "Two", "One"]) {
      const key = await createApiKey(desk.db, desk.companyId, { name });
      const session = (await sessionOfKey(requestWith(key.headers)))!;
      answers.push(await executeOnce(session, submission, async () => session.key!.id));
      answers.push(await executeOnce(session, submission, async () => -1));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(new Set(answers).size).toBe(3);
  });
});
