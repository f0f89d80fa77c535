import { there } from "../people";
import { demoDay } from "../world";
import type { Attack } from "../attack";

/** What a driver can do with a route that the dispatcher has not approved. */
export const drivers: Attack = {
  name: "drivers",
  async run({ target, saw }) {
    const headers = { Cookie: await target.cookieOf("driver") };
    const planned = await demoDay(target, 2);
    const approved = await demoDay(target, 3);
    const visitId = String(there(planned.visitIds[0]));
    const page = `driver/route/${planned.routeId}`;

    const open = await target.request(page, { headers });
    saw("a route that isn't approved", "4xx", open.status, open.status >= 400 && open.status < 500);
    for (const intent of ["start", "done", "failed", "on-route", "finish"]) {
      const { status } = await target.post(page, { intent, visitId, confirmed: "1", failReasonId: "1" }, headers);
      saw(`${intent} on it`, "4xx", status, status >= 400 && status < 500);
    }
    for (const format of ["csv", "xlsx", "gpx", "pdf"]) {
      const { status } = await target.request(`export/route/${planned.routeId}/${format}`, { headers });
      saw(`its ${format} file`, "4xx", status, status >= 400 && status < 500);
    }
    const { status } = there(await target.db("routing_routes").where({ id: planned.routeId }).first("status"));
    saw("the route", "is as it was", status, status === 2);
    const visits = await target.db("routing_visits").whereIn("id", planned.visitIds).whereNotNull("completed_at");
    saw("its visits", "none is completed", visits.length, visits.length === 0);
    const own = await target.request(`driver/route/${approved.routeId}`, { headers });
    saw("an approved route of theirs", "opens", own.status, own.status === 200);
  },
};
