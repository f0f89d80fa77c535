import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHousekeeping } from "~/db/housekeeping.server";
import { addMessage } from "~/db/repositories/recipient-messages.server";
import { keepAnswerOf } from "~/db/repositories/geocode-cache.server";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { register } from "~/features/accounts/commands/register.server";
import { resendVerification } from "~/features/accounts/commands/resend-verification.server";
import { answerStopForm, loadStopPage } from "~/features/messages/stop-page.server";
import { withRequestContext } from "~/lib/request-context.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { forgetWorld, setWorld } from "../planning/desk";

const DAY_SEC = 24 * 3600;
const daysAgo = (days: number): UtcText => addSeconds(NOW, -days * DAY_SEC);

describe.each(databases())("what nobody has answered on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), NOW));
  afterEach(forgetWorld);

  it("an account that was never confirmed goes 30 days after its last link, and those with anything stay", async () => {
    const { companyId } = await createCompany(db());
    const unclaimed = async (name: string, days: number, more: object = {}) => {
      const id = await createUser(db(), { name, email_verified_at: null, is_completed: 0, ...more });
      await db()("users")
        .where({ id })
        .update({ updated_at: daysAgo(days) });
      return id;
    };
    const gone = [await unclaimed("Old", 30), await unclaimed("Older", 400)];
    const member = await unclaimed("Member", 400);
    await createMember(db(), companyId, { user_id: member });
    const asking = await unclaimed("Asking", 400);
    await createMember(db(), companyId, { user_id: null, asked_user_id: asking });
    const owner = await unclaimed("Owner", 400);
    await db()("companies").where({ id: companyId }).update({ user_id: owner });
    const staying = [
      await unclaimed("Fresh", 29),
      await unclaimed("Confirmed", 400, { email_verified_at: NOW }),
      await unclaimed("Working", 400, { is_completed: 1 }),
      await unclaimed("Banned", 400, { status: "ban" }),
      await unclaimed("Staff", 400, { platform_role: "sudo" }),
      member,
      asking,
      owner,
    ];
    await runHousekeeping(db(), NOW);
    const ids: number[] = await db()("users").pluck("id");
    expect(ids.filter((id) => gone.includes(id))).toEqual([]);
    expect(ids.filter((id) => staying.includes(id))).toEqual([...staying].sort((a, b) => a - b));
  });

  it("each link counts anew; with the account goes from where it was asked for", async () => {
    const email = "hugo@mail.example";
    await withRequestContext({ id: "one", ip: "203.0.113.77", userAgent: "Phone/9" }, () =>
      register({ email, passwordHash: null, languageId: null }),
    );
    const account = () => db()("users").where({ email }).first();
    const { id } = (await account())!;
    setWorld(db(), addSeconds(NOW, 20 * DAY_SEC));
    await resendVerification(email);
    await runHousekeeping(db(), addSeconds(NOW, 49 * DAY_SEC));
    expect(await account()).toMatchObject({ id });
    const entries = () => db()("audit_log").where({ model: "User", ids: `[${id}]` });
    expect(JSON.stringify(await entries())).toContain("203.0.113.77");
    await runHousekeeping(db(), addSeconds(NOW, 50 * DAY_SEC));
    expect(await account()).toBeUndefined();
    expect((await entries()).map(({ action, ip, user_agent }) => [action, ip, user_agent])).toEqual([
      ["account.sign_up", null, null],
      ["account.request_verification", null, null],
    ]);
  });

  it("an invitation loses its e-mail 30 days after it has expired or was declined", async () => {
    const { companyId, driverUserId } = await createCompany(db());
    const invited = async (email: string, more: object, updated = 0) => {
      const id = await createMember(db(), companyId, { user_id: null, email, invitation_type: 0, ...more });
      await db()("company_members")
        .where({ id })
        .update({ updated_at: daysAgo(updated) });
      return id;
    };
    const ids = [
      await invited("expired@mail.example", { invited_at: daysAgo(37) }),
      await invited("waiting@mail.example", { invited_at: daysAgo(36) }),
      await invited("declined@mail.example", { invitation_type: 2, invited_at: daysAgo(31) }, 30),
      await invited("lately@mail.example", { invitation_type: 2, invited_at: daysAgo(31) }, 29),
      await invited("never@mail.example", { invited_at: null }, 400),
      await invited("asked@mail.example", { invited_at: daysAgo(400), asked_user_id: driverUserId }),
    ];
    await runHousekeeping(db(), NOW);
    expect(await db()("company_members").whereIn("id", ids).orderBy("id").pluck("email")).toEqual([
      null,
      "waiting@mail.example",
      null,
      "lately@mail.example",
      "never@mail.example",
      "asked@mail.example",
    ]);
  });

  it("an address goes 180 days after its last message; whoever stopped stays, and old links say so", async () => {
    const { companyId, visitIds, routeId } = await createCompany(db());
    const contact = async (name: string, more: object = {}) => {
      const created = daysAgo(400);
      await db()("message_contacts").insert({
        company_id: companyId,
        channel: "mail",
        contact: name,
        token: `${name}-`.padEnd(16, "x"),
        language: "en",
        created_at: created,
        updated_at: created,
        ...more,
      });
    };
    await contact("old");
    await contact("stopped", { stopped_at: daysAgo(300) });
    await contact("fresh", { updated_at: daysAgo(179) });
    await contact("told");
    const message = { visitId: visitIds[0]!, routeId, kind: "next", channel: "mail", day: "2026-11-01" } as const;
    await addMessage(db(), companyId, { ...message, contact: "told", nextTryAt: null, reason: null }, daysAgo(100));
    const left = async () => db()("message_contacts").orderBy("id").pluck("contact");
    await runHousekeeping(db(), NOW);
    expect(await left()).toEqual(["stopped", "fresh", "told"]);
    await runHousekeeping(db(), addSeconds(NOW, 79 * DAY_SEC));
    expect(await left()).toEqual(["stopped", "told"]);
    await runHousekeeping(db(), addSeconds(NOW, 81 * DAY_SEC));
    expect(await left()).toEqual(["stopped"]);
    const params = { token: "old-xxxxxxxxxxxx" };
    const page = await loadStopPage({ params });
    expect([page.status, ((await page.json()) as { says: string }).says]).toEqual([
      404,
      "This link is not valid any more. Each message has a new one.",
    ]);
    const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams() });
    await expect(answerStopForm({ request, params })).rejects.toMatchObject({ status: 404 });
  });

  it("answers of services about addresses are gone after 30 days", async () => {
    await keepAnswerOf(db(), "Old lane 1", "{}", daysAgo(31));
    await keepAnswerOf(db(), "New lane 1", "{}", daysAgo(29));
    await runHousekeeping(db(), NOW);
    expect(await db()("geocode_cache").pluck("kept_at")).toEqual([daysAgo(29)]);
  });
});
