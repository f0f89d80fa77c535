import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import { listLogEntriesAcrossCompanies } from "~/db/repositories/audit-log.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { PUBLIC_PAGES } from "~/domain/pages/public-page";
import type { PublicPage } from "~/domain/pages/public-page";
import { SAMPLE_TEXTS } from "~/domain/pages/sample-texts";
import { epochSec } from "~/domain/time/utc-text";
import { PAGES_ACTIONS } from "~/features/pages/actions.server";
import { loadOldPage, loadPagesEditor, previewPage } from "~/features/pages/queries/pages-editor.server";
import { loadPublicPage } from "~/features/pages/queries/public-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("pages for anybody on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let ada: CompanySession;
  let bea: CompanySession;
  let dispatcher: CompanySession;

  const asked = (query = "") => new Request(`http://localhost/platform/admin/pages?${query}`);
  const open = async (page: PublicPage) => (await loadPublicPage(asked(), page)).json();
  const save = (session: CompanySession, body: string, seen: number, page: PublicPage = "terms") =>
    performAction(PAGES_ACTIONS, session, "public_page.save", { page, seen, title: "Our terms", body });
  const restore = (session: CompanySession, version: number, seen: number) =>
    performAction(PAGES_ACTIONS, session, "public_page.restore", { page: "terms", seen, version });
  const editor = () => loadPagesEditor(ada, asked("page=terms"));
  const posted = (fields: Record<string, string>) =>
    new Request("http://localhost/platform/admin/pages/preview", {
      method: "POST",
      body: new URLSearchParams(fields),
    });

  async function personOf(companyId: number, name: string, rights: { is_admin?: 0 | 1 }): Promise<CompanySession> {
    const userId = await createUser(db(), { name, surname: "Smith", ...rights });
    await createMember(db(), companyId, { user_id: userId, is_dispatcher: 1 });
    const cookie = (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
    return (await sessionFromCookie(cookie)) as CompanySession;
  }

  beforeAll(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    const { companyId } = await createCompany(db());
    ada = await personOf(companyId, "Ada", { is_admin: 1 });
    bea = await personOf(companyId, "Bea", { is_admin: 1 });
    dispatcher = await personOf(companyId, "Dan", {});
  });
  afterAll(forgetWorld);
  beforeEach(async () => void (await db()("public_page_versions").delete()));

  it("say what came with the product, and where the operator has to fill something in", async () => {
    for (const page of PUBLIC_PAGES) {
      const shown = await open(page);
      expect(shown.title).toBe(SAMPLE_TEXTS[page].title);
      expect(shown.isSample).toBe(page !== "home");
      expect(shown.address).toMatch(new RegExp(`/platform/${page}$`));
    }
    expect((await editor()).gaps).toContain("[name of the operator]");
  });

  it("say what a platform admin wrote last, and keep what they said before with who and when", async () => {
    await save(ada, "First", 0);
    await save(bea, "Second [words](/privacy) <b>", 1);
    const shown = await open("terms");
    expect(shown).toMatchObject({ title: "Our terms", isSample: false });
    expect(shown.html).toBe('<p>Second <a href="/platform/privacy">words</a> &lt;b&gt;</p>\n');
    expect((await open("privacy")).isSample).toBe(true);
    expect((await editor()).versions).toEqual([
      { version: 2, title: "Our terms", createdAt: NOW, who: "Bea Smith" },
      { version: 1, title: "Our terms", createdAt: NOW, who: "Ada Smith" },
    ]);
    expect((await loadOldPage(ada, asked("page=terms&version=1")))?.html).toBe("<p>First</p>\n");
    const [entry] = await listLogEntriesAcrossCompanies(db(), { action: "public_page.save" }, 1);
    expect(entry).toMatchObject({ user_id: bea.user.id, company_id: null, by_platform: 1 });
  });

  it("of two who write one page, the second hears of the first and loses nothing", async () => {
    await save(ada, "First", 0);
    await expect(save(bea, "Second", 0)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Ada Smith changed the page in the meantime.") as string,
    });
    await expect(restore(bea, 0, 0)).rejects.toMatchObject({ code: "page.changed" });
    await save(bea, "Second", 1);
    expect((await open("terms")).html).toContain("Second");
  });

  it("take one of two versions that are written in the same moment", async () => {
    await save(ada, "First", 0);
    const results = await Promise.allSettled([save(ada, "Ada's", 1), save(bea, "Bea's", 1)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await editor()).versions).toHaveLength(2);
  });

  it("go back to an older version, and to the text of the product, as one version more", async () => {
    await save(ada, "First", 0);
    await save(ada, "Second", 1);
    await restore(bea, 1, 2);
    expect((await open("terms")).html).toContain("First");
    await restore(bea, 0, 3);
    expect((await open("terms")).isSample).toBe(true);
    expect((await editor()).versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    await expect(restore(ada, 9, 4)).rejects.toMatchObject({ status: 404 });
    // Nothing changes: no version is kept.
    await restore(ada, 4, 4);
    expect((await editor()).version).toBe(4);
  });

  it("are refused in words: empty, too long, unknown", async () => {
    const refused = (input: object) =>
      performAction(PAGES_ACTIONS, ada, "public_page.save", {
        page: "terms",
        seen: 0,
        title: "T",
        body: "B",
        ...input,
      });
    for (const input of [{ title: "" }, { body: "  " }, { title: "x".repeat(101) }, { description: "x".repeat(201) }])
      await expect(refused(input)).rejects.toMatchObject({ name: "ZodError" });
    for (const input of [{ body: "x".repeat(100_001) }, { page: "imprint" }, { seen: -1 }])
      await expect(refused(input)).rejects.toMatchObject({ name: "ZodError" });
    expect((await editor()).version).toBe(0);
    await refused({ body: "ü".repeat(100_000) });
    expect((await editor()).text.body).toHaveLength(100_000);
  });

  it("are looked at before they are saved", async () => {
    const draft = { page: "terms", title: "T <i>", body: "# B\r\n\r\n<script>" };
    expect(await previewPage(ada, posted(draft))).toMatchObject({
      title: "T <i>",
      html: "<h2>B</h2>\n<p>&lt;script&gt;</p>\n",
    });
    expect(await previewPage(ada, posted({ page: "terms", title: "", body: "B" }))).toEqual({
      fault: "Title is required",
    });
    expect((await editor()).version).toBe(0);
  });

  it("are written by platform admins alone", async () => {
    for (const work of [
      () => save(dispatcher, "Mine", 0),
      () => restore(dispatcher, 0, 0),
      () => loadPagesEditor(dispatcher, asked()),
      () => loadOldPage(dispatcher, asked("page=terms&version=0")),
      () => previewPage(dispatcher, posted({ title: "T", body: "B" })),
    ])
      await expect(work()).rejects.toMatchObject({ status: 403 });
  });

  it("know nobody any more whose account is gone", async () => {
    const passing = await createUser(db(), { name: "Cy", surname: "Gone" });
    await db()("public_page_versions").insert({
      ...{ page: "terms", version: 1, title: "T", description: "", body: "B", user_id: passing, created_at: NOW },
    });
    await db()("users").where({ id: passing }).delete();
    expect((await editor()).versions[0]?.who).toBe("Somebody whose account is gone");
  });
});
