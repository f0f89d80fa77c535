import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { API } from "~/features/api.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { SCOPES } from "~/domain/access/scopes";
import { setServices } from "~/services/container.server";
import { setLimits } from "~/services/limits/limits.server";
import { askDocumented, document } from "../../helpers/documented";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { stored, tableNames } from "../../helpers/stored";
import { swept } from "../../helpers/swept";
import { createApiKey } from "../../factories/api-keys";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { withRefusal } from "./noted-refusal";
import { asksOn, hasRight, headersOfPeople, keyHasRight, OUTSIDERS, ROLES } from "./people";
import type { Role, Visitor } from "./people";

const CALLS = [...API.values()];
const VISITORS: readonly Visitor[] = [...(Object.keys(ROLES) as Visitor[]), ...OUTSIDERS];

/** 401, 403, or something else: what is wrong with the call itself. */
function expected(found: ApiCall, visitor: Visitor): 401 | 403 | "in" {
  if (visitor === "somebody whose password was set for them") return "whileHeld" in found ? "in" : 403;
  if (found.access === "anyone") return "in";
  if (visitor === "nobody") return 401;
  if (!("permission" in found)) return "in";
  if (visitor === "somebody without a company" && found.access === "person") return "in";
  if (visitor === "somebody without a company" || visitor === "somebody whose e-mail is not verified") return 403;
  const scope = SCOPES.find((one) => visitor === `a program with a key to ${one}`);
  if (scope !== undefined) return keyHasRight([scope], found.permission) ? "in" : 403;
  return hasRight((ROLES as Readonly<Record<string, Role>>)[visitor]!, found.permission) ? "in" : 403;
}

describe.each(databases())("the calls of the API on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let people: Record<Visitor, Record<string, string>>;
  let minute = 0;
  beforeAll(async () => {
    setWorld(database().db);
    desk = await createDesk(database().db);
    people = await headersOfPeople(database().db, desk);
  });
  afterAll(forgetWorld);

  // why: every visitor asks for all calls, and all of them together ask more often than a company may in a minute.
  beforeEach(() => {
    setLimits(undefined);
    // What the log counts of refusals begins anew with each minute.
    minute += 1;
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-23T06:00:00Z") + minute * 60_000 } }));
  });

  it.each(VISITORS)(
    `${CALLS.length} of them: answers %s as the call's right says, and changes nothing`,
    async (visitor) => {
      const { db } = database();
      // Each call is counted.
      const tables = (await tableNames(db)).filter((table) => table !== "limits" && table !== "company_api_keys");
      const before = await stored(db, tables, ["last_used_at", "expires_at"]);
      const nthVisitor = VISITORS.indexOf(visitor);
      for (const found of CALLS.filter((_, nth) => asksOn(kind, visitor, nth + nthVisitor))) {
        const [method = "GET"] = found.methods;
        // A field that no call knows, so that whoever may is told of it and nothing is done.
        const request = new Request(`http://localhost/platform/api/${found.path}?no_such_field=1`, {
          method,
          headers: { ...people[visitor], ...(method === "POST" ? { "Content-Type": "application/json" } : {}) },
          ...(method === "POST" ? { body: '{"no_such_field":1}' } : {}),
        });
        swept("calls of the API, by visitor");
        const { answer, refusal } = await withRefusal(db, () => askDocumented(request, found.path, "192.0.2.1"));
        const { status } = answer;
        expect([found.path, refusal !== undefined]).toEqual([found.path, status === 403 || refusal === "not_found"]);
        const meant = expected(found, visitor);
        expect([found.path, status]).toEqual([found.path, meant === "in" ? expect.toBeOneOf([400, 404, 422]) : meant]);
      }
      expect(await stored(db, tables, ["last_used_at", "expires_at"])).toEqual(before);
    },
  );

  it("are documented for a key where a key may do them, and else for a session", async () => {
    const { headers } = await createApiKey(database().db, desk.companyId, { scopes: SCOPES });
    for (const found of CALLS) {
      for (const method of found.methods) {
        const operation = document.paths[`/${found.path}`]![method.toLowerCase()]!;
        const offered = (operation.security ?? document.security).flatMap((one) => Object.keys(one));
        if (found.access === "anyone") expect([found.path, offered]).toEqual([found.path, []]);
        else if (found.access === "user") expect([found.path, offered]).toEqual([found.path, ["session"]]);
        else {
          const request = new Request(`http://localhost/platform/api/${found.path}?no_such_field=1`, {
            method,
            headers: { ...headers, ...(method === "POST" ? { "Content-Type": "application/json" } : {}) },
            ...(method === "POST" ? { body: '{"no_such_field":1}' } : {}),
          });
          const { status } = await askDocumented(request, found.path, "192.0.2.1");
          const meant = status === 403 ? ["session"] : ["bearer", "apiKey", "session"];
          expect([found.path, offered]).toEqual([found.path, meant]);
        }
      }
    }
  });
});
