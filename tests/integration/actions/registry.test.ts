import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z, ZodError } from "zod";
import type { CompanySession } from "~/auth/session.server";
import type { Actor } from "~/domain/access/actor";
import { ANONYMOUS } from "~/domain/access/actor";
import { SCOPES } from "~/domain/access/scopes";
import type { Action as Permission } from "~/domain/access/permissions";
import { changeWords } from "~/domain/plan/change-kinds";
import { fieldsOf } from "~/domain/validation/field-reader";
import { REGISTRY } from "~/features/actions.server";
import type { ActionName } from "~/features/actions.server";
import type { ActionDefinition } from "~/http/actions/define-actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { toRefusal } from "~/http/action.server";
import type { AppError } from "~/lib/errors";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { testRouting } from "../../helpers/routing";
import type { FileStorage } from "~/services/storage/storage";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { stored as checksums, tableNames } from "../../helpers/stored";
import { justSignedIn, sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { hasRight, keyHasRight, ROLES } from "../access/people";
import type { Role } from "../access/people";
import { examplesOf, ID_FIELDS } from "./examples";
import { moreOf } from "./world";

const NAMES = Object.keys(REGISTRY) as ActionName[];
const definitionOf = (name: ActionName): ActionDefinition => REGISTRY[name] as unknown as ActionDefinition;

/** They need a calculation that was run, or a browser that has signed in. */
const NEEDS_MORE = new Set<ActionName>([
  "calculation.keep",
  "calculation.test_matrix",
  "routing-sheet.apply-mapping",
  "routing-sheet.mend-rows",
  "push.subscribe",
  "sample_day.load",
]);

/** The roles of the matrix, and programs by the scopes of their keys. */
type Who = [name: string, rights: Partial<Actor>, may: (permission: Permission) => boolean];
const WHO: readonly Who[] = [
  ...Object.entries<Role>(ROLES).map(([name, role]): Who => [
    name,
    role.rights,
    (permission) => hasRight(role, permission),
  ]),
  ...SCOPES.map((scope): Who => [
    `a program with a key to ${scope}`,
    { kind: "api", scopes: [scope] },
    (permission) => keyHasRight([scope], permission),
  ]),
];

type Json = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
const PROBES: readonly [type: Json, value: unknown][] = [
  ["string", "\u2603 no"],
  ["number", -7.25],
  ["boolean", true],
  ["object", { x: 1 }],
  ["array", [{}]],
  ["null", null],
];
interface JsonSchema {
  type?: Json | Json[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

/** The JSON types that a field takes. */
function typesOf(schema: JsonSchema): Json[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  if (schema.type !== undefined) return [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
  return (schema.enum ?? [schema.const]).map((one) => typeof one as Json);
}

const jsonOf = (name: ActionName) =>
  (z.toJSONSchema(definitionOf(name).input, { io: "input" }) as JsonSchema).properties ?? {};

describe.each(databases())("every action of the registry on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let tables: string[] = [];
  let desk: Desk;
  let other: Desk;
  let mine: Record<ActionName, Readonly<Record<string, unknown>>>;
  let theirs: Record<ActionName, Readonly<Record<string, unknown>>>;

  const admin = (of: Desk, rights: Partial<Actor> = {}): CompanySession => ({
    ...sessionOf(
      of,
      { isOwner: true, platformRole: "sudo", isDriver: true, memberId: of.driverId, ...rights },
      of.ownerId,
    ),
    id: sessionIds.get(of.ownerId) ?? null,
  });
  /** by their users */
  const sessionIds = new Map<number, number>();

  async function world() {
    const made = await createDesk(db());
    const { id } = await justSignedIn(sessionOf(made, {}, made.ownerId));
    sessionIds.set(made.ownerId, id);
    return { made, examples: examplesOf(made, await moreOf(db(), made)) };
  }

  beforeAll(async () => {
    setWorld(db());
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T06:00:00Z") },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        // why: what a refused action came with is taken out again, and nothing else happens to files here.
        storage: { remove: () => Promise.resolve() } as Partial<FileStorage> as FileStorage,
      }),
    );
    tables = await tableNames(db());
    ({ made: desk, examples: mine } = await world());
    ({ made: other, examples: theirs } = await world());
  });
  afterAll(forgetWorld);

  const stored = (without: readonly string[] = []) => checksums(db(), tables, without);
  const refused = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "done",
      (error: unknown) => error,
    );
  const files = [{ field: "photo", name: "a.png", key: "nowhere/a.png" }];
  const run = (session: CompanySession, name: string, input: unknown) =>
    performAction(REGISTRY, session, name, input, { files });

  it("has an example that its schema takes, a sentence, and words in the log for what it writes there", () => {
    expect(Object.keys(mine).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      const { input, summary, logs } = definitionOf(name);
      expect(input.safeParse(mine[name]).error?.issues, name).toBeUndefined();
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
      if (logs !== undefined) expect(changeWords(logs), name).not.toBe("changed the plan");
    }
  });

  it.each(WHO)(
    `asks what %s may do of ${NAMES.length} actions before it looks at the input`,
    async (_role, rights, may) => {
      const before = await stored();
      const base = { ...ANONYMOUS, kind: "user", userId: desk.ownerId, companyId: desk.companyId } as const;
      const session = { ...sessionOf(desk, {}, desk.ownerId), actor: { ...base, ...rights } };
      for (const name of NAMES) {
        const error = await refused(run(session, name, { noSuchField: 1 }));
        if (may(definitionOf(name).permission)) expect(error, name).toBeInstanceOf(ZodError);
        else expect([name, (error as AppError).status]).toEqual([name, rights.kind === "anonymous" ? 401 : 403]);
      }
      expect(await stored()).toEqual(before);
    },
  );

  describe.each(NAMES)("%s", (name) => {
    const fields = Object.keys(fieldsOf(definitionOf(name).input));

    // Schemas are asked before any database: one is enough.
    it.runIf(kind === "sqlite")(
      "refuses a value of another type and a text of a megabyte by its field; nothing is stored",
      async () => {
        const before = await stored();
        const json = jsonOf(name);
        expect(Object.keys(json)).toEqual(fields);
        for (const field of fields) {
          const types = typesOf(json[field]!);
          const wrong = PROBES.filter(([type]) => !types.includes(type)).map(([, value]) => value);
          expect(wrong.length, field).toBeGreaterThan(0);
          for (const value of [...wrong, "x".repeat(1_000_000)]) {
            const error = await refused(run(admin(desk), name, { ...mine[name], [field]: value }));
            expect(error, `${field}: ${String(value).slice(0, 20)}`).toBeInstanceOf(ZodError);
            const [refusal, status] = toRefusal(error);
            expect(status).toBe(422);
            expect(Object.keys(refusal.fieldErrors ?? {}).map((one) => one.split(".")[0])).toContain(field);
          }
        }
        const unknown = toRefusal(await refused(run(admin(desk), name, { ...mine[name], noSuchField: 1 })));
        expect(unknown).toMatchObject([
          { fieldErrors: { noSuchField: "noSuchField is no field of this action" } },
          422,
        ]);
        for (const value of [null, "text", 7, [mine[name]]])
          expect(await refused(run(admin(desk), name, value))).toBeInstanceOf(ZodError);
        expect(await stored()).toEqual(before);
      },
    );

    it("knows nothing of another company", async () => {
      const before = await stored();
      // Super admins open companies of others, and bring them back: admin/opened-company, rights/erasures.
      const ids = (["company.open", "company.restore"].includes(name) ? [] : fields).filter(
        (field) => (ID_FIELDS as readonly string[]).includes(field) && field in mine[name],
      );
      for (const field of ids) {
        const input = { ...mine[name], [field]: theirs[name][field] };
        const error = await refused(run(admin(desk), name, input));
        expect([field, (error as AppError).status, (error as AppError).message]).toEqual([
          field,
          404,
          expect.any(String),
        ]);
      }
      expect(await stored()).toEqual(before);
    });
  });

  it("of unknown names does nothing", async () => {
    const before = await stored();
    for (const name of ["", "plan", "toString", "__proto__", "constructor", "x".repeat(1000)])
      expect(await refused(run(admin(desk), name, {}))).toMatchObject({ code: "action.unknown", status: 400 });
    expect(await stored()).toEqual(before);
    expect(other.companyId).not.toBe(desk.companyId);
  });

  it.each(NAMES.filter((name) => definitionOf(name).idempotent && !NEEDS_MORE.has(name)))(
    "%s changes nothing more the second time",
    async (name) => {
      const { made, examples } = await world();
      await run(admin(made), name, examples[name]);
      const touched = ["updated_at", "version", "revision"];
      const logs = ["plan_changes", "applied_commands"];
      const first = Object.entries(await stored(touched)).filter(([table]) => !logs.includes(table));
      await refused(run(admin(made), name, examples[name]));
      expect(Object.entries(await stored(touched)).filter(([table]) => !logs.includes(table))).toEqual(first);
    },
  );
});
