import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { loadDriversPage, loadTeamPage } from "~/features/team/queries/members-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import type { BulkOutcome } from "~/domain/left-out";
import { limits } from "~/services/limits/limits.server";
import { createCompany, createMember, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { beginAccounts, endAccounts, queuedMails } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

const HOUR_SEC = 3600;
const FROM_COMPANY = { name: "invitations-from", uses: 200, windowSec: HOUR_SEC };
const TO_ADDRESS = { name: "invitations-to", uses: 5, windowSec: HOUR_SEC };
const FULL = /^At most 200 invitations are sent in an hour\. Please try again in \d+ minutes\.$/;

describe.each(databases())("invitations of several members on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let admin: CompanySession;
  let nth = 0;

  beforeEach(async () => {
    await beginAccounts(db(), NOW);
    company = await createCompany(db(), `Many ${kind}`);
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  afterEach(endAccounts);

  const add = async (name: string, changes: object = {}) => {
    const email = `${name.toLowerCase()}-${(nth += 1)}@many.example`;
    const id = await createMember(db(), company.companyId, {
      name,
      surname: "",
      email,
      is_courier: 1,
      invitation_type: 0,
      ...changes,
    });
    return { id, email };
  };
  const many = async (size: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let one = 0; one < size; one += 1) ids.push((await add(`driver${one}`)).id);
    return ids;
  };
  const invite = (ids: readonly number[], by = admin) =>
    performAction(TEAM_ACTIONS, by, "members.invite", { ids }) as Promise<BulkOutcome>;
  const asked = (ids: readonly number[], path = "team") =>
    new Request(
      `http://localhost/platform/company/${path}?dialog=invite-chosen&${ids.map((id) => `ids=${id}`).join("&")}`,
    );
  const member = async (id: number) => (await db()("company_members").where({ id }).first())!;
  const sentTo = async () => (await queuedMails(db())).map(({ to }) => to).sort();
  /** uses that are counted for the company */
  const counted = async () => 200 - (await limits().room(FROM_COMPANY, String(company.companyId))).left;

  it("go to those who can have one, as the question said; the others are named with the reason", async () => {
    const uninvited = await add("Ann");
    const waiting = await add("Wes");
    await performAction(TEAM_ACTIONS, admin, "member.invite", { id: waiting.id });
    const before = (await member(waiting.id)).invitation_token_id;
    await db()("mails").delete();
    const without = await add("Noah", { email: null });
    const inactive = await add("Ida", { status: 0 });
    const ids = [waiting.id, without.id, company.driverId, uninvited.id, inactive.id];
    const leftOut = [
      { name: "Noah", why: "E-mail is required for an invitation" },
      { name: expect.any(String) as string, why: "This member has joined the team already" },
      { name: "Ida", why: "Make the member active first" },
    ];
    const gone = (await add("Gone")).id;
    await db()("company_members").where({ id: gone }).delete();
    const { invited } = await loadTeamPage(admin, asked([...ids, gone]));
    expect(invited).toMatchObject({ ids: [uninvited.id, waiting.id], names: ["Ann", "Wes"], again: 1, declined: 0 });
    expect(invited?.leftOut).toHaveLength(3);
    expect(invited?.leftOut).toEqual(expect.arrayContaining(leftOut) as unknown);
    expect(invited?.removed).toBe(1);
    expect(await sentTo()).toEqual([]);

    const outcome = await invite(ids);
    expect(outcome.done).toBe(2);
    expect(outcome.leftOut).toHaveLength(3);
    expect(outcome.leftOut).toEqual(expect.arrayContaining(leftOut) as unknown);
    expect(await sentTo()).toEqual([uninvited.email, waiting.email].sort());
    expect(await member(uninvited.id)).toMatchObject({ invitation_type: 0, invited_at: NOW });
    // The link that was sent before ends.
    const after = await member(waiting.id);
    expect(after.invitation_token_id).not.toBe(before);
    expect(await db()("tokens").where({ id: before! })).toEqual([]);
    for (const id of [without.id, inactive.id]) expect((await member(id)).invited_at).toBeNull();
  });

  it("leave a request to join waiting for its answer", async () => {
    const asked = await add("Ann");
    await performAction(TEAM_ACTIONS, admin, "member.invite", { id: asked.id });
    await db()("company_members").where({ id: asked.id }).update({ asked_user_id: company.ownerId });
    await db()("mails").delete();
    const { done, leftOut } = await invite([asked.id]);
    expect([done, leftOut]).toEqual([
      0,
      [{ name: "Ann", why: "Another account asks to join with this invitation. Let it in or refuse it first." }],
    ]);
    expect((await member(asked.id)).asked_user_id).toBe(company.ownerId);
    expect(await sentTo()).toEqual([]);
  });

  it("are one change: each member is in the log as with a single one", async () => {
    const ids = await many(52);
    await invite(ids);
    const entries = await db()("audit_log").where({ company_id: company.companyId, action: "members.invite" });
    expect(entries.map((entry) => (JSON.parse(entry.ids ?? "[]") as number[]).length).sort()).toEqual([2, 50]);
    const changes = entries.flatMap(
      (entry) => JSON.parse(entry.changes ?? "[]") as { id: number; fields: Record<string, unknown[]> }[],
    );
    expect(changes.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    const one = (await add("Single")).id;
    await performAction(TEAM_ACTIONS, admin, "member.invite", { id: one });
    const [single] = await db()("audit_log").where({ company_id: company.companyId, action: "member.invite" });
    const [{ fields }] = JSON.parse(single?.changes ?? "[]") as [{ fields: Record<string, unknown[]> }];
    for (const change of changes) expect(Object.keys(change.fields)).toEqual(Object.keys(fields));
  });

  it("are at most 200 in an hour, first those who were never invited; what was not sent is not counted", async () => {
    const again = await add("aaa");
    await performAction(TEAM_ACTIONS, admin, "member.invite", { id: again.id });
    const ids = await many(201);
    const { invited } = await loadDriversPage(admin, asked([again.id, ...ids], "resources/couriers"));
    expect([invited?.ids.length, invited?.again, invited?.leftOut.length]).toEqual([199, 0, 3]);
    expect(new Set(invited?.leftOut.map(({ why }) => FULL.test(why)))).toEqual(new Set([true]));
    expect(await counted()).toBe(1);
    await db()("mails").delete();

    const outcome = await invite([again.id, ...ids]);
    expect([outcome.done, outcome.leftOut.length]).toEqual([199, 3]);
    // In the order of the list: those who wait for an answer are the last ones.
    expect(outcome.leftOut.map(({ name }) => name)).toEqual(["driver199", "driver200", "aaa"]);
    expect(outcome.leftOut[0]?.why).toMatch(FULL);
    expect(await queuedMails(db())).toHaveLength(199);
    expect(await counted()).toBe(200);
    const none = await invite(ids.slice(-2));
    expect([none.done, none.leftOut.length, await counted()]).toEqual([0, 2, 200]);
  });

  it("leave out an e-mail that has had too many, and use none of the company's mails for it", async () => {
    const [full, free] = [await add("Full"), await add("Free")];
    for (let sent = 0; sent < 5; sent += 1) await limits().take(TO_ADDRESS, full.email);
    await db()("company_members").where({ id: full.id }).update({ invited_at: NOW });
    const { invited } = await loadTeamPage(admin, asked([full.id, free.id]));
    expect([invited?.names, invited?.leftOut.map(({ name }) => name)]).toEqual([["Free"], ["Full"]]);
    const outcome = await invite([full.id, free.id]);
    expect(outcome).toMatchObject({
      done: 1,
      leftOut: [
        { name: "Full", why: expect.stringMatching(/^Too many invitations were sent to this e-mail\./) as string },
      ],
    });
    expect([await sentTo(), await counted()]).toEqual([[free.email], 1]);
  });

  it("of two administrators at once count each mail, and leave one link that works", async () => {
    const ids = await many(3);
    const outcomes = await Promise.all([invite(ids), invite(ids)]);
    expect(outcomes.map(({ done }) => done)).toEqual([3, 3]);
    expect([(await queuedMails(db())).length, await counted()]).toEqual([6, 6]);
    const links = await db()("tokens").where("payload", "like", `%"companyId":${company.companyId},%`).pluck("id");
    const ours = await Promise.all(ids.map(async (id) => (await member(id)).invitation_token_id));
    expect(links.sort()).toEqual(ours.sort());
  });

  it("are for admins, about members of the company: where one is of another company, nobody is invited", async () => {
    const { id } = await add("Ann");
    const other = await createCompany(db(), `Other ${kind}`);
    const planner = sessionOf(company, { isDispatcher: true }, company.ownerId);
    await expect(invite([id], planner)).rejects.toMatchObject({ status: 403 });
    expect((await loadTeamPage(planner, asked([id]))).invited).toBeNull();
    await expect(invite([id, other.driverId])).rejects.toMatchObject({ status: 404 });
    await expect(invite(Array.from({ length: 501 }, (_, one) => one + 1))).rejects.toMatchObject({
      issues: [{ message: "Choose at most 500 members at once" }],
    });
    expect([await sentTo(), await counted(), (await member(id)).invited_at]).toEqual([[], 0, null]);
  });
});
