/** The page of a visit's link, as a recipient without an account opens it. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach } from "vitest";
import { recipientAction } from "~/features/recipients/recipient-action.server";
import { loadRecipientVisit } from "~/features/recipients/queries/linked-pages.server";
import type { VisitPage } from "~/features/recipients/queries/visit-page.server";
import type { ActionRefusal } from "~/lib/action-result";
import { visitTrackingHash } from "~/planner/tracking-links.server";
import { setLimits } from "~/services/limits/limits.server";
import { useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";
import type { Road } from "../driver/road";
import type { Db } from "~/db/client.server";
import type { DatabaseKind } from "../../helpers/databases";

export const NOBODY = { nonce: "", ip: "192.0.2.7" };

export const linkOf = async (road: Road, visitId: number) => ({
  visitId: String(visitId),
  hash: await visitTrackingHash(road.db, road.companyId, visitId),
});
export const address = "http://localhost/platform/tracking/public/visit";
export async function open(params: Record<string, string>, ip = NOBODY.ip) {
  const answer = await loadRecipientVisit({ request: new Request(address), params, context: { ...NOBODY, ip } });
  return { status: answer.status, headers: answer.headers, ...((await answer.json()) as { page: VisitPage | null }) };
}
export async function send(params: Record<string, string>, fields: Record<string, string>, ip = NOBODY.ip) {
  const request = new Request(address, { method: "POST", body: new URLSearchParams(fields) });
  const args: ActionFunctionArgs = { request, params, context: { ...NOBODY, ip } };
  const answer = await recipientAction(args);
  return {
    status: answer.status,
    refused: (answer.status === 303 ? null : await answer.json()) as ActionRefusal | null,
  };
}

/** A route on the road, of which the recipient of the second stop has a link; the other two have secrets. */
async function prepared(db: Db) {
  const road = await createRoad(db);
  const secrets = { recipient_phone: "+423 777 66 55", recipient_name: "Rosa Recipient", address: "Rosengasse 5" };
  await road
    .db("routing_visits")
    .where({ id: road.stops[0] })
    .update({ ...secrets, address: "Aeulestrasse 1" });
  await road.db("routing_visits").where({ id: road.stops[2] }).update(secrets);
  await road.db("company_members").where({ id: road.driverId }).update({ phone: "+423 999 88 77" });
  await road
    .db("companies")
    .where({ id: road.companyId })
    .update({ phone: "+423 100 20 30", email: "desk@co.example" });
  return { road, link: await linkOf(road, road.stops[1]) };
}

/** What a `describe` of tests about the page works with. */
export function useLinkedPages(kind: DatabaseKind) {
  const database = useTestDatabase(kind);
  beforeEach(() => {
    setLimits(undefined);
    setWorld(database().db, at("08:05"));
  });
  afterEach(forgetWorld);
  return { database, prepared: () => prepared(database().db) };
}
