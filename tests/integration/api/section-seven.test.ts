import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { fieldsOf } from "~/domain/validation/field-reader";
import { epochSec } from "~/domain/time/utc-text";
import { API } from "~/features/api.server";
import { REFERENCE_LIMIT } from "~/features/company/reference-calls.server";
import { REFUSED_CALLS } from "~/http/api/refused-calls";
import { limits, setLimits } from "~/services/limits/limits.server";
import { setServices } from "~/services/container.server";
import type { FileStorage } from "~/services/storage/storage";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { get, post } from "./api-world";

const RESOURCES = [
  ...["routing-query", "routing-sheet", "users", "company", "company-members", "vehicle", "warehouse", "routing-plan"],
  ...["routing-visit", "routing-route", "routing-visit-attachment", "company-confirmation-template"],
];
/** Fields by the names of their calls: one record, or several at once. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  item: ["id"],
  store: ["bulk"],
  update: ["id"],
  "update-field": ["id", "name", "field", "value", "bulk"],
  destroy: ["id", "ids"],
  "upload-image": ["image"],
};
/** What stands for a field that a call has not. */
const ELSEWISE: Readonly<Record<string, string>> = {};
const FAMILY = ["list", "item", "store", "update", "update-field", "destroy", "upload-image"];

describe("the resource family of the specification", () => {
  const all = RESOURCES.flatMap((resource) => FAMILY.map((name) => `${resource}/${name}`));

  // @spec PC-7.06 PC-7.07
  it("has each call, or refuses it by name", () => {
    expect(all.filter((path) => !API.has(path) && !REFUSED_CALLS.includes(path))).toEqual([]);
    expect(REFUSED_CALLS.filter((path) => API.has(path) || !all.includes(path))).toEqual([]);
  });

  // @spec PC-7.09 PC-7.11 PC-7.13 PC-7.14 PC-7.16
  it.each(Object.keys(TAKEN))("%s takes what the specification says, of every resource", (name) => {
    const paths = all.filter((path) => path.endsWith(`/${name}`) && API.has(path));
    const missing = paths.flatMap((path) => {
      const { input, files = [] } = API.get(path)!;
      const fields = [...Object.keys(fieldsOf(input)), ...files];
      return TAKEN[name]!.filter((field) => !fields.includes(field) && !(`${path} ${field}` in ELSEWISE)).map(
        (field) => `${path} ${field}`,
      );
    });
    expect(missing).toEqual([]);
  });
});

describe.each(databases())("calls of section 7 on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let key: TestKey;

  beforeEach(async () => {
    setWorld(database().db);
    setLimits(undefined);
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, routing: testRouting() }));
    desk = await createDesk(database().db);
    key = await createApiKey(desk.db, desk.companyId);
  });
  afterEach(forgetWorld);

  // @spec PC-7.07
  it.each(REFUSED_CALLS)("refuses %s with a sentence", async (path) => {
    const answer = await post(key, path, { id: 1 });
    expect(answer.status).toBe(404);
    expect(answer.body.data).toMatch(/^\S.+\.$/);
    expect((await post(key, path.replace("/", "."), { id: 1 })).body.data).toBe(answer.body.data);
  });

  // @spec PC-7.44 PC-7.43
  it("downloads templates, and nothing by a path or an address of others", async () => {
    for (const path of ["/templates/visits.xlsx", "/templates/vehicles.xlsx", "/platform/templates/general.xlsx"]) {
      const answer = await post(key, "download", { path, file_name: "Mine.xlsx" });
      expect([answer.status, answer.headers.get("Content-Disposition")]).toEqual([
        200,
        expect.stringContaining("Mine.xlsx"),
      ]);
    }
    const own = await post(key, "download", { path: `http://localhost/platform/export/plan/${desk.planId}/csv` });
    expect(own.status).toBe(200);
    for (const path of [
      "/templates/../../package.json",
      "../../../etc/passwd",
      "/etc/passwd",
      "file:///etc/passwd",
      "https://evil.example/platform/templates/visits.xlsx",
      `https://evil.example/platform/export/plan/${desk.planId}/xlsx`,
      "//evil.example/templates/visits.xlsx",
      "",
    ])
      expect([path, (await post(key, "download", { path })).status]).toEqual([path, 404]);
  });

  it("looks the path of a picture up among the company's own", async () => {
    const theirs = await createDesk(desk.db);
    const visitOf = async ({ companyId }: Desk): Promise<number> =>
      ((await desk.db("routing_visits").where({ company_id: companyId }).first("id")) as { id: number }).id;
    for (const one of [desk, theirs]) {
      const path = `companies/${one.companyId}/visits/a.jpg`;
      await insertAttachment(desk.db, one.companyId, { visit_id: await visitOf(one), path, type: "photo" }, NOW);
    }
    const open = () =>
      Promise.resolve({ bytes: 7, modifiedMs: 0, stream: () => Readable.from([Buffer.from("picture")]) });
    // why: one file under every key, so that nothing but the record decides
    const storage = { open } as unknown as FileStorage;
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, storage }));
    const ask = (of: Desk, more: object = {}) =>
      post(key, "download", { path: `companies/${of.companyId}/visits/a.jpg`, ...more });
    const ours = await ask(desk, { file_name: "Door.jpg" });
    expect([ours.status, ours.body.data]).toEqual([200, "picture"]);
    expect(ours.headers.get("Content-Disposition")).toMatch(/^attachment; filename="Door.jpg"/);
    const others = await ask(theirs);
    expect([others.status, others.body.data]).toEqual([404, "File not found"]);
    expect(others.body).toEqual((await ask({ ...desk, companyId: 999_999 })).body);
  });

  // @spec PC-7.45
  it("counts those who ask for countries without a company", async () => {
    expect((await get(null, "country/list")).status).toBe(200);
    for (let use = 1; use < REFERENCE_LIMIT.uses; use++) await limits().take(REFERENCE_LIMIT, "127.0.0.1");
    const refused = await get(null, "country/list");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await get(null, "country-areas/list")).status).toBe(429);
  });
});
