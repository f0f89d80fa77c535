import { pause } from "~/lib/pause";
import { cookiesOfPeople } from "../people";
import { siteForms } from "../site";
import type { SiteForm } from "../site";
import { demoDay } from "../world";
import type { Attack } from "../attack";
import type { Target } from "../target";

/** Names under which the forms of the site send something. */
const FIELDS = [
  "id",
  "planId",
  "routeId",
  "visitId",
  "visitIds",
  "routeIds",
  "vehicleIds",
  "vehicleId",
  "driverId",
  "warehouseId",
  "toRouteId",
  "position",
  "version",
  "tab",
  "queryId",
  "title",
  "name",
  "date",
  "serviceDate",
  "status",
  "type",
  "speed",
  "lat",
  "lng",
  "address",
  "seen",
  "fields",
  "workStartTime",
  "workEndTime",
  "startTime",
  "endTime",
  "serviceTime",
  "email",
  "phone",
  "company_id",
  "plan_id",
  "warehouse_id",
  "changeId",
  "budget",
  "solvingTime",
  "maxTime",
  "country_code",
  "reasons",
  "failReasonId",
  "attachmentId",
  "commandId",
  "surname",
  "plate",
  "capacity",
  "skills",
  "changeBudget",
  "returnTo",
  "ids",
  "versions",
  "choice",
  "max_load",
  "work_hour_start",
];

type Pairs = [name: string, value: string][];
const all = (value: string): Pairs => FIELDS.map((field) => [field, value]);

const VALUES = [
  "",
  "abc",
  "-1",
  "1.5",
  "99999999999999999999",
  "1e309",
  "-1e-400",
  "NaN",
  "\u0000",
  "\ud800",
  "x".repeat(300),
  "[{",
  "null",
  "2026-13-45",
  "25:61",
];

const SHAPES: readonly (readonly [name: string, pairs: Pairs])[] = [
  ...VALUES.map((value) => [`every field ${JSON.stringify(value.slice(0, 20))}`, all(value)] as const),
  ["every field twice", [...all("1"), ...all("-2")]],
  [
    "every field a list",
    FIELDS.flatMap((field): Pairs => [
      [`${field}[]`, "1"],
      [`${field}[0]`, "2"],
      [`${field}[__proto__]`, "3"],
      [`${field}.length`, "4"],
    ]),
  ],
  [
    "300 fields",
    [...Array.from({ length: 300 }, (_, index): [string, string] => [`field${index}`, "1"]), ...all("1.5")],
  ],
  [
    "300 times the same field",
    Array.from({ length: 300 }, (_, index): [string, string] => ["visitIds", String(-index)]),
  ],
  ["200 kB in a field", [...all("1.5"), ["title", "x".repeat(200_000)]]],
  ["a megabyte in a field", [...all("1.5"), ["title", "x".repeat(1_000_000)]]],
];

/** What anybody's form may change; sessions note when they were used. */
const TABLES = [
  "companies",
  "users",
  "company_members",
  "warehouses",
  "vehicles",
  "routing_plans",
  "routing_routes",
  "routing_visits",
  "routing_visit_attachments",
  "routing_sheets",
  "routing_queries",
  "plan_changes",
  "applied_commands",
  "confirmation_templates",
  "sample_days",
  "tokens",
] as const;

const rowsOf = (target: Target, table: string): Promise<Record<string, unknown>[]> =>
  target.db(table as "companies").orderBy("id") as unknown as Promise<Record<string, unknown>[]>;

/** Everything that is stored, once no calculation is under way. */
async function stored(target: Target): Promise<Map<string, string>> {
  for (let look = 0; look < 300; look += 1) {
    const [open] = await target.db("routing_queries").whereIn("status", ["queued", "running"]).limit(1);
    if (open === undefined) break;
    await pause(100);
  }
  return new Map(
    await Promise.all(TABLES.map(async (table) => [table, JSON.stringify(await rowsOf(target, table))] as const)),
  );
}

/** Numbers that are none, and texts with zero bytes. */
function oddStored(rows: readonly Record<string, unknown>[]): string[] {
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => {
      const isOdd =
        (typeof value === "number" && !Number.isFinite(value)) ||
        (typeof value === "string" && value.includes("\u0000"));
      return isOdd ? [`${column} = ${JSON.stringify(value)}`] : [];
    }),
  );
}

const encoded = (intent: string | null, pairs: Pairs): string =>
  new URLSearchParams([...pairs, ...(intent === null ? [] : [["intent", intent] as [string, string]])]).toString();

/** Every form of the site with fields that no page sends: no fault, and what is refused has stored nothing. */
export const oddFields: Attack = {
  name: "odd-fields",
  limitMs: 1_200_000,
  async run({ target, short, saw }) {
    const { dispatcher } = await cookiesOfPeople(target);
    const { planId } = await demoDay(target, 2);
    const forms = await siteForms(target, dispatcher, { id: String(planId), once: short });
    saw("forms of the site", "many", forms.length, forms.length > 60);
    const faults: string[] = [];
    const changed: string[] = [];
    let asked = 0;
    let before = await stored(target);
    const tryOut = async ({ route, intent, address }: SiteForm, name: string, pairs: Pairs): Promise<void> => {
      const what = `${intent ?? "a form"} to ${route.path} with ${name}`;
      const { status } = await target.post(address, encoded(intent, pairs), { Cookie: dispatcher });
      asked += 1;
      if (status === 0 || status >= 500) faults.push(`${status} ${what}`);
      const after = await stored(target);
      const tables = TABLES.filter((table) => after.get(table) !== before.get(table));
      if (status >= 400 && tables.length > 0) changed.push(`${what} (${status}): ${tables.join(", ")}`);
      before = after;
    };
    for (const [index, form] of forms.entries()) {
      // Two of them: one that is refused for its size alone isn't followed by another such one.
      const shapes = short ? [index, index + 8].map((nth) => SHAPES[nth % SHAPES.length]!) : SHAPES;
      for (const [name, pairs] of shapes) await tryOut(form, name, pairs);
    }
    const first = (list: readonly string[]) =>
      list.length === 0 ? "none" : `${list.length}: ${list.slice(0, 5).join("; ")}`;
    saw(`odd fields for every form (${asked})`, "no 5xx", first(faults), faults.length === 0);
    saw("what they changed although they were refused", "none", first(changed), changed.length === 0);
    const odd: string[] = [];
    for (const table of TABLES) odd.push(...oddStored(await rowsOf(target, table)).map((one) => `${table}: ${one}`));
    saw("stored numbers that are none, texts with zero bytes", "none", first(odd), odd.length === 0);
    const lines = target.server
      .errors()
      .split("\n")
      .filter((line) => /^\s+at /.test(line)).length;
    saw("the server's log", "no stack traces", `${lines} lines`, lines === 0);
  },
};
