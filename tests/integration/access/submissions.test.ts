import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentSession, openSession, switchCompany } from "~/auth/session.server";
import { createDatabase } from "~/db/client.server";
import { useDatabase } from "~/db/database.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { claimCommand } from "~/db/repositories/applied-commands.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { importAction } from "~/features/imports/import-action.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { LIST_PAGE, pageAction } from "~/http/actions/page-action.server";
import { executeOnce } from "~/http/execute-once.server";
import { SWITCHED_HEADER, switchedFromHeader } from "~/lib/page-stamp";
import type { SwitchedPage } from "~/lib/page-stamp";
import { setServices } from "~/services/container.server";
import type { FileStorage } from "~/services/storage/storage";
import { createCompany, createMember, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const memberAction = (request: Request) => pageAction(TEAM_ACTIONS, LIST_PAGE)({ request, params: {} });

/** Another process that looks at a claim, which hasn't lapsed. */
const OTHER = { by: "another process", now: NOW, lapsed: addSeconds(NOW, -60) };

type Fields = Record<string, string>;

describe.each(databases())("forms on %s", (kind) => {
  const database = useTestDatabase(kind);
  let mine: TestCompany;
  let other: TestCompany;
  let cookie = "";
  /** what the file storage holds */
  const stored = new Set<string>();
  const storage: Pick<FileStorage, "write" | "remove"> = {
    async write(key, content) {
      let bytes = 0;
      for await (const chunk of content) bytes += chunk.byteLength;
      stored.add(key);
      return bytes;
    },
    remove: (key) => Promise.resolve(void stored.delete(key)),
  };

  beforeEach(async () => {
    const { db } = database();
    useDatabase(db);
    stored.clear();
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, storage: storage as FileStorage }));
    mine = await createCompany(db, `Mine ${kind}`);
    other = await createCompany(db, `Other ${kind}`);
    await createMember(db, other.companyId, { user_id: mine.ownerId, is_admin: 1, is_dispatcher: 1 });
    cookie = (await openSession(await getUserAcrossCompanies(db, mine.ownerId), new Headers())).split(";")[0]!;
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  const driverForm = (part: Fields = {}): Fields => ({
    intent: "member.create",
    name: "Ines",
    surname: "Driver",
    email: "",
    phone: "",
    status: "1",
    is_courier: "1",
    is_dispatcher: "0",
    is_admin: "0",
    password: "",
    ...part,
  });
  const named = (part: Fields = {}): Fields => driverForm({ pageCompany: String(mine.companyId), ...part });
  /** As a script sends it, or as the browser does by itself. */
  const send = (fields: Fields, { plain = false, headers = {} as Fields } = {}): Promise<Response> =>
    memberAction(
      new Request("http://localhost/platform/company/team", {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Cookie: cookie, ...(plain ? { Accept: "text/html" } : {}), ...headers },
      }),
    ).catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    }) as Promise<Response>;
  const made = async (companyId = mine.companyId): Promise<number> =>
    (await database().db("company_members").where({ company_id: companyId, name: "Ines" })).length;
  const goTo = async (companyId: number) =>
    switchCompany(
      (await currentSession(new Request("http://localhost/platform/", { headers: { Cookie: cookie } })))!,
      companyId,
    );

  describe("of a page that was made for another company", () => {
    it("are refused with both companies' names, and nothing is stored in either", async () => {
      await goTo(other.companyId);
      const answer = await send(named({ name: "Ines" }));
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        ok: false,
        message: `You switched to Other ${kind} in another tab. Nothing was saved.`,
        values: { name: "Ines", surname: "Driver" },
      });
      expect(switchedFromHeader(answer.headers.get(SWITCHED_HEADER))).toEqual({
        from: { id: mine.companyId, title: `Mine ${kind}` },
        to: { id: other.companyId, title: `Other ${kind}` },
      });
      expect([await made(), await made(other.companyId)]).toEqual([0, 0]);
      await goTo(mine.companyId);
      expect((await send(named())).headers.get("Location")).toMatch(/^\/company\/team\?highlight=\d+$/);
      expect([await made(), await made(other.companyId)]).toEqual([1, 0]);
    });

    it("get a page with both choices where no script runs, with all that was typed", async () => {
      await goTo(other.companyId);
      const answer = await send(named({ submitId: "0123456789" }), { plain: true });
      expect(answer.status).toBe(409);
      const page = (await answer.json()) as SwitchedPage;
      expect(page).toMatchObject({
        switched: { from: { id: mine.companyId }, to: { id: other.companyId } },
        path: "/company/team",
      });
      expect(Object.fromEntries(page.fields!)).toEqual(named({ submitId: "0123456789" }));
    });

    it("count the header of a script first, and name no company that the user has no access to", async () => {
      const stranger = await createCompany(database().db, "Stranger");
      const answer = await send(named(), { headers: { "X-Page-Company": String(stranger.companyId) } });
      expect(answer.status).toBe(409);
      expect(switchedFromHeader(answer.headers.get(SWITCHED_HEADER))?.from).toBeNull();
      expect((await send(driverForm(), { headers: { "X-Page-Company": String(mine.companyId) } })).status).toBe(303);
      expect(await made()).toBe(1);
    });

    it.each([
      ["none", {}],
      ["no number", { pageCompany: "company:1" }],
    ])("are refused when they name %s", async (_what, fields) => {
      const answer = await send(driverForm(fields as Fields));
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        400,
        "This form doesn't say which company it is for. Load the page again, then send it once more.",
      ]);
      expect(await made()).toBe(0);
    });

    it("keep no file of an upload", async () => {
      await goTo(other.companyId);
      const body = new FormData();
      body.set("pageCompany", String(mine.companyId));
      body.set("file", new File(["a"], "stops.xlsx"));
      const answer = (await importAction(
        new Request("http://localhost/platform/import", { method: "POST", body, headers: { Cookie: cookie } }),
      )) as Response;
      expect([answer.status, switchedFromHeader(answer.headers.get(SWITCHED_HEADER))?.to.id]).toEqual([
        409,
        other.companyId,
      ]);
      expect(stored.size).toBe(0);
    });
  });

  describe("that come twice", () => {
    const twice = (first: Fields, second = first, options = {}) =>
      Promise.all([send(first, options), send(second, options)]);
    const places = (answers: readonly Response[]) => answers.map((answer) => answer.headers.get("Location"));

    // @spec PC-5.45
    it("at once are carried out once, and answered twice", async () => {
      const answers = await twice(named({ submitId: "same-at-once" }), undefined, { plain: true });
      expect(await made()).toBe(1);
      expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
      expect(new Set(places(answers)).size).toBe(1);
      expect(answers.every((answer) => answer.headers.get("Set-Cookie")?.includes("platform_flash"))).toBe(true);
    });

    it("later get the first one's answer: going back in the browser and sending again makes nothing new", async () => {
      const first = await send(named({ submitId: "back-button" }));
      const second = await send(named({ submitId: "back-button", tab: "another-tab" }));
      expect(places([second])).toEqual(places([first]));
      expect(await made()).toBe(1);
    });

    it("with a new id, with other content, or without an id are new ones", async () => {
      await send(named({ submitId: "first-one" }));
      await send(named({ submitId: "second-one" }));
      await send(named({ submitId: "second-one", surname: "Other" }));
      await send(named());
      await send(named());
      expect(await made()).toBe(5);
      expect(
        (await send(named({ submitId: "first-one" }), { headers: { "X-Submit-Id": "by-the-script" } })).status,
      ).toBe(303);
      expect(await made()).toBe(6);
    });

    it("count again when the first was refused", async () => {
      const wrong = named({ submitId: "was-refused", email: "no address" });
      expect((await twice(wrong)).map((answer) => answer.status)).toEqual([422, 422]);
      expect((await send(named({ submitId: "was-refused" }))).status).toBe(303);
      expect(await made()).toBe(1);
    });

    it("are told from another user's", async () => {
      const session = sessionOf(mine, {}, mine.ownerId);
      const submission = { id: "chosen-by-me", name: "x", content: [] };
      expect(await executeOnce(session, submission, async () => "mine")).toBe("mine");
      expect(await executeOnce(session, submission, async () => "again")).toBe("mine");
      expect(await executeOnce(sessionOf(mine, {}, mine.driverUserId), submission, async () => "theirs")).toBe(
        "theirs",
      );
      expect(await executeOnce(sessionOf(other, {}, mine.ownerId), submission, async () => "other company's")).toBe(
        "other company's",
      );
    });

    it("wait for the first, also when another process carries it out", async () => {
      const { db, config } = database();
      const session = sessionOf(mine, {}, mine.ownerId);
      const submission = { id: "elsewhere-1", name: "x", content: [] };
      const given = { command: "x", userId: mine.ownerId };
      let finish: () => void = () => undefined;
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const working = executeOnce(
        session,
        submission,
        () =>
          new Promise<string>((done) => {
            finish = () => done("first");
            begin();
          }),
      );
      await begun;
      const key = (await db("applied_commands").where({ company_id: mine.companyId }).first())!.command_id;
      const process = createDatabase(config);
      try {
        expect(await claimCommand(process, mine.companyId, { ...given, commandId: key }, OTHER)).toEqual({
          state: "running",
        });
        const second = executeOnce(session, submission, async () => "second");
        finish();
        expect([await working, await second]).toEqual(["first", "first"]);
        expect(await claimCommand(process, mine.companyId, { ...given, commandId: key }, OTHER)).toEqual({
          state: "done",
          result: "first",
        });
      } finally {
        await process.destroy();
      }
    });

    it("are forgotten after two weeks", async () => {
      const { db } = database();
      await send(named({ submitId: "old-enough" }));
      await runHousekeeping(db, addSeconds(NOW, 13 * 24 * 3600));
      expect(await db("applied_commands").where({ company_id: mine.companyId })).toHaveLength(1);
      await runHousekeeping(db, addSeconds(NOW, 15 * 24 * 3600));
      expect(await db("applied_commands").where({ company_id: mine.companyId })).toEqual([]);
    });

    it("are refused with an id that is none", async () => {
      const answer = await send(named({ submitId: "x".repeat(65) }));
      expect([answer.status, await made()]).toEqual([400, 0]);
    });
  });
});
