import { readdirSync } from "node:fs";
import path from "node:path";
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PAGES } from "~/domain/access/doors";
import type { Action } from "~/domain/access/permissions";
import type { Door, Doors, PageName } from "~/domain/access/doors";
import { fieldsOf } from "~/domain/validation/field-reader";
import { REGISTRY } from "~/features/actions.server";
import { DRIVER_REPORTS } from "~/features/driver/actions.server";
import type { ActionDefinition } from "~/http/actions/define-actions.server";
import { notFound } from "~/lib/errors";
import { routeTrackingHash, visitTrackingHash } from "~/planner/tracking-links.server";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import type { FileMaker } from "~/services/export/file-maker.server";
import { setLimits } from "~/services/limits/limits.server";
import type { FileStorage } from "~/services/storage/storage";
import { forCaller } from "../../helpers/caller";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { stored, tableNames } from "../../helpers/stored";
import { swept } from "../../helpers/swept";
import type { More } from "../actions/examples";
import { moreOf } from "../actions/world";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { withRefusal } from "./noted-refusal";
import { asksOn, hasRight, headersOfPeople, OUTSIDERS, ROLES } from "./people";
import type { Role, Visitor } from "./people";

const FOLDER = path.resolve(import.meta.dirname, "../../../app/routes");
const NAMES = readdirSync(FOLDER).sort() as PageName[];
const VISITORS: readonly Visitor[] = [...(Object.keys(ROLES) as Visitor[]), ...OUTSIDERS];
const HOW =
  "Add a line to PAGES in app/domain/access/doors.ts that says what it takes to open this page and to post to it";

/** "sign-in": to the sign-in or 401; "refused": 403; "in": everything else. */
type Outcome = "sign-in" | "refused" | "in";
type Handler = (args: ActionFunctionArgs) => unknown;
interface RouteModule {
  loader?: Handler;
  action?: Handler;
}

const moduleOf = async (name: string): Promise<RouteModule> => {
  const file = readdirSync(path.join(FOLDER, name)).find((one) => /^route\.tsx?$/.test(one));
  return (await import(path.join(FOLDER, name, file!))) as RouteModule;
};

/** What a door says of a visitor. */
function expected(door: Door, visitor: Visitor): Outcome {
  const role: Role | undefined = (ROLES as Readonly<Record<string, Role>>)[visitor];
  if (door === "open") return "in";
  if (visitor === "somebody without a company")
    return door === "signedIn" || door === "account" || door === "password" ? "in" : "refused";
  if (door === "account" && visitor === "somebody whose e-mail is not verified") return "in";
  if (visitor === "somebody whose password was set for them") return door === "password" ? "in" : "sign-in";
  // A program's key opens no pages, and those who have something to do first are led to it.
  if (role === undefined || visitor === "nobody") return "sign-in";
  return ["signedIn", "account", "password", "company"].includes(door) || hasRight(role, door as Action)
    ? "in"
    : "refused";
}

/** Every action that a form can name, with its right; drivers' forms have words of their own. */
const INTENTS: readonly [intent: string, definition: ActionDefinition][] = [
  ...(Object.entries(REGISTRY) as unknown as [string, ActionDefinition][]),
  ...Object.entries(DRIVER_REPORTS),
];

interface Intent {
  intent: string;
  definition: ActionDefinition;
}
/** The actions that a page knows: found by asking for all of them, on the first database. */
const known = new Map<PageName, readonly Intent[]>();

/** Fields of a form that can't be read. */
const garbageFor = ({ input }: ActionDefinition): Record<string, string> =>
  Object.fromEntries(Object.keys(fieldsOf(input)).map((field) => [field, "\u2603 no"]));
/** Their forms are read in ways of their own, which take anything. */
const FORGIVING: readonly string[] = [
  "company.comment",
  "company.create",
  "confirmation.save",
  "fail_reasons.save",
  "plan.export_columns",
  "template.create",
];

describe("the matrix of doors", () => {
  it("lists every page of the product, and no other", () => {
    const unlisted = NAMES.filter((name) => !(name in PAGES));
    expect(unlisted, HOW).toEqual([]);
    expect(Object.keys(PAGES).filter((name) => !NAMES.includes(name as PageName))).toEqual([]);
  });

  it.each(NAMES)("says of %s whether anything is posted there", async (name) => {
    const { loader, action } = await moduleOf(name);
    const doors: Doors = PAGES[name];
    expect(loader, "has something to show").toBeTypeOf("function");
    expect(doors.post !== undefined, `${name}: ${HOW}`).toBe(action !== undefined);
  });
});

describe.each(databases())("every page, asked on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let more: More;
  let people: Record<Visitor, Record<string, string>>;
  let tables: string[];
  /** of the links that the pages for anybody are asked with */
  let hashes: { route: string; visit: string };
  let minute = 0;
  /** of all tables; that a session was used is no change, and that data were exported is noted as in the log */
  const storedNow = () =>
    stored(
      db(),
      tables.filter((table) => table !== "company_exports"),
      ["last_used_at", "expires_at"],
    );

  beforeAll(async () => {
    setWorld(db());
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T06:00:00Z") + minute * 60_000 },
        geocoder: embeddedGeocoder(),
        routing: testRouting(),
        // why: who may have a file is asked here, and not what is in it.
        storage: {
          remove: () => Promise.resolve(),
          open: () => Promise.reject(notFound("File")),
        } as Partial<FileStorage> as FileStorage,
        files: { make: () => Promise.resolve(new Uint8Array()) } as Partial<FileMaker> as FileMaker,
        miniatures: { of: () => Promise.resolve(null), hasNone: () => true, close: () => Promise.resolve() },
      }),
    );
    desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    more = await moreOf(db(), desk);
    hashes = {
      route: await routeTrackingHash(db(), desk.companyId, desk.first),
      visit: await visitTrackingHash(db(), desk.companyId, desk.a),
    };
    people = await headersOfPeople(db(), desk);
    tables = await tableNames(db());
  });
  afterAll(forgetWorld);
  // What the log counts of refusals begins anew with each minute, and so do the wrong proofs of those who may.
  beforeEach(() => {
    minute += 1;
    setLimits(undefined);
  });

  /** Parts of the address and of the query. @param none ids of nothing */
  function addressOf(name: PageName, none = false): { params: Record<string, string>; query: string } {
    const id = (value: number) => (none ? "999999" : String(value));
    const params: Record<string, string> = {
      planId: id(desk.planId),
      routeId: id(desk.first),
      visitId: id(desk.a),
      queryId: id(more.queryId),
      sheetId: id(more.sheetId),
      orderId: id(more.orderId),
      userId: id(desk.ownerId),
      companyId: id(desk.companyId),
      taskId: id(more.taskId),
      pictureId: id(more.attachmentId),
      hash: none ? "none" : name.startsWith("tracking.public.visit") ? hashes.visit : hashes.route,
      index: "0",
      what: "plan",
      format: "csv",
      part: "input",
      id: id(
        name.startsWith("export.$what") ? desk.planId : name.startsWith("export") ? more.queryId : more.attachmentId,
      ),
    };
    const queries: Partial<Record<PageName, string>> = {
      "_main.planning.preview": `visitIds=${desk.loose}&toRouteId=${desk.first}`,
      "driver.events": `route=${desk.first}`,
      "preview.image": `w=100&h=100&path=${encodeURIComponent(`companies/${desk.companyId}/visits/x.png`)}`,
      "map-service.suggest": "text=Landstr",
      "map-service.details": "suggestion=x",
    };
    return { params, query: queries[name] ?? "" };
  }

  /** Asks as a browser does. @returns the answer, or what stands for a fault */
  async function ask(
    name: PageName,
    visitor: Visitor,
    fields?: Readonly<Record<string, string>>,
    none = false,
  ): Promise<Response> {
    const { loader, action } = await moduleOf(name);
    const { params, query } = addressOf(name, none);
    const gone = new AbortController();
    const body = fields && new URLSearchParams({ pageCompany: String(desk.companyId), ...fields });
    const request = new Request(`http://localhost/platform/${name === "_main" ? "planning" : "asked"}?${query}`, {
      headers: people[visitor],
      ...(body ? { method: "POST", body } : {}),
    });
    try {
      const answer = await forCaller(gone.signal, () =>
        (body ? action : loader)!({ request, params, context: { nonce: "", ip: "192.0.2.1" } }),
      );
      return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    } finally {
      gone.abort();
    }
  }

  /** @returns whether the refusal is in the log */
  async function isNoted(ask: () => Promise<Response>): Promise<{ answer: Response; noted: boolean }> {
    const { answer, refusal } = await withRefusal(db(), ask);
    return { answer, noted: refusal !== undefined };
  }

  function outcomeOf({ status, headers }: Response): Outcome {
    const to = headers.get("Location") ?? "";
    if (status === 401 || (status === 302 && /^\/(?:login|email-verify|new-password)(?:\?|$)/.test(to)))
      return "sign-in";
    return status === 403 ? "refused" : "in";
  }

  // @spec PC-2.79 PC-6.05 PC-2.37
  it.each(VISITORS)(`shows ${NAMES.length} pages to %s as the matrix says, and changes nothing`, async (visitor) => {
    const nthVisitor = VISITORS.indexOf(visitor);
    const before = await storedNow();
    const seen: Record<string, string> = {};
    const meant: Record<string, string> = {};
    const empty: Partial<Record<PageName, number>> = {};
    const unnoted: string[] = [];
    for (const name of NAMES.filter((_, nth) => asksOn(kind, visitor, nth + nthVisitor))) {
      const { get, refusal }: Doors = PAGES[name];
      swept("pages opened, by visitor");
      const { answer, noted } = await isNoted(() => ask(name, visitor));
      if ((answer.status === 403) !== noted) unnoted.push(name);
      // An open page may lead people on to what they have to do first.
      seen[name] = get === "open" && answer.status === 302 ? "in" : outcomeOf(answer);
      meant[name] = expected(get, visitor);
      if (meant[name] === "in" && answer.status >= 400) empty[name] = answer.status;
      if (refusal === undefined || meant[name] !== "refused") continue;
      const company = visitor !== "somebody without a company";
      if (company) meant[name] = "in";
      if (company) expect(await answer.json(), name).toMatchObject({ refused: "You have no access" });
    }
    expect(seen).toEqual(meant);
    expect(WITHOUT_FILE).toMatchObject(empty);
    expect(unnoted, "refused and not in the log, or the other way round").toEqual([]);
    expect(await storedNow()).toEqual(before);
  });

  /** A member of no role is told of an action of this page that it is not theirs, and of others that there is none. */
  async function actionsOf(name: PageName): Promise<readonly Intent[]> {
    const found = known.get(name);
    if (found !== undefined) return found;
    const here: Intent[] = [];
    for (const [intent, definition] of INTENTS) {
      const fields = garbageFor(definition);
      if (hasRight(ROLES["a member of no role"], definition.permission) && Object.keys(fields).length === 0) continue;
      const sent = FORGIVING.includes(intent) ? {} : fields;
      const { status } = await ask(name, "a member of no role", { ...sent, intent });
      if (status !== 400) here.push({ intent, definition });
    }
    known.set(name, here);
    return here;
  }

  const POSTS = NAMES.filter((name) => (PAGES[name] as Doors | undefined)?.post !== undefined);

  it.each(POSTS)(
    `carries out on %s what each of ${VISITORS.length} visitors may do, and nothing else`,
    async (name) => {
      const { post = "open" }: Doors = PAGES[name];
      const before = await storedNow();
      if (post !== "actions") {
        for (const visitor of VISITORS.filter((one) => expected(post, one) !== "in")) {
          swept("posts to pages, by visitor and action");
          const { answer, noted } = await isNoted(() => ask(name, visitor, {}));
          const meant = expected(post, visitor);
          expect([visitor, outcomeOf(answer), noted]).toEqual([visitor, meant, meant === "refused"]);
        }
        return expect(await storedNow()).toEqual(before);
      }
      const here = await actionsOf(name);
      expect(here.length, "actions that the page knows").toBeGreaterThan(0);
      for (const [nth, { intent, definition }] of here.entries()) {
        const garbage = garbageFor(definition);
        for (const [nthVisitor, visitor] of VISITORS.entries()) {
          if (!asksOn(kind, visitor, nth + nthVisitor)) continue;
          const meant = expected(definition.permission, visitor);
          // What needs no field would be done; the test of the registry asks it.
          if (meant === "in" && (Object.keys(garbage).length === 0 || FORGIVING.includes(intent))) continue;
          const fields = meant === "in" ? { ...garbage, intent } : { intent };
          swept("posts to pages, by visitor and action");
          const { answer, noted } = await isNoted(() => ask(name, visitor, fields, meant === "in"));
          expect([intent, visitor, outcomeOf(answer)]).toEqual([intent, visitor, meant]);
          if (meant === "refused") expect([intent, visitor, noted]).toEqual([intent, visitor, true]);
          if (meant === "in")
            expect([intent, visitor, answer.status]).toEqual([intent, visitor, expect.toBeOneOf([404, 422])]);
        }
      }
      expect(await storedNow()).toEqual(before);
    },
  );
});

/** What is answered to somebody who may see it, when there is nothing: the files of the test are nowhere. */
const WITHOUT_FILE: Partial<Record<PageName, number>> = {
  "_main.$": 404,
  "_main.planning.proposal.$queryId": 404,
  "api.$": 404,
  "driver.position.$routeId": 405,
  "driver.report.$routeId": 405,
  "map-service.get-address": 405,
  "map-service.get-location": 405,
  "map-service.details": 404,
  "preview.image": 404,
  "profile.image.$userId": 404,
  "company.image.$companyId": 404,
  // Nothing was paid by card, and the order of the test is not approved.
  "company.billing.checkout.$orderId": 409,
  "company.billing.invoice.$orderId": 404,
  "company.billing.portal": 409,
  "payment.stripe": 404,
  "road-task.$taskId.picture.$index": 404,
  "routing-visit-attachment.view-image.$id": 404,
  // Of a provider that nobody has set up.
  "social.$driver.callback": 404,
  "social.$driver.login": 404,
  "tracking.public.visit.$visitId.$hash.picture.$pictureId": 404,
  "stop.$token": 404,
  "export.calculation.$id.text.$part": 404,
};
