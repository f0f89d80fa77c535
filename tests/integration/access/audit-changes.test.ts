import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import type { NewUser } from "~/db/repositories/users.server";
import { REGISTRY } from "~/features/actions.server";
import type { ActionName } from "~/features/actions.server";
import { API } from "~/features/api.server";
import { performAction } from "~/http/actions/perform-action.server";
import { withRequestContext } from "~/lib/request-context.server";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { setLimits } from "~/services/limits/limits.server";
import { hashPassword } from "~/services/password.server";
import type { FileStorage } from "~/services/storage/storage";
import { createMember, createUser, NOW } from "../../factories/company";
import { cookiesOf, queuedMails, resetParams, sendCall, verifyParams } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { codeAt, giveTotp } from "../../helpers/factors";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { swept } from "../../helpers/swept";
import { examplesOf } from "../actions/examples";
import { moreOf } from "../actions/world";
import { changedTables, KeptRows, putBack, sumsOf } from "../api/fuzz/rows";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const PASSWORD = "several words are good";
const NEXT = "several other words";
/** What is counted, sent or kept for a repetition is no change by itself. */
const BESIDE = ["limits", "open_calls", "api_calls", "mails", "tokens"];
/** Columns that say when somebody came. */
const MOMENTS = ["last_used_at", "expires_at", "updated_at", "active_at"];

interface Seen {
  changed: string[];
  entries: { action: string; outcome: string }[];
}

/** They need a calculation that was run, a file that can be read, or a state that the desk is not in. */
const NEEDS_MORE: readonly string[] = [
  "company.remove",
  // Whoever is erased has the name by then that an example before has given them.
  "user.erase",
  "route.add",
  "plan.undo",
  "plan.redo",
  "suggestion.apply",
  "calculation.discard",
  "calculation.start",
  "calculation.store",
  "calculation.cancel",
  "calculation.repeat",
  "calculation.test_matrix",
  "calculation.stop",
  "route.calculate",
  "route.recalculate_rest",
  "push.subscribe",
  "push.unsubscribe",
  "messages.test",
  "proposal.start",
  "proposal.discard",
  "proposal.apply",
  "proposal.repeat",
  "plan.start_routes",
  "route.finish",
  "visit.on_route",
  "attachments.add",
  "routing-sheet.upload",
  "member.import",
  "warehouse.import",
  "routing-sheet.upload-mapping",
  "routing-sheet.upload-visits",
  "routing-sheet.upload-plan",
  "routing-sheet.save-mapping",
  "routing-sheet.parse-visits",
  "routing-sheet.apply-mapping",
  "routing-sheet.mend-rows",
  "vehicle.remove",
  "warehouse.remove",
  "member.remove",
  "identity.unlink",
  "sample_day.load",
];
/** Tests of their own ask what they leave: accounts/passkeys. */
const ELSEWHERE: readonly string[] = ["passkey/login"];

interface Prepared {
  account?: Partial<NewUser>;
  hasFactor?: true;
  /** by the account of the test instead of the company's owner */
  isOwn?: true;
  /** in a session that is open in the database, too */
  isOpen?: true;
  input?: object;
}
const UNVERIFIED = { account: { email_verified_at: null } };
/** What an action needs to change something. */
const PREPARED: Partial<Record<ActionName, Prepared>> = {
  "profile.complete": { isOwn: true, account: { is_completed: 0 } },
  "profile.password": { isOwn: true, isOpen: true, input: { old_password: PASSWORD, new_password: NEXT } },
  "profile.remove_image": { isOwn: true, account: { image: "nowhere/b.png" } },
  "session.end": { isOwn: true },
  "user.verify": UNVERIFIED,
  "user.send_verification": UNVERIFIED,
  "user.unban": { account: { status: "ban" } },
  "user.remove_second_factor": { hasFactor: true },
};

describe.each(databases())("every change is in the audit log on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let examples: Record<ActionName, object>;
  let userId = 0;
  let email = "";
  let nth = 0;
  let password_hash = "";
  const kept = new KeptRows();

  beforeAll(async () => {
    const { db } = database();
    setWorld(db);
    password_hash = await hashPassword(PASSWORD);
    desk = await createDesk(db);
    examples = examplesOf(desk, await moreOf(db, desk));
  });
  beforeEach(async () => {
    const { db } = database();
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        // why: pictures that are replaced are removed, and what is in files is not looked at here.
        storage: { remove: () => Promise.resolve() } as Partial<FileStorage> as FileStorage,
      }),
    );
    await db("mails").delete();
    setLimits(undefined);
    nth += 1;
    email = `changes-${kind}-${nth}@test.example`;
    userId = await createUser(db, { email, password_hash, current_company_id: desk.companyId });
  });
  afterAll(() => {
    setLimits(undefined);
    forgetWorld();
  });

  /** Which tables the work changes, and what it leaves in the log; then it is undone. */
  async function watch(work: () => Promise<unknown>): Promise<Seen> {
    const { db } = database();
    const from = { id: randomUUID(), ip: "192.0.2.5", userAgent: "" };
    const { rows, sums } = await kept.now(db);
    const lasting = await sumsOf(db, MOMENTS);
    try {
      await withRequestContext(from, work);
      const changed = changedTables(lasting, await sumsOf(db, MOMENTS));
      const entries = await db("audit_log").where({ request_id: from.id }).select("action", "outcome");
      return { changed: changed.filter((table) => !BESIDE.includes(table)), entries };
    } finally {
      await putBack(db, rows, changedTables(sums, await sumsOf(db, [])));
    }
  }

  const files = [{ field: "image", name: "a.png", key: "nowhere/a.png" }];
  const admin = () => sessionOf(desk, { isOwner: true, platformRole: "sudo" }, desk.ownerId);

  it.each(Object.keys(REGISTRY) as ActionName[])("%s", async (name) => {
    const prepared = PREPARED[name];
    if (prepared?.account) await updateUser(database().db, userId, prepared.account, NOW);
    if (prepared?.hasFactor) await giveTotp(database().db, userId, NOW);
    if (name === "session.end" || prepared?.isOpen === true)
      await openSession(await getUserAcrossCompanies(database().db, userId), new Headers());
    const session = await database().db("sessions").where({ user_id: userId }).first();
    const given = name.startsWith("user.") ? { user_id: userId } : {};
    const ended = name === "session.end" ? { session_id: session?.id } : {};
    const input = { ...examples[name], ...given, ...ended, ...prepared?.input };
    const id = prepared?.isOpen === true ? session!.id : 0;
    const own = { ...admin(), id, user: { ...admin().user, id: userId } };
    const by = prepared?.isOwn === true ? own : await justSignedIn(admin());
    let refusal: unknown;
    const work = () => performAction(REGISTRY, by, name, input, { files });
    const { changed, entries } = await watch(() => work().catch((error: unknown) => (refusal = error)));
    if (changed.length > 0) swept("changes looked up in the audit log");
    if (changed.length > 0) expect(entries, changed.join(", ")).toContainEqual({ action: name, outcome: "done" });
    expect(refusal === undefined || NEEDS_MORE.includes(name), String(refusal)).toBe(true);
  });

  const cookie = async () => {
    const opened = await openSession(await getUserAcrossCompanies(database().db, userId), new Headers());
    return opened.split(";")[0]!;
  };
  const lastLink = async () => (await queuedMails(database().db)).at(-1)?.link ?? "";

  /** What each call that changes something, and that is no action of the registry, leaves in the log. */
  const CALLS: Record<string, { action: string; work: () => Promise<() => Promise<Response>> }> = {
    login: { action: "session.sign_in", work: async () => () => sendCall("login", { email, password: PASSWORD }) },
    "verify-mfa": {
      action: "session.sign_in",
      async work() {
        const { secret } = await giveTotp(database().db, userId, NOW);
        const pending = cookiesOf(await sendCall("login", { email, password: PASSWORD }));
        return () => sendCall("verify-mfa", { code: codeAt(secret, NOW) }, { cookie: pending });
      },
    },
    logout: {
      action: "session.sign_out",
      async work() {
        const opened = await cookie();
        return () => sendCall("logout", {}, { cookie: opened });
      },
    },
    register: {
      action: "account.sign_up",
      work: async () => () => sendCall("register", { email: `new-${email}`, password: PASSWORD }),
    },
    "users/quick-register": {
      action: "account.sign_up",
      work: async () => () => sendCall("users/quick-register", { email: `new-${email}` }),
    },
    "password/email": {
      action: "account.request_password",
      work: async () => () => sendCall("password/email", { email }),
    },
    "password/reset": {
      action: "account.reset_password",
      async work() {
        await sendCall("password/email", { email });
        const link = resetParams(await lastLink());
        return () => sendCall("password/reset", { ...link, password: NEXT });
      },
    },
    "password/choose": {
      action: "account.choose_password",
      async work() {
        const opened = await cookie();
        await updateUser(database().db, userId, { is_password_due: 1 }, NOW);
        return () => sendCall("password/choose", { password: NEXT }, { cookie: opened });
      },
    },
    "email/verify": {
      action: "account.verify",
      async work() {
        const opened = cookiesOf(await sendCall("register", { email: `new-${email}`, password: PASSWORD }));
        const { id, hash } = verifyParams(await lastLink());
        return () => sendCall("email/verify", { id: Number(id), hash }, { cookie: opened });
      },
    },
    "email/resend": {
      action: "account.request_verification",
      async work() {
        const opened = await cookie();
        return () => sendCall("email/resend", {}, { cookie: opened });
      },
    },
    "users/update-field": {
      action: "profile.update",
      async work() {
        const opened = await cookie();
        return () => sendCall("users/update-field", { field: "surname", value: "Beck" }, { cookie: opened });
      },
    },
    "users/update": {
      action: "profile.password",
      async work() {
        const opened = await cookie();
        const fields = { old_password: PASSWORD, new_password: NEXT };
        return () => sendCall("users/update", fields, { cookie: opened });
      },
    },
    "user/save-settings": {
      action: "profile.preferences",
      async work() {
        const opened = await cookie();
        return () =>
          sendCall("user/save-settings", { settings: JSON.stringify({ map: "google" }) }, { cookie: opened });
      },
    },
    "users/destroy": {
      action: "user.remove",
      async work() {
        const { db } = database();
        const id = userId;
        const boss = await createUser(db, { platform_role: "sudo", current_company_id: desk.companyId });
        await createMember(db, desk.companyId, { user_id: boss });
        const opened = (await openSession(await getUserAcrossCompanies(db, boss), new Headers())).split(";")[0]!;
        return () => sendCall("users/destroy", { id }, { cookie: opened });
      },
    },
  };

  it("knows every call that changes something without an action's name", () => {
    const open = [...API.values()].filter(({ access, changes }) => access !== undefined && changes !== false);
    const unknown = open.map(({ path }) => path).filter((path) => !(path in CALLS) && !ELSEWHERE.includes(path));
    expect(unknown, "Say above what it leaves in the log").toEqual([]);
  });

  it.each(Object.keys(CALLS))("the call %s", async (path) => {
    const { action, work } = CALLS[path]!;
    await createMember(database().db, desk.companyId, { user_id: userId });
    const ask = await work();
    const { entries } = await watch(async () => expect((await ask()).status).toBe(200));
    expect(entries).toContainEqual({ action, outcome: "done" });
    swept("changes looked up in the audit log");
  });
});
