import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { REGISTRY } from "~/features/actions.server";
import { SHEET_ACTIONS } from "~/features/imports/actions.server";
import { IMPORT_CALLS } from "~/features/imports/api-calls.server";
import type { RouteItem, VisitItem } from "~/features/imports/wire-items";
import type { ActionContext } from "~/http/action.server";
import { onceForKey } from "~/http/api/idempotency.server";
import { answerAction } from "~/http/actions/page-action.server";
import { performAction } from "~/http/actions/perform-action.server";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createPlan } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { forCaller } from "../../helpers/caller";
import { databases } from "../../helpers/databases";
import { formOf } from "../../helpers/forms";
import { sessionOf } from "../../helpers/sessions";
import { stored, workbookOf } from "../../helpers/workbooks";
import { get } from "../api/api-world";
import { useImports } from "./import-world";

interface Progress {
  finished: boolean;
  sheet_id: number;
}
type Applied = Progress & { visits: VisitItem[]; routes: RouteItem[] };

const TOUR = [
  ["Wer", "Wann", "Was"],
  ["Amsel", "08:30", 12],
  ["Buche", "", 3],
];
const FLEET = [
  ["Plate", "Max load"],
  ["FL 1", 900],
];
const COLUMNS = { Tour: { entity: "visit", columns: ["name", "start_time", "package_load"] } };

/** The calls of the specification, section 7, as programs make them. */
describe.each(databases())("calls of an import on %s", (kind) => {
  const imports = useImports(kind);
  let company: TestCompany;
  let session: CompanySession;
  beforeAll(() => {
    company = imports.company();
    session = imports.session();
  });
  // Each test is a program that starts with no upload of its own unfinished.
  beforeEach(async () => {
    const { db } = imports.database();
    await db("routing_sheets").where({ company_id: company.companyId }).update({ state: "failed" });
  });

  const call = <Answer>(name: string, input: object, by = session) =>
    performAction(REGISTRY, by, `routing-sheet.${name}`, input) as Promise<Answer>;
  async function send<Answer>(name: string, sheets: Parameters<typeof workbookOf>[0], input: object = {}) {
    const { fileName, key } = await stored(imports.world(), "tour.xlsx", workbookOf(sheets));
    const options = { files: [{ field: "file", name: fileName, key }] };
    return performAction(REGISTRY, session, `routing-sheet.${name}`, input, options) as Promise<Answer>;
  }
  const planOf = () => createPlan(imports.database().db, company.companyId, { warehouse_id: company.warehouseId });
  /** As a program is told: the page of the import does the same and lists nothing. */
  const asked = <Answer>(name: string, input: object) => {
    const found = IMPORT_CALLS.find(({ path }) => path === `routing-sheet/${name}`)!;
    const options = { request: new Request("http://localhost/"), ip: "127.0.0.1" };
    return found.ask({ kind: "json", value: input }).run(session, options) as Promise<Answer>;
  };
  /** The same record as the call of its resource tells it. */
  async function itemOf(resource: string, { id }: { id: number }) {
    const key = await createApiKey(imports.database().db, company.companyId);
    return (await get(key, `${resource}/item`, { id })).body.data;
  }
  async function repeated<Answer extends Progress>(name: string, input: object): Promise<Answer> {
    for (;;) {
      const answer = await asked<Answer>(name, input);
      if (answer.finished) return answer;
    }
  }

  // @spec PC-7.17 PC-7.18 PC-7.19 PC-4.098
  it("upload-mapping, parse-visits and apply-mapping take the same sheets; records come back", async () => {
    const company_id = company.companyId;
    expect(await send("upload-mapping", { Tour: TOUR, Notes: [["a", "b"]] }, { company_id })).toEqual({
      Tour: [
        ["Wer", "Wann", "Was"],
        ["Amsel", "08:30", "12"],
        ["Buche", "", "3"],
      ],
      Notes: [["a", "b"]],
    });
    const plan_id = await planOf();
    const sheets = JSON.stringify(COLUMNS);
    await expect(call("apply-mapping", { sheets, company_id, plan_id })).rejects.toMatchObject({ status: 409 });
    expect(await repeated("parse-visits", { sheets, company_id })).toMatchObject({ done: 2, total: 2 });
    const { revision } = (await imports.database().db("routing_sheets").orderBy("id", "desc").first()) as {
      revision: number;
    };
    // Asked again it is still finished, and nothing is checked anew.
    expect(await call("parse-visits", { sheets: COLUMNS })).toMatchObject({ finished: true });
    expect(await imports.database().db("routing_sheets").orderBy("id", "desc").first()).toMatchObject({ revision });
    const other = { Tour: { entity: "visit", columns: ["name", null, "package_load"] } };
    await expect(call("apply-mapping", { sheets: other, plan_id })).rejects.toMatchObject({
      code: "import.other_columns",
      status: 409,
    });
    const applied = await repeated<Applied>("apply-mapping", { sheets, company_id, plan_id });
    const common = { plan_id, company_id, type: "D", status: 1, source: 2, end_time: "20:00" };
    expect(applied.visits).toMatchObject([
      { ...common, name: "Amsel", start_time: "08:30", package_load: 12 },
      { ...common, name: "Buche", start_time: "08:00", package_load: 3 },
    ]);
    expect(applied.visits[0]).not.toHaveProperty("deleted_at");
    expect(applied.routes).toEqual([]);
    // The same file's rows add nothing the second time.
    expect((await asked<Applied>("apply-mapping", { sheets, plan_id })).visits).toEqual(applied.visits);
    const { done, total, sheet_id } = applied as Applied & { done: number; total: number };
    expect(await call("apply-mapping", { sheet_id })).toEqual({ finished: true, done, total, sheet_id });
    await expect(call("parse-visits", { sheets: other })).rejects.toMatchObject({ code: "import.applied" });
  });

  it("an upload whose request was closed is not read, and nothing of it is kept", async () => {
    const { db } = imports.database();
    const sheets = async () => (await db("routing_sheets").count({ n: "*" }).first())!.n;
    const before = await sheets();
    const upload = forCaller(AbortSignal.abort(), () => send("upload-mapping", { Tour: TOUR }));
    await expect(upload).rejects.toMatchObject({ code: "file.gone" });
    expect(await sheets()).toBe(before);
  });

  it("one company's uploads are refused beyond its share, and another one's is read", async () => {
    const uploads = await Promise.all(
      Array.from({ length: 6 }, () =>
        send("upload-mapping", { Tour: TOUR }).then(
          () => "read",
          (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
        ),
      ).concat([
        stored(imports.world(), "other.csv", new TextEncoder().encode("Name\nAmsel\n")).then(async ({ key }) => {
          const other = { owner: "company 0" };
          const { storage, spreadsheets } = imports.world();
          const answer = await storage.withLocalFile(key, (file) =>
            storage.withLocalFile(`${key}.rows`, (target) => spreadsheets.convert(file, "other.csv", target, other)),
          );
          return answer.ok ? "other read" : answer.fault;
        }),
      ]),
    );
    expect(uploads.filter((one) => one === "429 file.share")).toHaveLength(2);
    expect(uploads.filter((one) => one === "read")).toHaveLength(4);
    expect(uploads.at(-1)).toBe("other read");
  });

  it("a refused parse-visits changes nothing; the page that was refused keeps what was chosen there", async () => {
    await send("upload-mapping", { Tour: [["Name"], ["Amsel"]] });
    const sheet = () => imports.database().db("routing_sheets").orderBy("id", "desc").first();
    const before = (await sheet())!;
    const program = call("parse-visits", { sheet_id: before.id, start: true, entities: [null] });
    await expect(program).rejects.toMatchObject({ status: 422, message: "Please select entity for sheets" });
    expect(await sheet()).toEqual(before);

    const form = formOf({ start: 1, "entity.0": "" });
    const context = { session, form, intent: "routing-sheet.parse-visits", tab: undefined } as unknown as ActionContext;
    const at = { request: new Request("http://localhost/platform/"), params: {} };
    const page = answerAction(context, at, SHEET_ACTIONS, { given: () => ({ sheet_id: before.id }) });
    await expect(page).rejects.toMatchObject({ status: 422, message: "Please select entity for sheets" });
    expect(JSON.parse((await sheet())!.mappings!)).toMatchObject([{ entity: null }]);
  });

  it("an import that was refused and undone leaves its key of idempotency free", async () => {
    const { db } = imports.database();
    const claims = () => db("applied_commands").where({ company_id: company.companyId });
    const once = (sheets: Parameters<typeof workbookOf>[0]) =>
      onceForKey(session, "undone", { path: "routing-sheet/upload-plan", content: "the same" }, () =>
        send("upload-plan", sheets),
      );
    for (let time = 0; time < 2; time += 1)
      await expect(
        once({
          Tour: [
            ["a", "b"],
            [1, 2],
          ],
        }),
      ).rejects.toMatchObject({ code: "import.mapping" });
    expect(await claims()).toEqual([]);
    expect(await once({ Visits: [["Name"], ["Erle"]] })).toMatchObject({ isRepeated: false });
    expect(await claims()).toMatchObject([{ done_at: expect.any(String), result: expect.any(String) }]);
  });

  it("asks for an entity where no sheet has one, and tells 0 for none", async () => {
    await send("upload-mapping", { Tour: TOUR });
    for (const entity of [{}, { entity: "" }, { entity: null }])
      await expect(call("parse-visits", { sheets: { Tour: { ...entity, columns: [] } } })).rejects.toMatchObject({
        status: 422,
        message: "Please select entity for sheets",
      });
    expect(await send("upload", { Tour: TOUR })).toMatchObject({ item: { plan_id: 0 } });
    const [visit] = await send<VisitItem[]>(
      "upload-visits",
      { Tour: [["Name"], ["Erle"]] },
      { plan_id: await planOf() },
    );
    expect(visit).toMatchObject({ route_id: 0, confirmation_template_id: 0, fail_reason_id: 0 });
    expect(await itemOf("routing-visit", visit!)).toMatchObject(visit!);
    const plan = { plan_id: await planOf() };
    const { routes } = await send<Applied>("upload-plan", { Visits: [["Name"], ["Ulme"]], Vehicles: FLEET }, plan);
    expect(routes).toMatchObject([{ driver_id: 0, query_id: 0 }]);
    expect(await itemOf("routing-route", routes[0]!)).toMatchObject(routes[0]!);
  });

  it("sheets that are left out aren't imported, and columns that are left out are recognised", async () => {
    await send("upload-mapping", { Fleet: FLEET, Tour: [["Name"], ["Esche"]] });
    const plan_id = await planOf();
    const sheets = { Fleet: { entity: "vehicle" } };
    await repeated("parse-visits", { sheets });
    const { visits, routes } = await repeated<Applied>("apply-mapping", { sheets, plan_id });
    expect(visits).toEqual([]);
    expect(routes).toMatchObject([{ plan_id, status: 1, is_locked: 0, start_location_type: "W" }]);
  });

  // @spec PC-7.20 PC-7.21 PC-7.22
  it("upload-visits answers visits, upload-plan routes as well, upload the item by the given name", async () => {
    const plan_id = await planOf();
    const both = { Visits: [["Name"], ["Fichte"]], Vehicles: FLEET };
    expect(await send("upload-visits", both, { plan_id })).toMatchObject([{ name: "Fichte", plan_id }]);
    expect(await send("upload-plan", both, { plan_id, file_name: "Monday.xlsx" })).toMatchObject({
      visits: [{ name: "Fichte", plan_id }],
      routes: [{ plan_id }],
    });
    expect(await send("upload", both, { file_name: "Monday.xlsx" })).toMatchObject({ item: { title: "Monday.xlsx" } });
    // A name that says another kind of file is none of this one.
    expect(await send("upload", both, { file_name: "Monday.csv" })).toMatchObject({ item: { title: "tour.xlsx" } });
  });

  // @spec PC-5.50 PC-5.51 PC-5.52
  it.each([
    [{ sheets: { Other: { entity: "visit" } } }, 404, "Upload not found"],
    [{}, 422, "Sheets are required"],
    [{ sheets: { Tour: { entity: "visit", columns: ["name", "colour"] } } }, 422, "“colour” is no field of a visit"],
    [{ sheets: { Tour: { entity: "visit", columns: ["name", "name"] } } }, 422, "This field is already used"],
    [
      { sheets: { Tour: { entity: "visit", columns: [null, "address"] } } },
      422,
      "Field Name is required in sheet Tour",
    ],
    [{ sheets: { Tour: { entity: null } } }, 422, "Please select entity for sheets"],
  ])("refuses %j", async (input, status, message) => {
    await send("upload-mapping", { Tour: TOUR });
    await expect(call("parse-visits", input)).rejects.toMatchObject({ status, message });
  });

  it("takes nobody else's upload", async () => {
    await send("upload-mapping", { Tour: TOUR });
    const sheets = COLUMNS;
    const colleague = sessionOf(company, { isDispatcher: true }, 999_999);
    await expect(call("parse-visits", { sheets }, colleague)).rejects.toMatchObject({ status: 404 });
    const stranger = await createCompany(imports.database().db);
    const theirs = sessionOf(stranger, { isDispatcher: true }, company.ownerId);
    await expect(call("parse-visits", { sheets }, theirs)).rejects.toMatchObject({ status: 404 });
    const company_id = stranger.companyId;
    await expect(call("parse-visits", { sheets, company_id })).rejects.toMatchObject({ status: 404 });
    await expect(send("upload", { Tour: TOUR }, { company_id })).rejects.toMatchObject({ status: 404 });
  });
});
