import { there } from "../people";
import { demoDay } from "../world";
import type { Attack } from "../attack";

/** A name that a spreadsheet program would run, behind characters that nobody sees. */
const TRAP = '\u0000\u200b=HYPERLINK("http://evil.example")';

const isUnseen = (text: string): boolean =>
  Array.from(text).some((character) => character < " " || "\u007f\u200b\u202e\ufeff".includes(character));

/**
 * What is stored of odd texts and blank numbers, what exports make of them, and calculations that aren't the plan's.
 */
export const texts: Attack = {
  name: "texts",
  async run({ target, saw }) {
    const cookie = await target.cookieOf("dispatcher");
    const day = await demoDay(target, 3);
    const other = await demoDay(target, 3);
    const headers = { Cookie: cookie };
    const planData = `planning/plan/${day.planId}?_data=${encodeURIComponent("routes/_main.planning.plan.$planId")}`;

    const plate = `A ${Date.now()}`;
    const made = await target.post(
      "company/resources/vehicles",
      { intent: "vehicle.create", title: `Va\u0000n${TRAP}`, plate, speed: "", status: "1" },
      headers,
    );
    const vehicle = await target.db("vehicles").where({ plate }).first("title", "speed_factor");
    saw(
      "a vehicle's name with NUL",
      "stored without it",
      `${made.status} ${JSON.stringify(vehicle?.title)}`,
      vehicle !== undefined && !isUnseen(String(vehicle.title)),
    );
    saw("its blank speed", "the usual one", vehicle?.speed_factor, Number(vehicle?.speed_factor) === 1);

    // As an older version may have stored it.
    await target
      .db("routing_visits")
      .where({ id: there(day.visitIds[0]) })
      .update({ name: TRAP, recipient_name: "\u0001@SUM(A1)" });
    for (const what of [`export/plan/${day.planId}/csv`, `export/route/${day.routeId}/csv`]) {
      const { status, text } = await target.request(what, { headers });
      const cells = [...text.replace("\ufeff", "").matchAll(/(?:^|[,\n])"((?:[^"]|"")*)"/g)].map(
        ([, cell]) => cell ?? "",
      );
      const live = cells.filter((cell) => /^[\p{C}\p{Z}]*[=@]/u.test(cell) || isUnseen(cell.replace(/[\t\r\n]/g, "")));
      saw(
        what.replace(/\d+/, "…"),
        "no cell that a program runs",
        `${status}, ${live.length === 0 ? "none" : JSON.stringify(live[0])}`,
        status === 200 && cells.length > 0 && live.length === 0,
      );
    }

    const calculation = {
      company_id: day.companyId,
      plan_id: other.planId,
      status: "done" as const,
      plan_version: 1,
      created_at: "2026-11-21 06:00:00",
      updated_at: "2026-11-21 06:00:00",
    };
    await target.db("routing_queries").insert(calculation);
    const { id } = there(await target.db("routing_queries").where({ plan_id: other.planId }).first("id"));
    for (const intent of ["calculation.keep", "proposal.discard"]) {
      const { status } = await target.post(planData, { intent, queryId: String(id) }, headers);
      saw(`${intent} with another plan's calculation`, "404", status, status === 404);
    }
    const kept = there(await target.db("routing_queries").where({ id }).first("kept_at"));
    saw("that calculation", "is left alone", kept.kept_at ?? "untouched", kept.kept_at === null);
    const { status } = await target.post(planData, { intent: "calculation.cancel" }, headers);
    saw("cancelling a calculation that isn't there", "409", status, status === 409);
    const route = encodeURIComponent("routes/_main.company.calculation-history");
    const history = `company/calculation-history?_data=${route}`;
    for (const [asked, expected] of [
      [String(id), 409],
      ["999999", 404],
    ] as const) {
      const answer = await target.post(history, { intent: "calculation.stop", id: asked }, headers);
      saw(
        `stopping one that ${expected === 404 ? "never was" : "is over"}`,
        String(expected),
        answer.status,
        answer.status === expected,
      );
    }
  },
};
