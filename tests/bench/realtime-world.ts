/** The company of `npm run bench:realtime`: drivers whose routes are on the road, and dispatchers who look. */
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { insertMember } from "~/db/repositories/members.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { insertUser } from "~/db/repositories/users.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { utcText } from "~/domain/time/utc-text";
import type { PlatformServer, Storage } from "../setup/e2e-server";

const ROUTES_A_PLAN = 50;
const STOPS = 20;

export interface BenchDriver {
  email: string;
  routeId: number;
  visitIds: number[];
}
export interface BenchWorld {
  drivers: BenchDriver[];
  dispatchers: string[];
}

/** Puts them in while the server is down, with the password of the demo's accounts. */
export async function seedRealtime(
  storage: Storage,
  counts: { drivers: number; dispatchers: number },
): Promise<BenchWorld> {
  const db = createDatabase(
    storage.databaseUrl ? { url: storage.databaseUrl } : { file: path.join(storage.dataDir, "platform.sqlite") },
  );
  const nowSec = Math.floor(Date.now() / 1000);
  const [now, started] = [utcText(nowSec), utcText(nowSec - 1800)];
  const company = await db("companies").first("id");
  const warehouse = await db("warehouses").first("id", "lat", "lng");
  const known = await db("users").where({ email: "dispatcher@demo.example" }).first("password_hash");
  if (!company || !warehouse || !known) throw new Error("The demo company is missing: start the server once before.");
  const companyId = company.id;

  const account = async (email: string, rights: { is_courier: 1 } | { is_dispatcher: 1 }): Promise<number> => {
    const userId = await insertUser(
      db,
      {
        email,
        name: email.split("@")[0]!,
        password_hash: known.password_hash,
        email_verified_at: now,
        is_completed: 1,
        current_company_id: companyId,
      },
      now,
    );
    return insertMember(
      db,
      companyId,
      { name: "Bench", surname: email, email, user_id: userId, invitation_type: 1, ...rights },
      now,
    );
  };

  const dispatchers: string[] = [];
  for (let nth = 0; nth < counts.dispatchers; nth++) {
    dispatchers.push(`dispatcher-${nth}@bench.example`);
    await account(dispatchers[nth]!, { is_dispatcher: 1 });
  }
  const drivers: BenchDriver[] = [];
  let planId = 0;
  for (let nth = 0; nth < counts.drivers; nth++) {
    const email = `driver-${nth}@bench.example`;
    const driverId = await account(email, { is_courier: 1 });
    if (nth % ROUTES_A_PLAN === 0)
      planId = await insertPlan(
        db,
        companyId,
        {
          title: `Day ${nth / ROUTES_A_PLAN + 1}`,
          service_date: now.slice(0, 10),
          warehouse_id: warehouse.id,
          status: 4,
        },
        now,
      );
    const vehicleId = await insertVehicle(
      db,
      companyId,
      { title: `Van ${nth}`, plate: `FL ${nth}`, warehouse_id: warehouse.id, driver_id: driverId },
      now,
    );
    const routeId = await insertRoute(
      db,
      companyId,
      {
        plan_id: planId,
        vehicle_id: vehicleId,
        driver_id: driverId,
        warehouse_id: warehouse.id,
        status: 4,
        position: nth % ROUTES_A_PLAN,
        is_locked: 1,
        start_time: started,
        finish_time: utcText(nowSec + 8 * 3600),
      },
      now,
    );
    const common = {
      plan_id: planId,
      route_id: routeId,
      warehouse_id: warehouse.id,
      status: 3,
      travel_duration: 300,
      distance: 2500,
      service_duration: 300,
      service_time: 5,
    };
    const ids = await insertVisits(
      db,
      companyId,
      [
        {
          ...common,
          name: "Start",
          type: "S",
          position: 0,
          lat: warehouse.lat,
          lng: warehouse.lng,
          arrival_time: started,
          status: 4,
          completed_at: started,
        },
        ...Array.from({ length: STOPS }, (_, stop) => ({
          ...common,
          name: `Stop ${stop + 1}`,
          address: `Road ${nth} ${stop}`,
          position: stop + 1,
          label_position: stop + 1,
          lat: 47.05 + ((nth * 31 + stop * 389) % 1000) / 4500,
          lng: 9.47 + ((nth * 17 + stop * 761) % 1000) / 6500,
          arrival_time: utcText(nowSec + stop * 900),
        })),
        {
          ...common,
          name: "End",
          type: "E",
          position: 10_000,
          lat: warehouse.lat,
          lng: warehouse.lng,
          arrival_time: utcText(nowSec + 8 * 3600),
        },
      ],
      now,
    );
    drivers.push({ email, routeId, visitIds: ids.slice(1, -1) });
  }
  await db.destroy();
  return { drivers, dispatchers };
}

/** Signs everybody in, each from an address of their own, a few at a time. @returns their cookies, in order */
export async function signAllIn(server: PlatformServer, emails: readonly string[]): Promise<string[]> {
  const cookies: string[] = [];
  const left = emails.map((email, nth) => ({ email, nth }));
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { email, nth } = one;
      const answer = await fetch(new URL("login", server.url), {
        method: "POST",
        body: new URLSearchParams({ email, password: server.password }),
        headers: { "X-Forwarded-For": `10.1.${Math.floor(nth / 250)}.${nth % 250}` },
        redirect: "manual",
      });
      await answer.text();
      const cookie = answer.headers.get("set-cookie")?.split(";")[0];
      if (cookie === undefined) throw new Error(`The sign-in of ${email} answered ${answer.status}.`);
      cookies[nth] = cookie;
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return cookies;
}
