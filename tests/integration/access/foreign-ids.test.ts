import { readdirSync } from "node:fs";
import path from "node:path";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { isSqlite } from "~/db/dialect.server";
import { fieldsOf } from "~/domain/validation/field-reader";
import { REGISTRY } from "~/features/actions.server";
import type { ActionName } from "~/features/actions.server";
import { API } from "~/features/api.server";
import type { ApiCall } from "~/http/api/api-call.server";
import type { ActionDefinition } from "~/http/actions/define-actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { toRefusal } from "~/http/action.server";
import { notFound } from "~/lib/errors";
import { setServices } from "~/services/container.server";
import { setLimits } from "~/services/limits/limits.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { FileStorage } from "~/services/storage/storage";
import { forCaller } from "../../helpers/caller";
import { askDocumented } from "../../helpers/documented";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { stored, tableNames } from "../../helpers/stored";
import { swept } from "../../helpers/swept";
import { examplesOf } from "../actions/examples";
import { moreOf } from "../actions/world";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { headersOfPeople } from "./people";
import { idsOf, kindOf, MISSING } from "./ids";
import type { Ids, Kind } from "./ids";

type Json = Readonly<Record<string, unknown>>;

const definitionOf = (name: ActionName): ActionDefinition => REGISTRY[name] as unknown as ActionDefinition;

const files = [{ field: "photo", name: "a.png", key: "nowhere/a.png" }];

/** Ids of the other company are like no other number in an answer. */
async function continueIdsFrom(db: Db, first: number): Promise<void> {
  if (isSqlite(db)) return void (await db("sqlite_sequence").update({ seq: first }));
  for (const table of await tableNames(db)) {
    if (await db.schema.hasColumn(table, "id")) await db.raw(`ALTER TABLE ?? AUTO_INCREMENT = ${first}`, [table]);
  }
}

/** Every field of an action that holds an id. */
const OF_ACTIONS = (Object.keys(REGISTRY) as ActionName[]).flatMap((name) =>
  Object.keys(fieldsOf(definitionOf(name).input)).flatMap((field) => {
    const kind = kindOf(name, field);
    return kind === null ? [] : [{ name, field, kind }];
  }),
);
const isReadOnly = (schema: z.core.$ZodType): boolean => z.globalRegistry.get(schema)?.readOnly === true;
/** Calls that carry out an action by its name are tried as that action. */
const isTriedHere = ({ path }: ApiCall): boolean => !path.startsWith("action/");
/** Calculations are started one by one here: the first of several would ask for a solver. */
const isBulk = ({ path, input }: ApiCall): boolean => "bulk" in fieldsOf(input) && path !== "routing-query/store";
/** Every field of a call of the API that holds one, and that it can be asked with. */
const OF_CALLS = [...API.values()].filter(isTriedHere).flatMap((call) =>
  Object.entries(fieldsOf(call.input)).flatMap(([field, schema]) => {
    // What is only told is compared with the record, and looked up nowhere: api/resources tries that.
    if (isReadOnly(schema)) return [];
    const kind = kindOf(call.path, field);
    return kind === null ? [] : [{ call, field, kind }];
  }),
);

/** Calls whose example alone is refused before the id is looked at: a file is missing, or the record is not so far. */
const NOT_REACHED: ReadonlySet<string> = new Set([
  // A sheet goes with an input, and the example names a plan: calculations/sent-inputs tries it.
  "routing-query/store sheet_id",
  "routing-route/store driver_id",
  "routing-sheet/apply-mapping plan_id",
  "routing-sheet/mend-rows sheet_id",
  "routing-sheet/save-mapping sheet_id",
  "routing-sheet/upload plan_id",
  "routing-sheet/upload warehouse_id",
  "routing-sheet/upload-plan plan_id",
  "routing-sheet/upload-plan warehouse_id",
  "routing-sheet/upload-visits plan_id",
  "routing-sheet/upload-visits warehouse_id",
  "routing-visit-attachment/upload-image visit_id",
]);

/** What the address of a page names. */
const PARAMS: Readonly<Record<string, Kind>> = {
  $companyId: "company",
  $planId: "plan",
  $routeId: "route",
  $userId: "user",
  $visitId: "visit",
  $queryId: "calculation",
  $sheetId: "sheet",
  $orderId: "order",
};
const FOLDER = path.resolve(import.meta.dirname, "../../../app/routes");
/** `$userId_` names the same as `$userId`, outside of that page. */
const partsOf = (name: string): string[] => name.split(".").map((part) => part.replace(/_$/, ""));
const WITH_IDS = readdirSync(FOLDER).flatMap((name) =>
  Object.entries(PARAMS).flatMap(([param, kind]) =>
    partsOf(name).includes(param) ? [{ name, params: { [param.slice(1)]: kind }, query: "" }] : [],
  ),
);
/** Other places of an address that name a record: `@` stands for the id. */
const ELSEWHERE: readonly { name: string; params: Record<string, string>; query: string; kind: Kind }[] = [
  ...(["plan", "route", "calculation"] as const).map((what) => ({
    name: "export.$what.$id.$format",
    params: { what, id: "@", format: what === "plan" ? "csv" : what === "route" ? "pdf" : "json" },
    query: "",
    kind: what,
  })),
  ...["input", "output"].map((part) => ({
    name: "export.calculation.$id.text.$part",
    params: { id: "@", part },
    query: "",
    kind: "calculation" as const,
  })),
  { name: "routing-visit-attachment.view-image.$id", params: { id: "@" }, query: "", kind: "attachment" },
  { name: "road-task.$taskId.picture.$index", params: { taskId: "@", index: "0" }, query: "", kind: "task" },
  { name: "preview.image", params: {}, query: "w=100&h=100&path=companies/@/visits/x.png", kind: "company" },
  { name: "driver.events", params: {}, query: "route=@", kind: "route" },
  { name: "_main.planning.preview", params: {}, query: "visitIds=@", kind: "visit" },
  { name: "_main.planning.preview", params: {}, query: "visitIds=own.visit&toRouteId=@", kind: "route" },
  { name: "_main.planning.plan.$planId", params: { planId: "own.plan" }, query: "visit=@", kind: "visit" },
  { name: "_main.planning.route.$routeId", params: { routeId: "own.route" }, query: "visit=@", kind: "visit" },
  { name: "_main.planning.plan.failed.$planId", params: { planId: "own.plan" }, query: "visit=@", kind: "visit" },
  { name: "_main.planning.places", params: {}, query: "plan=@", kind: "plan" },
  { name: "_main.planning.places", params: {}, query: "sheet=@", kind: "sheet" },
  { name: "_main.import", params: {}, query: "plan=@", kind: "plan" },
  { name: "_main.planning._index", params: {}, query: "dialog=rename-plan&id=@", kind: "plan" },
  { name: "_main.planning._index", params: {}, query: "warehouse=@", kind: "warehouse" },
  { name: "_main.company.resources.vehicles", params: {}, query: "dialog=edit-vehicle&id=@", kind: "vehicle" },
  { name: "_main.company.resources.vehicles", params: {}, query: "dialog=edit-vehicles&chosen=@", kind: "vehicle" },
  { name: "_main.company.resources.warehouses", params: {}, query: "dialog=edit-warehouse&id=@", kind: "warehouse" },
  { name: "_main.company.resources.couriers", params: {}, query: "dialog=edit-driver&id=@", kind: "member" },
  { name: "_main.company.team", params: {}, query: "dialog=edit-member&id=@", kind: "member" },
  { name: "_main.company.settings", params: {}, query: "dialog=edit-template&id=@", kind: "template" },
  { name: "_main.company.visits", params: {}, query: "dialog=edit-visit&id=@", kind: "waiting" },
  { name: "_main.company.visits", params: {}, query: "dialog=edit-visits&chosen=@", kind: "waiting" },
  { name: "_main.company.calculation-history", params: {}, query: "query=@", kind: "calculation" },
  { name: "_main.company.calculation-history", params: {}, query: "plan=@", kind: "plan" },
];
/** Names of parameters that hold no id, or whose page is listed above with it. */
const OTHER_PARAMS = [
  "$",
  "$what",
  "$format",
  "$part",
  "$id",
  "$driver",
  "$hash",
  "$token",
  "$taskId",
  "$index",
  "$pictureId",
  // Of the shop: a month, and how many visits.
  "($month)",
  "($visits)",
];

describe("every place for an id", () => {
  it("in addresses is known", () => {
    const unknown = readdirSync(FOLDER).flatMap((name) =>
      partsOf(name).filter((part) => part.startsWith("$") && !(part in PARAMS) && !OTHER_PARAMS.includes(part)),
    );
    expect(unknown, "Say in PARAMS or ELSEWHERE of this file which records an address names").toEqual([]);
    // Five of them have ids of several kinds.
    expect(WITH_IDS.length).toBeGreaterThan(10);
  });
});

describe.each(databases())("another company's ids on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let session: CompanySession;
  let headers: Record<string, string>;
  let own: Ids;
  let theirs: Ids;
  let examples: Record<ActionName, Json>;
  let tables: string[];

  beforeAll(async () => {
    setWorld(db());
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T06:00:00Z") },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        // why: whose file it is, is asked here, and not what is in it.
        storage: {
          remove: () => Promise.resolve(),
          open: () => Promise.reject(notFound("File")),
        } as Partial<FileStorage> as FileStorage,
      }),
    );
    desk = await createDesk(db());
    const more = await moreOf(db(), desk);
    [own, examples] = [idsOf(desk, more), examplesOf(desk, more)];
    session = sessionOf(desk, { isOwner: true, platformRole: "sudo" }, desk.ownerId);
    headers = (await headersOfPeople(db(), desk))["the owner"] ?? {};
    await continueIdsFrom(db(), 700_000);
    const other = await createDesk(db());
    theirs = idsOf(other, await moreOf(db(), other));
    // Each call of the API is counted.
    tables = (await tableNames(db())).filter((name) => name !== "limits" && name !== "company_api_keys");
  });
  afterAll(forgetWorld);

  /** What is answered, and with how many questions to the database: no clock tells more than they do. */
  const counted = async (work: () => Promise<unknown>) => {
    let queries = 0;
    // The log notes so many refusals in a minute, whatever they are about.
    const count = ({ sql }: { sql: string }) => void (queries += sql.includes("audit_log") ? 0 : 1);
    db().on("query", count);
    const answer = await work().finally(() => db().removeListener("query", count));
    return { answer, queries };
  };

  /** Another company's id is answered like one that nobody has, and nothing is done. */
  async function isLikeMissing(
    ask: (id: number) => Promise<{ status: number; body: string }>,
    kind: Kind,
    refused: readonly number[],
  ): Promise<void> {
    swept("other companies' ids, alone, in lists and in bulk calls");
    const before = await stored(db(), tables);
    await ask(MISSING); // what is looked up once and kept
    const missing = await counted(() => ask(MISSING));
    const foreign = await counted(() => ask(theirs[kind]));
    expect(foreign).toEqual(missing);
    expect(refused).toContain((foreign.answer as { status: number }).status);
    expect(await stored(db(), tables)).toEqual(before);
  }

  const act = (name: ActionName, input: Json) => async () =>
    performAction(REGISTRY, session, name, input, { files }).then(
      (result) => ({ status: 200, body: JSON.stringify(result ?? null) }),
      (error: unknown) => {
        const [refusal, status] = toRefusal(error);
        return { status, body: JSON.stringify(refusal) };
      },
    );

  it.each(OF_ACTIONS)("in $field of $name", async ({ name, field, kind }) => {
    const example = examples[name][field];
    const isList = Array.isArray(example) || field.endsWith("s");
    // A file is one of a plan, or of a route.
    const without = name === "routing-route.export" ? { plan_id: null } : {};
    const asked = { ...examples[name], ...without };
    await isLikeMissing((id) => act(name, { ...asked, [field]: isList ? [id] : id })(), kind, [404]);
    // Hidden behind an own one: the whole call is refused.
    if (isList) await isLikeMissing((id) => act(name, { ...examples[name], [field]: [own[kind], id] })(), kind, [404]);
  });

  it("in the list of drivers", async () => {
    for (const field of ["routeId", "driverId"]) {
      const good = { routeId: own.route, driverId: own.member };
      await isLikeMissing(
        (id) => act("drivers.set", { planId: own.plan, drivers: [good, { ...good, [field]: id }] })(),
        field === "routeId" ? "route" : "member",
        [404],
      );
    }
  });

  /** What stands for ids in texts. */
  const filled = (text: string, id: number): string =>
    text.replace(/@/g, String(id)).replace(/own\.(\w+)/g, (_, name: Kind) => String(own[name]));

  async function open(name: string, params: Record<string, string>, query: string, id: number) {
    const file = readdirSync(path.join(FOLDER, name)).find((one) => /^route\.tsx?$/.test(one));
    const { loader } = (await import(path.join(FOLDER, name, file!))) as {
      loader(args: LoaderFunctionArgs): Promise<unknown>;
    };
    const gone = new AbortController();
    const request = new Request(`http://localhost/platform/asked?${query}`, { headers });
    try {
      const answer = await forCaller(gone.signal, () =>
        loader({ request, params, context: { nonce: "", ip: "192.0.2.1" } }),
      );
      const shown = answer instanceof Response ? answer : new Response(JSON.stringify(answer));
      return { status: shown.status, body: (await shown.text()).replaceAll(String(id), "@") };
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      return { status: thrown.status, body: await thrown.text() };
    } finally {
      gone.abort();
    }
  }

  it.each(WITH_IDS)("in the address of $name", async ({ name, params }) => {
    const [[param, kind]] = Object.entries(params) as [[string, Kind]];
    await isLikeMissing(
      (id) => open(name, { [param]: String(id) }, "", id),
      kind,
      /^driver\.(?:position|report)/.test(name) ? [405] : kind === "user" ? [403, 404] : [404],
    );
  });

  it.each(ELSEWHERE)("in $name $params $query", async ({ name, params, query, kind }) => {
    const ask = (id: number) => {
      const asked = Object.fromEntries(Object.entries(params).map(([param, text]) => [param, filled(text, id)]));
      return open(name, asked, filled(query, id), id);
    };
    await isLikeMissing(ask, kind, [200, 404]);
  });

  /** A call with the company's own ids everywhere, but for one. */
  async function call(found: (typeof OF_CALLS)[number]["call"], changes: Json) {
    setLimits(undefined);
    const example = examples[found.path.replace(/^action\//, "") as ActionName] ?? found.example ?? {};
    const own_ = Object.fromEntries(
      Object.entries(example).map(([field, value]) => {
        const of = kindOf(found.path, field);
        return [field, of === null || value === 0 ? value : Array.isArray(value) ? [own[of]] : own[of]];
      }),
    );
    const request = new Request(`http://localhost/platform/api/${found.path}`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ ...own_, ...changes }),
    });
    const answer = await askDocumented(request, found.path, "192.0.2.1");
    return { status: answer.status, body: await answer.text() };
  }

  it.each(OF_CALLS.map((one) => ({ ...one, path: one.call.path })))(
    "in $field of the call $path",
    async ({ call: found, field, kind }) => {
      if (!found.methods.includes("POST")) return;
      // A list that is narrowed by what isn't there is empty.
      const refused = found.isList ? [200, 404] : NOT_REACHED.has(`${found.path} ${field}`) ? [400, 409, 422] : [404];
      const isList = /ids$/i.test(field);
      // Of a record to remove: either one or several.
      const without = isList ? { id: undefined } : {};
      await isLikeMissing((id) => call(found, { ...without, [field]: isList ? [id] : id }), kind, refused);
      if (isList && !found.isList)
        await isLikeMissing((id) => call(found, { ...without, [field]: [own[kind], id] }), kind, refused);
    },
  );

  it("is hidden in bulk calls in vain", async () => {
    for (const found of [...API.values()].filter(isBulk)) {
      const { id: _id, ...item } = (found.example ?? {}) as Record<string, unknown>;
      const kind = kindOf(found.path, "id")!;
      if (found.path.endsWith("/update-field")) {
        const { field, name = field, value } = item as { name: string; field: string; value: unknown };
        await isLikeMissing(
          (id) =>
            call(found, {
              ...{ id: undefined, name: undefined, field: undefined, value: undefined },
              bulk: { [own[kind]]: { [name]: value }, [id]: { [name]: value } },
            }).then(({ status, body }) => ({ status, body: body.replaceAll(String(id), "@") })),
          kind,
          [404],
        );
        continue;
      }
      for (const field of Object.keys(fieldsOf(found.input))) {
        const of = field === "id" ? null : kindOf(found.path, field);
        if (of === null || !(field in item)) continue;
        const clean = Object.fromEntries(
          Object.entries(item).map(([name, value]) => [
            name,
            kindOf(found.path, name) === null ? value : own[kindOf(found.path, name)!],
          ]),
        );
        const empty = Object.fromEntries(Object.keys(item).map((name) => [name, undefined]));
        await isLikeMissing(
          (id) => call(found, { ...empty, bulk: [clean, { ...clean, [field]: id }] }),
          of,
          // A record of one's own may be refused before it: what the example says is there already.
          [404, 409, 422],
        );
      }
    }
  });
});
