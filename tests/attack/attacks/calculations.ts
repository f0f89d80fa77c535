import { pause } from "~/lib/pause";
import { NOW } from "../../factories/company";
import { there } from "../people";
import { demoDay } from "../world";
import type { Attack } from "../attack";

const WAIT_MS = 30_000;
const LOOK_MS = 200;

/** A calculation that kills its process whenever it is started, and one that is larger than the machine. */
export const calculations: Attack = {
  name: "calculations",
  async run({ target, saw }) {
    const day = await demoDay(target, 3);
    // What a process leaves behind that died with it for the third time.
    const dead = {
      company_id: day.companyId,
      plan_id: day.planId,
      status: "running" as const,
      attempts: 3,
      locked_by: "a process that is gone",
      locked_until: NOW,
      created_at: NOW,
      updated_at: NOW,
    };
    await target.db("routing_queries").insert(dead);
    const { id } = there(await target.db("routing_queries").where({ plan_id: day.planId }).first("id"));
    const read = async () =>
      there(await target.db("routing_queries").where({ id }).first("status", "attempts", "error_message"));
    let row = await read();
    for (const until = Date.now() + WAIT_MS; row.status === "running" && Date.now() < until; row = await read())
      await pause(LOOK_MS);
    saw(
      "a calculation that died three times",
      "given up, with a sentence",
      `${row.status} after ${row.attempts}: ${row.error_message}`,
      row.status === "failed" && row.attempts === 3 && (row.error_message ?? "") !== "",
    );
    const page = await target.request(`planning/plan/${day.planId}`, {
      headers: { Cookie: await target.cookieOf("dispatcher"), Accept: "text/html" },
    });
    saw("its plan", "opens", page.status, page.status === 200);
  },
};
