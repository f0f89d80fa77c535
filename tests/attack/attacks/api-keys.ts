import { METHOD_OVERRIDES } from "../overrides";
import { counted, dataOf, openOffice, pageOf, programOf, until } from "../office";
import type { Office } from "../office";
import { there } from "../people";
import type { Answer, Target } from "../target";
import type { Attack } from "../attack";

const LIST = "api/vehicle/list?limit=1";
const MAX_KEYS = 20;

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

const ask = (target: Target, headers: Record<string, string>): Promise<Answer> => target.request(LIST, { headers });

const regenerate = (target: Target, { owner }: Office): Promise<Answer> =>
  target.post("company/api", { intent: "api_key.regenerate" }, owner);

const shownKey = async (target: Target, { owner }: Office): Promise<string> =>
  dataOf<{ api_key: string | null }>(await target.request("api/company/item", { headers: owner })).api_key ?? "";

/** What a company has: whatever a key without the right to change leaves as it is. */
const TABLES = [
  "vehicles",
  "warehouses",
  "routing_plans",
  "routing_routes",
  "routing_visits",
  "company_members",
] as const;

async function stored(target: Target, companyId: number): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) => target.db(table).where({ company_id: companyId }).orderBy("id")),
  );
  const company = await target.db("companies").where({ id: companyId }).first();
  return JSON.stringify([rows, company]);
}

/** Keys of programs: made anew while they are used, made too often, used for what they are not for. */
export const apiKeys: Attack = {
  name: "api-keys",
  async run({ target, short, saw }) {
    const office = await openOffice(target);
    const peer = await target.peer();
    await regenerate(target, office);
    const before = await shownKey(target, office);
    const old = { "X-Api-Key": before };
    saw("the company's key", "opens", (await ask(target, old)).status, (await ask(target, old)).status === 200);

    // A program that calls without a pause until it is refused, while somebody makes the key anew.
    const calls: Answer[] = [];
    const callAll = async (one: Target) => {
      do calls.push(await ask(one, old));
      while (
        // Fewer than a program may ask for in a minute.
        calls.at(-1)?.status === 200 &&
        calls.length < 400
      );
    };
    const calling = [target, peer, target, peer].map(callAll);
    await until(async () => calls.length > 10);
    const { status } = await regenerate(peer, office);
    // Few enough of each for the limit of wrong keys.
    const after = await Promise.all([target, peer, target, peer, target, peer].map((one) => ask(one, old)));
    saw(
      `the key before, once it is made anew (${status})`,
      "401 from the next call on, everywhere",
      counted(after),
      after.every((one) => one.status === 401),
    );
    await Promise.all(calling);
    const odd = calls.filter((one) => one.status !== 200 && one.status !== 401);
    saw("calls meanwhile", "200 or 401", counted(calls), calls.length > 10 && odd.length === 0);

    const many = await Promise.all(
      Array.from({ length: short ? 6 : 20 }, (_, nth) => regenerate(nth % 2 === 0 ? target : peer, office)),
    );
    const inUse = await target
      .db("company_api_keys")
      .where({ company_id: office.companyId, name: "Company key" })
      .whereNull("revoked_at");
    saw(
      "the key made anew many times at once",
      "one key is left, no fault",
      `${inUse.length} left; ${counted(many)}`,
      inUse.length === 1 && many.every((one) => one.status < 500),
    );
    const last = await ask(target, { "X-Api-Key": await shownKey(target, office) });
    saw("the key that is shown then", "opens", last.status, last.status === 200);

    const made = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        (nth % 2 === 0 ? target : peer).post(
          "company/api",
          { intent: "api_key.create", name: `Program ${nth}`, read: "1" },
          office.owner,
        ),
      ),
    );
    const keys = await target.db("company_api_keys").where({ company_id: office.companyId }).whereNull("revoked_at");
    saw(
      "30 keys made at once over two processes",
      `a company has ${MAX_KEYS} at most`,
      `${keys.length}; ${counted(made)}`,
      keys.length <= MAX_KEYS && made.every((one) => one.status < 500),
    );

    const { program: reader } = await programOf(target, office.companyId, { scopes: ["read"] });
    const document = JSON.parse((await target.request("api/openapi.json")).text) as Document;
    const posts = Object.entries(document.paths).flatMap(([path, methods]) =>
      "post" in methods ? [path.slice(1)] : [],
    );
    const open = ["login", "logout", "register", "verify-mfa", "users/quick-register"];
    const changing = posts.filter((path) => !/^(?:password|email|passkey)\//.test(path) && !open.includes(path));
    const untouched = await stored(target, office.companyId);
    const through: string[] = [];
    const example = { id: office.vehicleId, title: "Changed", field: "title", value: "Changed" };
    for (const path of changing) {
      const answer = await target.call(path, /\/(?:list|item)$/.test(path) ? {} : example, reader);
      if (answer.status === 0 || answer.status >= 500) through.push(`${answer.status} ${path}`);
    }
    const isUntouched = (await stored(target, office.companyId)) === untouched;
    saw(`a key to read at ${changing.length} calls`, "no fault", through.join(", ") || "none", through.length === 0);
    saw("what it changed", "nothing", isUntouched ? "nothing" : "something", isUntouched);
    for (const headers of METHOD_OVERRIDES) {
      const answer = await target.request("api/vehicle/store?title=Smuggled&_method=POST", {
        headers: { ...reader, ...headers },
      });
      saw(`a GET that says ${Object.values(headers)[0]}`, "405", answer.status, answer.status === 405);
    }

    await elsewhere(target, office, saw);
  },
};

/** A key where it has nothing to say. */
async function elsewhere(target: Target, office: Office, saw: Parameters<Attack["run"]>[0]["saw"]): Promise<void> {
  const other = await openOffice(target);
  const own = office.program;
  const named = await target.call("vehicle/store", { title: "Strayed", company_id: other.companyId }, own);
  saw("a call that names another company", "404", named.status, named.status === 404);
  const foreign = await target.call("vehicle/destroy", { id: other.vehicleId }, own);
  saw("a call about another company's vehicle", "404", foreign.status, foreign.status === 404);
  const both = await target.call("vehicle/store", { title: "Both" }, { ...own, Cookie: other.owner.Cookie ?? "" });
  const { id } = dataOf<{ id: number }>(both);
  const row = there(await target.db("vehicles").where({ id }).first("company_id"));
  saw("a key beside another company's cookie", "counts alone", row.company_id, row.company_id === office.companyId);
  for (const address of ["planning", "company/api", "profile", `export/plan/${office.planId}/csv`]) {
    const page = await target.request(address, { headers: own });
    saw(`a key at the page ${address.split("/")[0]}`, "opens nothing", page.status, page.status !== 200);
  }

  // Whoever made a key works for another company now; the key goes on for its own.
  await target.db("companies").where({ id: other.companyId }).update({ user_id: office.ownerId });
  const both2 = await pageOf(target, office.companyId, office.email);
  await target.post("company/switch", { company_id: String(other.companyId) }, both2);
  const still = await target.call("vehicle/store", { title: "Still here" }, own);
  const kept = there(
    await target
      .db("vehicles")
      .where({ id: dataOf<{ id: number }>(still).id })
      .first("company_id"),
  );
  saw(
    "a key whose maker has switched the company",
    "stays in its own",
    kept.company_id,
    kept.company_id === office.companyId,
  );

  await target.db("companies").where({ id: office.companyId }).update({ status: 0 });
  const closed = await ask(target, own);
  saw("a key of a company that is closed", "401 at once", closed.status, closed.status === 401);
  await target.db("companies").where({ id: office.companyId }).update({ status: 1 });
}
