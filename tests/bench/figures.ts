/**
 * `npm run bench:web -- --seed`: the dashboard of a company with 1,000,000 visits on 40,000 routes, in MariaDB. The
 * rows are made by the server itself, their figures by the product. `--visits 100000` seeds fewer.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { migrateLatest, seedReference } from "~/db/migrate.server";
import { loadDashboard } from "~/features/dashboard/queries/dashboard.server";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { countAllFigures } from "~/planner/fresh-figures.server";
import { systemClock } from "~/services/clock";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createVehicle } from "../factories/company";
import { testServices } from "../helpers/services";
import { sessionOf } from "../helpers/sessions";
import { startMariadb } from "../../scripts/lib/services/mariadb.mjs";
import { show, times } from "./pages";

const VISITS_EACH = 25;
const ROUTES_EACH = 40;
const PLANS_A_DAY = 4;
const RUNS = 15;
const AT = "2026-11-21 06:00:00";
/** Days of plans end here. */
const LAST_DAY = "2026-11-20";

/** Plans of 40 routes with 25 visits each, four a day, backwards from the last day. */
async function seed(
  db: Db,
  companyId: number,
  visits: number,
  own: { drivers: number[]; vehicles: number[]; warehouseId: number },
) {
  const plans = Math.ceil(visits / VISITS_EACH / ROUTES_EACH);
  const list = (ids: readonly number[]) => `ELT(1 + n.seq % ${ids.length}, ${ids.join(", ")})`;
  await db.raw(
    `INSERT INTO routing_plans (company_id, title, warehouse_id, service_date, status, created_at, updated_at)
     SELECT ?, CONCAT('Plan ', n.seq), ?,
       DATE_FORMAT(DATE_SUB(?, INTERVAL FLOOR((n.seq - 1) / ?) DAY), '%Y-%m-%d'), 5, ?, ?
     FROM seq_1_to_${plans} n`,
    [companyId, own.warehouseId, LAST_DAY, PLANS_A_DAY, AT, AT],
  );
  await db.raw(
    `INSERT INTO routing_routes (company_id, plan_id, vehicle_id, driver_id, position, status, distance, duration,
       service_duration, waiting_duration, created_at, updated_at)
     SELECT p.company_id, p.id, ${list(own.vehicles)}, ${list(own.drivers)}, n.seq, 5, 90000, 9000, 7500, 300, ?, ?
     FROM routing_plans p JOIN seq_1_to_${ROUTES_EACH} n WHERE p.company_id = ?`,
    [AT, AT, companyId],
  );
  // In parts, so that no transaction holds a million rows.
  const { first, last } = (await db("routing_plans")
    .where({ company_id: companyId })
    .min("id as first")
    .max("id as last")
    .first()) as unknown as Record<"first" | "last", number>;
  for (let from = first; from <= last; from += 50)
    await db.raw(
      `INSERT INTO routing_visits (uid, company_id, plan_id, route_id, name, address, type, status, position,
         label_position, arrival_time, completed_at, start_time, end_time, service_time, package_load, fail_reason_id,
         is_out_of_turn, created_at, updated_at)
       SELECT UUID(), r.company_id, r.plan_id, r.id, CONCAT('Stop ', n.seq), 'Road 1, Vaduz', 'D',
         IF((r.id + n.seq) % 19 = 0, 5, 4), n.seq, n.seq,
         DATE_FORMAT(DATE_ADD(p.service_date, INTERVAL 420 + n.seq * 20 MINUTE), '%Y-%m-%d %H:%i:%s'),
         DATE_FORMAT(
           DATE_ADD(p.service_date, INTERVAL 420 + n.seq * 20 + (r.id * 7 + n.seq * 3) % 25 MINUTE),
           '%Y-%m-%d %H:%i:%s'
         ),
         '08:00', IF(n.seq % 3 = 0, '14:00', '18:00'), 5, 10, IF((r.id + n.seq) % 19 = 0, 1 + n.seq % 7, NULL),
         (r.id + n.seq) % 40 = 0, ?, ?
       FROM routing_routes r JOIN routing_plans p ON p.id = r.plan_id JOIN seq_1_to_${VISITS_EACH} n
       WHERE r.plan_id BETWEEN ? AND ?`,
      [AT, AT, from, from + 49],
    );
  await db.raw("ANALYZE TABLE routing_plans, routing_routes, routing_visits");
}

async function measured(name: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  const all: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    await work();
    all.push(performance.now() - started);
  }
  show(name, times(all));
}

const since = (started: number): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;

export async function benchFigures(visits: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
  const server = await startMariadb(folder);
  const admin = createDatabase({ url: `${server.url}mysql` });
  await admin.raw("CREATE DATABASE figures");
  await admin.destroy();
  const db = createDatabase({ url: `${server.url}figures` });
  try {
    setDatabase(db);
    setServices(testServices({ clock: systemClock }));
    await migrateLatest(db);
    await seedReference(db);
    const company = await createCompany(db);
    const { companyId, warehouseId } = company;
    const [drivers, vehicles]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < ROUTES_EACH; nth++) {
      drivers.push(await createMember(db, companyId, { name: `Driver ${nth}`, is_courier: 1 }));
      vehicles.push(await createVehicle(db, companyId, { max_load: 500 }));
    }
    let started = performance.now();
    await seed(db, companyId, visits, { drivers, vehicles, warehouseId });
    console.log(`${visits} visits seeded in ${since(started)}`);
    started = performance.now();
    await countAllFigures();
    await db.raw("ANALYZE TABLE plan_figures, route_figures, visit_figures");
    console.log(`their figures counted in ${since(started)}`);
    const session = sessionOf(company, { isDispatcher: true }, company.ownerId);
    const asked = (page: string) => new Request(`http://localhost/platform/company/${page}`);
    const days = {
      day: `from=${LAST_DAY}&to=${LAST_DAY}`,
      quarter: "from=2026-08-22&to=2026-11-20",
      all: "from=2024-11-21&to=2026-11-20",
    };
    for (const [name, range] of Object.entries(days))
      for (const by of ["driver", "day"])
        await measured(`dashboard, ${name}, by ${by}`, () =>
          loadDashboard(session, asked(`dashboard?${range}&by=${by}`)),
        );
    for (const [name, range] of Object.entries(days))
      await measured(`late visits behind it, ${name}`, () =>
        loadVisitsPage(session, asked(`visits?behind=late&${range}`)),
      );
  } finally {
    await db.destroy();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
