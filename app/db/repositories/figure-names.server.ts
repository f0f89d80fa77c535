import { fullName } from "~/domain/access/person-name";
import { titleAndPlate } from "~/domain/vehicle/vehicle";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";

/** Drivers, vehicles and warehouses by id, also removed ones: what they did stays counted. */
export async function namesForFigures(
  db: Db,
  companyId: number,
  kind: "driver" | "vehicle" | "warehouse",
  ids: readonly number[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const batch of inBatches([...new Set(ids)], 500)) {
    if (kind === "driver")
      for (const { id, name, surname, email } of await db("company_members")
        .where({ company_id: companyId })
        .whereIn("id", batch)
        .select("id", "name", "surname", "email"))
        names.set(id, fullName({ name, surname }) || (email ?? ""));
    else if (kind === "vehicle")
      for (const { id, title, plate } of await db("vehicles")
        .where({ company_id: companyId })
        .whereIn("id", batch)
        .select("id", "title", "plate"))
        names.set(id, titleAndPlate({ title, plate }));
    else
      for (const { id, title } of await db("warehouses")
        .where({ company_id: companyId })
        .whereIn("id", batch)
        .select("id", "title"))
        names.set(id, title);
  }
  for (const [id, name] of names) if (name === "") names.delete(id);
  return names;
}
