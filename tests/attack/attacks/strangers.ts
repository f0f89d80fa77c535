import { createCompany, createMember, NOW } from "../../factories/company";
import { dayIn } from "../../helpers/days";
import { addPerson } from "../people";
import { demoDay } from "../world";
import type { Attack } from "../attack";
import type { Target } from "../target";

const PLANS = "planning?index&_data=routes%2F_main.planning._index";
const planAddress = (planId: number) =>
  `planning/plan/${planId}?_data=${encodeURIComponent("routes/_main.planning.plan.$planId")}`;
const isRefused = (status: number) => status >= 400 && status < 500;
const seen = (statuses: readonly number[]) => [...new Set(statuses)].join(", ");

/** The stream's status; it would stay open, so it is left at once. */
async function streamStatus(target: Target, address: string, cookie: string): Promise<number> {
  const leave = new AbortController();
  try {
    const { status } = await fetch(new URL(address, target.server.url), {
      headers: { Cookie: cookie },
      redirect: "manual",
      signal: leave.signal,
    });
    return status;
  } finally {
    leave.abort();
  }
}

/** Somebody of another company, somebody without rights, and somebody who clicks twice. */
export const strangers: Attack = {
  name: "strangers",
  async run({ target, short, saw }) {
    const day = await demoDay(target, 3);
    const { companyId } = await createCompany(target.db);
    const strangerId = await addPerson(target, "of-another-company@demo.example", { status: 0 });
    await createMember(target.db, companyId, { user_id: strangerId, is_admin: 1, is_dispatcher: 1, is_courier: 1 });
    await target.db("users").where({ id: strangerId }).update({ current_company_id: companyId });
    const stranger = {
      Cookie: await target.signIn("of-another-company@demo.example", target.server.password),
      "X-Page-Company": String(companyId),
    };
    const driver = { Cookie: await target.cookieOf("driver") };
    const dispatcher = { Cookie: await target.cookieOf("dispatcher") };
    const path = `companies/${day.companyId}/attachments/secret.jpg`;
    await target
      .db("routing_visit_attachments")
      .insert({ company_id: day.companyId, visit_id: day.visitIds[0]!, path, type: "photo", created_at: NOW });
    const count = async (table: "routing_plans" | "vehicles" | "warehouses", company_id: number) =>
      (await target.db(table).where({ company_id }).whereNull("deleted_at")).length;
    const plans = () => count("routing_plans", day.companyId);

    // Other people's plans: to copy, to redo, to get the offer after a small change of, to look at.
    const before = await plans();
    const version = async () => (await target.db("routing_plans").where({ id: day.planId }).first("version"))?.version;
    const versionBefore = await version();
    for (const [who, headers] of [
      ["another company", stranger],
      ["a driver", driver],
    ] as const) {
      for (const intent of ["plan.duplicate", "plan.undo", "plan.redo", "calculation.start", "proposal.start"]) {
        const { status } = await target.post(
          planAddress(day.planId),
          { intent, serviceDate: dayIn(60), title: "Copied", changeBudget: "3", version: "" },
          headers,
        );
        saw(`${who}: ${intent}`, "4xx", status, isRefused(status));
      }
      for (const address of [
        `${planAddress(day.planId)}&dialog=calculate`,
        `${planAddress(day.planId)}&dialog=duplicate`,
      ]) {
        const { status, text } = await target.request(address, { headers });
        saw(
          `${who}: the dialog ${address.split("=").at(-1)}`,
          "4xx without the plan",
          status,
          isRefused(status) && !text.includes("An attacked day"),
        );
      }
    }
    saw(
      "copies of the plan, and its version",
      "none, the same",
      `${(await plans()) - before}, ${await version()}`,
      (await plans()) === before && (await version()) === versionBefore,
    );

    // Miniatures, and the lines on which drivers hear of changes.
    for (const [who, headers] of [
      ["another company", stranger],
      ["nobody", { Cookie: "" }],
    ] as const) {
      for (const asked of [
        path,
        `${path}.200.webp`,
        "../../platform.sqlite",
        path.replace("companies", "./companies"),
      ]) {
        const { status } = await target.request(`preview/image?w=100&h=100&path=${encodeURIComponent(asked)}`, {
          headers,
        });
        saw(`${who}: the miniature of ${asked.slice(-24)}`, "no picture", status, status !== 200);
      }
      const status = await streamStatus(target, `driver/events?route=${day.routeId}`, headers.Cookie);
      saw(`${who}: the line of a route`, "none", status, status !== 200);
    }
    const own = await streamStatus(target, `driver/events?route=${day.routeId}`, driver.Cookie);
    saw("a driver: the line of their route", "opens", own, own === 200);
    const others = await demoDay(target, 2);
    for (const route of [String(others.routeId), "-1", "1e9", "abc", "", "1&route=2"]) {
      const status = await streamStatus(target, `driver/events?route=${encodeURIComponent(route)}`, driver.Cookie);
      saw(`a driver: the line of the route "${route}"`, "4xx", status, isRefused(status));
    }
    const many = await Promise.all(
      Array.from({ length: short ? 10 : 100 }, () => streamStatus(target, "driver/events", driver.Cookie)),
    );
    saw(
      `${many.length} lines of one driver`,
      "200, and the older ones are closed",
      seen(many),
      many.every((status) => status === 200),
    );

    // The sample day: without the right, of another company, and clicked twice.
    const load = (headers: Record<string, string>) => target.post(PLANS, { intent: "sample_day.load" }, headers);
    const remove = (headers: Record<string, string>) => target.post(PLANS, { intent: "sample_day.remove" }, headers);
    const without = await Promise.all([load(driver), remove(driver)]);
    saw(
      "a driver loads and removes the sample day",
      "4xx",
      seen(without.map(({ status }) => status)),
      without.every(({ status }) => isRefused(status)),
    );
    const [vehiclesBefore, warehousesBefore] = [
      await count("vehicles", day.companyId),
      await count("warehouses", day.companyId),
    ];
    const loads = await Promise.all(Array.from({ length: short ? 2 : 6 }, () => load(dispatcher)));
    saw(
      `loading it ${loads.length} times at once`,
      "one plan",
      `${seen(loads.map(({ status }) => status))}, ${(await plans()) - before - 1}`,
      (await plans()) - before - 1 === 1 && loads.every(({ status }) => status < 400),
    );
    const foreign = await remove(stranger);
    const there = await target.db("sample_days").where({ company_id: day.companyId });
    saw("another company removes theirs", "ours stays", `${foreign.status}, ${there.length}`, there.length === 1);
    const removals = await Promise.all(Array.from({ length: short ? 2 : 6 }, () => remove(dispatcher)));
    const left = [await plans(), await count("vehicles", day.companyId), await count("warehouses", day.companyId)];
    const wanted = [before + 1, vehiclesBefore, warehousesBefore];
    saw(
      `removing it ${removals.length} times at once`,
      `leaves ${wanted}`,
      `${seen(removals.map(({ status }) => status))}: ${left}`,
      String(left) === String(wanted) && removals.every(({ status }) => status < 400),
    );
    const both = await Promise.all([load(dispatcher), remove(dispatcher), load(dispatcher), remove(dispatcher)]);
    await remove(dispatcher);
    const after = [await plans(), await count("vehicles", day.companyId), await count("warehouses", day.companyId)];
    saw(
      "loading and removing it at the same time, then removing it",
      `no fault, leaves ${wanted}`,
      `${seen(both.map(({ status }) => status))}: ${after}`,
      both.every(({ status }) => status > 0 && status < 500) && String(after) === String(wanted),
    );

    // Hidden first steps are one's own; a plan that is copied by two clicks is copied once.
    const hidden = async () => (await target.db("users").where({ id: strangerId }).first("settings"))?.settings ?? null;
    const settingsBefore = await hidden();
    const hides = await Promise.all(
      [1, 2, 3].map(() =>
        target.post(
          PLANS,
          { intent: "first_steps.hide", userId: String(strangerId), id: String(strangerId) },
          dispatcher,
        ),
      ),
    );
    saw(
      "hiding another user's first steps",
      "hides one's own",
      `${seen(hides.map(({ status }) => status))}, ${await hidden()}`,
      (await hidden()) === settingsBefore && hides.every(({ status }) => status < 400),
    );
    const copied = await plans();
    const twice = { ...dispatcher, "X-Submit-Id": "copy-of-a-day-0001" };
    const source = await target.db("routing_plans").where({ id: day.planId }).first("version");
    const copy = {
      intent: "plan.duplicate",
      serviceDate: dayIn(60),
      title: "A copy",
      version: String(source?.version ?? ""),
    };
    const copies = await Promise.all(
      Array.from({ length: short ? 3 : 20 }, () => target.post(planAddress(day.planId), copy, twice)),
    );
    saw(
      `copying a plan by ${copies.length} clicks of one form`,
      "one copy",
      `${seen(copies.map(({ status }) => status))}, ${(await plans()) - copied}`,
      (await plans()) - copied === 1,
    );
    const redone = await Promise.all(
      Array.from({ length: short ? 3 : 10 }, () =>
        target.post(planAddress(day.planId), { intent: "plan.redo" }, dispatcher),
      ),
    );
    saw(
      "redoing what nobody undid, often",
      "4xx",
      seen(redone.map(({ status }) => status)),
      redone.every(({ status }) => isRefused(status)),
    );
  },
};
