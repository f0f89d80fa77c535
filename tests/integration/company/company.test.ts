import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { companyImage } from "~/features/company/queries/company-image.server";
import { GENERAL_ACTIONS } from "~/features/company/actions.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { redPng } from "../../helpers/red-png";
import { testServices } from "../../helpers/services";
import { MISSING } from "../access/ids";
import { askApi, get, post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

const root = mkdtempSync(path.join(os.tmpdir(), "company-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("the company itself on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const folder = path.join(root, kind);
  const pictures = (id: number): string[] => {
    const place = path.join(folder, `companies/${id}/image`);
    return existsSync(place) ? readdirSync(place) : [];
  };
  let company: TestCompany;
  let other: TestCompany;
  /** the owner's browser */
  let owner: { headers: Record<string, string> };
  let session: CompanySession;

  const signIn = async (userId: number) => {
    const cookie = (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
    return { headers: { Cookie: cookie }, session: (await sessionFromCookie(cookie)) as CompanySession };
  };
  const upload = (name: string, bytes: Uint8Array<ArrayBuffer>, companyId = company.companyId) => {
    const multipart = new FormData();
    multipart.append("item_id", String(companyId));
    multipart.append("image", new File([bytes], name));
    return askApi(owner, "company/upload-image", { multipart });
  };
  const looksAt = (viewer: CompanySession, companyId: number) =>
    companyImage(viewer, new Request("http://localhost/platform/company/image"), { companyId: String(companyId) });

  beforeEach(async () => {
    setWorld(db());
    setServices(
      testServices({
        clock: { nowMs: () => epochSec(NOW) * 1000 },
        storage: localDiskStorage(folder),
        // why: how pictures become small is the driver's proof tests' matter; here the stored one is sent.
        miniatures: { of: () => Promise.resolve(null), hasNone: () => true, close: () => Promise.resolve() },
      }),
    );
    company = await createCompany(db());
    other = await createCompany(db());
    ({ session, ...owner } = await signIn(company.ownerId));
  });
  afterEach(forgetWorld);

  it("is described by its admins, field by field; what is left out stays", async () => {
    const changed = await post(owner, "company/update", {
      title: " Bread  and more ",
      email: "Desk@Bread.example",
      phone: "+423 232 12 34",
      country_id: 1,
      industry_id: 3,
      default_visit_duration: 9,
    });
    expect(changed.body.data).toMatchObject({ email: "desk@bread.example", country_id: 1, industry_id: 3 });
    await post(owner, "company/update-field", { field: "phone", value: "" });
    expect(await getCompany(db(), company.companyId)).toMatchObject({
      email: "desk@bread.example",
      phone: null,
      default_visit_duration: 9,
      industry_id: 3,
    });
    await submit(GENERAL_ACTIONS["company.update"], session, { title: "Bread", country_id: "", industry_id: "2" });
    expect(await loadGeneralPage(session)).toMatchObject({ title: "Bread", countryId: null, industryId: 2 });
    expect(await getCompany(db(), other.companyId)).toMatchObject({ industry_id: null });
  });

  it("names the field that is wrong, and stores nothing of such a call", async () => {
    const before = await getCompany(db(), company.companyId);
    for (const [fields, field] of [
      [{ title: "" }, "title"],
      [{ title: "New", email: "nobody" }, "email"],
      [{ title: "New", phone: "12" }, "phone"],
      [{ title: "New", country_id: 99_999 }, "country_id"],
      [{ title: "New", industry_id: 28 }, "industry_id"],
      [{ title: "New", confirmation_settings: '{"to_nobody":{}}' }, "confirmation_settings.to_nobody"],
    ] as const) {
      const { status, body } = await post(owner, "company/update", fields);
      expect([status, Object.keys(body.data as object)]).toEqual([422, [field]]);
    }
    const both = await post(owner, "company/update-field", { name: "title", field: "phone", value: "1" });
    expect(both.status).toBe(422);
    expect((await post(owner, "company/update", { user_id: 1 })).status).toBe(400);
    expect(await getCompany(db(), company.companyId)).toEqual(before);
  });

  it("is changed by nobody else: other companies' ids, dispatchers and keys are refused", async () => {
    const before = await getCompany(db(), other.companyId);
    expect((await post(owner, "company/update", { id: other.companyId, title: "Mine" })).status).toBe(404);
    await db()("company_members").where({ user_id: company.ownerId }).update({ is_admin: 0, is_dispatcher: 1 });
    await db()("companies").where({ id: company.companyId }).update({ user_id: other.ownerId });
    expect((await post(owner, "company/update", { title: "Mine" })).status).toBe(403);
    expect((await upload("me.png", new Uint8Array(redPng()))).status).toBe(403);
    expect(pictures(company.companyId)).toEqual([]);
    const key = await createApiKey(db(), company.companyId);
    expect((await post(key, "company/update", { title: "Mine" })).status).toBe(403);
    expect(await getCompany(db(), other.companyId)).toEqual(before);
  });

  it("takes fail reasons as a list alone", async () => {
    const change = (value: unknown) => post(owner, "company/update-field", { name: "fail_reasons_settings", value });
    const stored = async () => (await getCompany(db(), company.companyId)).fail_reasons_settings;
    expect((await change("[5,2]")).status).toBe(200);
    expect(await stored()).toBe("[2,5]");
    for (const value of ["{not json", "null", "{}", "7", '"7"', "[99]", '["2"]']) {
      const { status, body } = await change(value);
      expect([value, status, Object.keys(body.data as object)[0]?.split(".")[0]]).toEqual([
        ...[value, 422, "fail_reasons_settings"],
      ]);
    }
    expect(await stored()).toBe("[2,5]");
    for (const nothing of [null, "", "[]"]) {
      await change("[2]");
      expect((await change(nothing)).status).toBe(200);
      expect(await stored()).toBe("[]");
    }
  });

  it("has several fields changed by its id, all of them or none", async () => {
    const before = [await getCompany(db(), company.companyId), await getCompany(db(), other.companyId)];
    const bulk = (values: object) => post(owner, "company/update-field", { bulk: values });
    const good = { title: "Bread", default_visit_duration: 9 };
    expect((await bulk({ [company.companyId]: good, [other.companyId]: good })).status).toBe(404);
    expect((await bulk({ [company.companyId]: good, [MISSING]: good })).status).toBe(404);
    for (const [values, field] of [
      [{ ...good, phone: "12" }, "phone"],
      [{ ...good, country_id: 99_999 }, "country_id"],
      [{ ...good, default_has_breaks: "x" }, "default_has_breaks"],
      [{ ...good, fail_reasons_settings: "{not json" }, "fail_reasons_settings"],
    ] as const) {
      const { status, body } = await bulk({ [company.companyId]: values });
      expect([status, Object.keys(body.data as object)]).toEqual([422, [`bulk.${company.companyId}.${field}`]]);
    }
    expect((await bulk({ [company.companyId]: { ...good, api_key: "x" } })).status).toBe(400);
    expect((await bulk({ [company.companyId]: "x" })).status).toBe(422);
    expect([await getCompany(db(), company.companyId), await getCompany(db(), other.companyId)]).toEqual(before);
    const changed = await bulk({ [company.companyId]: good });
    expect(changed.body.data).toMatchObject([{ id: company.companyId, ...good, api_key: null }]);
    const key = await createApiKey(db(), company.companyId);
    expect((await post(key, "company/update-field", { bulk: { [company.companyId]: good } })).status).toBe(403);
  });

  describe("and others beside it", () => {
    const store = (who: typeof owner, payload: object) => post(who, "company/store", payload);
    const counted = async () => Number((await db()("companies").count({ all: "*" }).first())?.all);
    let boss: typeof owner;
    let bossId = 0;
    beforeEach(async () => {
      bossId = await createUser(db(), { is_admin: 1 });
      await createMember(db(), company.companyId, { user_id: bossId, is_dispatcher: 1 });
      boss = { headers: (await signIn(bossId)).headers };
    });

    it("are added, several at once, all of them or none", async () => {
      const before = await counted();
      const wrong = await store(owner, { bulk: [{ title: "One" }, { title: " " }] });
      expect([wrong.status, wrong.body.data]).toEqual([422, { "bulk.1.title": "Title is required" }]);
      expect((await store(owner, { bulk: [{ title: "One" }, {}] })).status).toBe(422);
      expect((await store(owner, { bulk: [{ title: "One", status: 1 }] })).status).toBe(400);
      expect((await store(owner, { title: "One", bulk: [{ title: "Two" }] })).status).toBe(422);
      expect((await store(owner, { bulk: Array(501).fill({ title: "Many" }) })).status).toBe(422);
      expect(await counted()).toBe(before);
      const { status, body } = await store(owner, { bulk: [{ title: "One" }, { title: "Two", user_id: 0 }] });
      expect([status, body.data]).toMatchObject([
        200,
        ["One", "Two"].map((title) => ({ title, user_id: company.ownerId, api_key: null })),
      ]);
      expect(await counted()).toBe(before + 2);
    });

    // @spec AA-5.17
    it("need a user where a super admin adds them", async () => {
      const before = await counted();
      for (const nobody of [{}, { user_id: 0 }]) {
        const { status, body } = await store(boss, { title: "No user", ...nobody });
        expect([status, body.data]).toEqual([422, { user_id: "User is required" }]);
      }
      const many = await store(boss, { bulk: [{ title: "Own", user_id: bossId }, { title: "No user" }] });
      expect([many.status, many.body.data]).toEqual([422, { "bulk.1.user_id": "User is required" }]);
      expect(await counted()).toBe(before);
      const { body } = await store(boss, { title: "Own", user_id: bossId });
      expect(body.data).toMatchObject({ user_id: bossId });
    });

    it("have another owner where a super admin names one", async () => {
      const before = await counted();
      const named = { title: "Theirs", user_id: other.ownerId };
      for (const payload of [named, { ...named, title: "" }, { bulk: [{ title: "" }, named] }])
        expect((await store(owner, payload)).status).toBe(403);
      expect((await store(owner, { title: "Mine", user_id: MISSING })).status).toBe(403);
      expect((await store(boss, { bulk: [named, { title: "None's", user_id: MISSING }] })).status).toBe(404);
      expect(await counted()).toBe(before);
      expect((await store(owner, { title: "Mine", user_id: company.ownerId })).status).toBe(200);
      const { body } = await store(boss, { bulk: [named, { title: "Own", user_id: bossId }] });
      const [theirs, own] = body.data as { id: number; title: string; user_id: number }[];
      expect([theirs, own]).toMatchObject([named, { title: "Own" }]);
      expect(own!.user_id).toBe(bossId);
      const entries = db()("audit_log").where({ action: "user.add_company", outcome: "done" });
      expect((await entries.orderBy("id", "desc").limit(1))[0]).toMatchObject({ company_id: null });
    });
  });

  it("keeps one picture of several that are chosen at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => upload(`${nth}.png`, new Uint8Array(redPng()))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { image } = await getCompany(db(), company.companyId);
    expect(pictures(company.companyId)).toEqual([path.basename(image!)]);
  });

  // @spec AA-7.24
  it("has one picture, which its people see and others don't", async () => {
    const first = await upload("a.png", new Uint8Array(redPng()));
    expect(first.body.data).toEqual({ image: (await getCompany(db(), company.companyId)).image });
    const second = await upload("b.png", new Uint8Array(redPng()));
    const { image } = await getCompany(db(), company.companyId);
    expect(second.body.data).toEqual({ image });
    expect(pictures(company.companyId)).toEqual([path.basename(image!)]);
    const seen = await looksAt(session, company.companyId);
    expect([seen.status, seen.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const { session: stranger } = await signIn(other.ownerId);
    await expect(looksAt(stranger, company.companyId)).rejects.toMatchObject({ status: 404 });

    expect((await upload("d.png", new Uint8Array(redPng()), other.companyId)).status).toBe(404);
    expect([pictures(other.companyId), pictures(company.companyId).length]).toEqual([[], 1]);
    const cut = await upload("cut.png", new Uint8Array(redPng().subarray(0, 50)));
    expect([cut.status, cut.body.data]).toEqual([422, { image: 'The file "cut.png" has wrong format.' }]);
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    const refused = await upload("c.svg", svg);
    expect([refused.status, refused.body.data]).toEqual([422, { image: 'The file "c.svg" has wrong format.' }]);
    expect(pictures(company.companyId)).toEqual([path.basename(image!)]);
    await submit(GENERAL_ACTIONS["company.remove_image"], session, {});
    expect([(await getCompany(db(), company.companyId)).image, pictures(company.companyId)]).toEqual([null, []]);
  });

  // @spec AA-3.18
  it("keeps the default title only while its owner works for no other", async () => {
    const owned = await getUserAcrossCompanies(db(), company.ownerId);
    const rename = async (title: string) => {
      expect((await post(owner, "company/update", { title })).status).toBe(200);
      return (await getCompany(db(), company.companyId)).title;
    };
    expect(await rename(DEFAULT_TITLE)).toBe(DEFAULT_TITLE);
    await foundCompany(db(), owned, "Second");
    const byName = `Company of ${[owned.name, owned.surname].filter(Boolean).join(" ") || owned.email}`;
    expect(await rename(DEFAULT_TITLE)).toBe(byName);
    // Its own name is no other's.
    expect(await rename(DEFAULT_TITLE)).toBe(byName);
    await foundCompany(db(), owned, byName);
    expect(await rename(DEFAULT_TITLE)).toBe(`${byName} 2`);
  });

  // @spec AA-7.25
  it("is listed with the others that its people work for, or those of one owner", async () => {
    const { body } = await post(owner, "company/store", { title: "Second" });
    const { id } = body.data as { id: number };
    const titles = async (filter?: object) =>
      ((await get(owner, "company/list", filter)).body.data as { id: number; api_key: string | null }[]).map((one) => [
        one.id,
        one.api_key,
      ]);
    expect(await titles()).toEqual([
      [company.companyId, null],
      [id, null],
    ]);
    expect(await titles({ user_id: other.ownerId })).toEqual([]);
    expect((await post(owner, "company/store", { title: "" })).status).toBe(422);
    const mine = readFileSync(path.resolve("package.json"));
    expect((await upload("package.png", new Uint8Array(mine))).status).toBe(422);
  });
});
