import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { testServices } from "../../helpers/services";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { askApi, get, post } from "./api-world";

type Person = { headers: Record<string, string> };

describe.each(databases())("one's own account by calls on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let owner: Person;
  let folder = "";

  beforeEach(async () => {
    setWorld(db());
    folder = mkdtempSync(path.join(tmpdir(), "own-account-"));
    const storage = localDiskStorage(folder);
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, storage }));
    desk = await createDesk(db());
    owner = await signedIn(desk.ownerId);
  });
  afterEach(() => {
    forgetWorld();
    rmSync(folder, { recursive: true });
  });

  const user = (id = desk.ownerId) => getUserAcrossCompanies(db(), id);
  const settings = async (id = desk.ownerId) => JSON.parse((await user(id)).settings ?? "{}") as object;
  async function signedIn(id: number): Promise<Person> {
    const cookie = await openSession(await user(id), new Headers());
    return { headers: { Cookie: cookie.split(";")[0]! } };
  }
  const save = (who: Person, given: unknown) => post(who, "user/save-settings", { settings: JSON.stringify(given) });

  const settingsOf = ({ body }: Awaited<ReturnType<typeof save>>) =>
    JSON.parse((body.data as { settings: string }).settings) as object;

  // @spec AA-7.03 AA-3.02
  // @spec AA-3.05 AA-3.04
  it("is told with its settings, and whether it has rights over the platform", async () => {
    await updateUser(db(), desk.ownerId, { settings: '{"map":"google"}', admin_comment: "Pays late" }, NOW);
    const { status, body } = await get(owner, "user/get-data");
    const data = body.data as { user: Record<string, unknown>; is_admin: boolean };
    expect([status, data.is_admin]).toEqual([200, false]);
    expect(data.user).toMatchObject({
      id: desk.ownerId,
      settings: JSON.stringify({ map: "google", company_id: desk.companyId }),
      is_completed: 1,
      status: "active",
    });
    expect(Object.keys(data.user).filter((name) => /password|session|role|comment|secret/.test(name))).toEqual([]);
    expect((await get(null, "user/get-data")).status).toBe(401);
    expect((await get(await createApiKey(db(), desk.companyId), "user/get-data")).status).toBe(403);
    await updateUser(db(), desk.ownerId, { is_admin: 1 }, NOW);
    expect((await get(owner, "user/get-data")).body.data).toMatchObject({ is_admin: true });
    const fresh = await createUser(db(), { email_verified_at: null, is_completed: 0, is_admin: 1 });
    expect((await get(await signedIn(fresh), "user/get-data")).body.data).toMatchObject({
      user: { id: fresh, email_verified_at: null, is_completed: 0, settings: "{}" },
      is_admin: false,
    });
  });

  // @spec AA-7.04
  it("takes its settings back, changes what differs, and refuses what nobody can set", async () => {
    await updateUser(db(), desk.ownerId, { settings: '{"firstStepsHidden":true,"map":"google"}' }, NOW);
    const told = (await get(owner, "user/get-data")).body.data as { user: { settings: string } };
    const read = JSON.parse(told.user.settings) as object;
    const saved = await save(owner, { ...read, map: "openstreetmap", experimental: 1 });
    expect(saved.status).toBe(200);
    const expected = { firstStepsHidden: true, map: "openstreetmap", experimental: true };
    expect(settingsOf(saved)).toEqual({ ...expected, company_id: desk.companyId });
    expect((await save(owner, { firstStepsHidden: false })).status).toBe(400);
    const unknown = await save(owner, { map: "google", platform_role: "sudo" });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining("platform_role")]);
    for (const wrong of [{ map: "atlas" }, { router: 1 }, [], "x", null])
      expect((await save(owner, wrong)).status).toBe(422);
    expect((await post(owner, "user/save-settings", { settings: "{" })).status).toBe(422);
    expect(await settings()).toEqual(expected);
  });

  // @spec AA-6.04 AA-6.05 AA-2.39
  // @spec AA-3.07
  it("sets the development clock with its right alone, and nothing beside a refused one", async () => {
    const clock = { dev_custom_time: true, dev_start_time: "2027-03-01 08:00:00", dev_speed_factor: 60 };
    expect((await save(owner, { map: "openstreetmap", ...clock })).status).toBe(403);
    // The right comes before the value.
    for (const wrong of [{ dev_speed_factor: "x" }, { dev_start_time: "never" }, { dev_custom_time: 7 }])
      expect((await save(owner, wrong)).status).toBe(403);
    expect(await settings()).toEqual({});
    await updateUser(db(), desk.ownerId, { platform_role: "dev_team" }, NOW);
    expect((await save(owner, { map: "openstreetmap", ...clock })).status).toBe(200);
    const stored = await settings();
    expect(stored).toMatchObject({ map: "openstreetmap", ...clock });
    expect((await save(owner, { ...stored, dev_custom_time: false })).status).toBe(200);
    expect(await settings()).toMatchObject({ dev_custom_time: false });
  });

  // @spec PC-6.06
  it("switches to another company of one's own, and to no other", async () => {
    const { companyId } = await createCompany(db());
    expect((await save(owner, { map: "openstreetmap", company_id: companyId })).status).toBe(404);
    expect(await settings()).toEqual({});
    await createMember(db(), companyId, { user_id: desk.ownerId, is_dispatcher: 1 });
    const saved = await save(owner, { company_id: companyId });
    expect([saved.status, settingsOf(saved)]).toEqual([200, { company_id: companyId }]);
    expect((await user()).current_company_id).toBe(companyId);
  });

  // @spec AA-7.24
  it("takes a picture for oneself, and for nobody else", async () => {
    const form = (itemId: number) => {
      const fields = new FormData();
      fields.set("image", new File([GIF], "me.gif"));
      fields.set("item_id", String(itemId));
      return fields;
    };
    const other = await createUser(db());
    expect((await askApi(owner, "users/upload-image", { multipart: form(other) })).status).toBe(404);
    expect([(await user()).image, (await user(other)).image]).toEqual([null, null]);
    const { status, body } = await askApi(owner, "users/upload-image", { multipart: form(desk.ownerId) });
    const { image } = await user();
    expect([status, body.data]).toEqual([200, { image }]);
    const half = new FormData();
    half.set("image", new File([GIF.subarray(0, GIF.byteLength >> 1)], "half.gif"));
    expect((await askApi(owner, "users/upload-image", { multipart: half })).status).toBe(422);
    expect((await user()).image).toBe(image);
    expect(image).toMatch(new RegExp(`^users/${desk.ownerId}/[\\w-]+\\.gif$`));
    expect((await askApi(owner, "users/upload-image", { multipart: new FormData() })).status).toBe(422);
  });

  it("keeps one file of a picture that a program sends twice with the same key", async () => {
    const send = () => {
      const fields = new FormData();
      fields.set("image", new File([GIF], "me.gif"));
      fields.set("item_id", String(desk.ownerId));
      return askApi(owner, "users/upload-image", { multipart: fields, headers: { "Idempotency-Key": "same" } });
    };
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data]);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files).toHaveLength(1);
  });
});

/** One point. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
