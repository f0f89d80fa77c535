import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { removePlan } from "~/db/repositories/plans.server";
import { removeRoutes } from "~/db/repositories/routes.server";
import { removeVisits } from "~/db/repositories/visits.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { revokeLink } from "~/features/recipients/commands/revoke-link.server";
import { loadRecipientVisit } from "~/features/recipients/queries/linked-pages.server";
import { openRouteLink } from "~/features/recipients/queries/open-link.server";
import { recipientPicture } from "~/features/recipients/queries/picture.server";
import type { VisitPage } from "~/features/recipients/queries/visit-page.server";
import { routeTrackingHash, visitTrackingHash } from "~/planner/tracking-links.server";
import { services, setServices } from "~/services/container.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";
import type { Road } from "../driver/road";

const IP = "192.0.2.7";
const ADDRESS = "http://localhost/platform/tracking/public/visit";
const SECRETS = { name: "Visitname", recipient_name: "Rosa Recipient", address: "Rosengasse 5", postcode: "9490" };

describe.each(databases())("the link of what a company removed on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeEach(() => setWorld(database().db, at("08:05")));
  afterEach(forgetWorld);

  async function prepared() {
    const road = await createRoad(database().db);
    const [, visitId] = road.stops;
    await road.db("routing_visits").where({ id: visitId }).update(SECRETS);
    const miniatures = { of: () => Promise.resolve("small"), hasNone: () => false, close: () => Promise.resolve() };
    setServices(testServices({ ...services(), miniatures }));
    const picture = { visit_id: visitId, path: `companies/${road.companyId}/photo.png`, type: "photo" } as const;
    const photo = await insertAttachment(road.db, road.companyId, picture, at("08:00"));
    const hash = await visitTrackingHash(road.db, road.companyId, visitId);
    return { road, visitId, photo, hash };
  }
  async function open(visitId: number, hash: string) {
    const params = { visitId: String(visitId), hash };
    const answer = await loadRecipientVisit({
      request: new Request(ADDRESS),
      params,
      context: { nonce: "", ip: IP },
    });
    return { status: answer.status, page: ((await answer.json()) as { page: VisitPage | null }).page };
  }
  const leave = async () => undefined;
  const serve = async ({ dispatcher }: Road, visitId: number) => {
    await markVisitDone(dispatcher, { visitId, confirmed: true });
    await database().db("routing_visits").where({ id: visitId }).update({ signature_name: "Sina Signed" });
  };
  const fail = ({ dispatcher }: Road, visitId: number) =>
    markVisitFailed(dispatcher, { visitId, failReasonId: 7, failNote: "", confirmed: true });
  const visit = ({ db, companyId }: Road, visitId: number) => removeVisits(db, companyId, [visitId], at("08:04"));
  const plan = ({ db, companyId, planId }: Road) => removePlan(db, companyId, planId, at("08:04"));

  it.each([
    ["visit", "not served", visit, leave, "Cancelled"],
    ["visit", "served", visit, serve, "Not shown any more"],
    ["visit", "failed", visit, fail, "Not shown any more"],
    ["plan", "not served", plan, leave, "Cancelled"],
    ["plan", "served", plan, serve, "Not shown any more"],
  ] as const)(
    "shows of a %s that was %s neither name, address nor proof",
    async (_what, _how, remove, report, title) => {
      const { road, visitId, photo, hash } = await prepared();
      await report(road, visitId);
      expect(JSON.stringify((await open(visitId, hash)).page)).toContain("Rosengasse 5");
      await remove(road, visitId);
      const { status, page } = await open(visitId, hash);
      expect(status).toBe(200);
      expect(page).toMatchObject({
        stage: "cancelled",
        when: { title },
        name: "",
        address: "",
        pictures: [],
        map: null,
      });
      for (const secret of ["Visitname", "Rosa", "Rosengasse", "9490", "Sina", "Dora"])
        expect(JSON.stringify(page), secret).not.toContain(secret);
      const picture = recipientPicture({ id: String(visitId), hash, ip: IP }, String(photo), new Request(ADDRESS));
      await expect(picture).rejects.toMatchObject({ status: 404 });
    },
  );

  it("is unknown once it is revoked, of a visit as of a route", async () => {
    const { road, visitId, hash } = await prepared();
    const { db, companyId, routeId } = road;
    const ofRoute = { id: String(routeId), hash: await routeTrackingHash(db, companyId, routeId), ip: IP };
    await removeVisits(db, companyId, [visitId], at("08:04"));
    await removeRoutes(db, companyId, [routeId], at("08:04"));
    expect([(await open(visitId, hash)).status, (await openRouteLink(ofRoute)).kind]).toEqual([200, "open"]);
    await revokeLink(road.dispatcher, { kind: "visit", id: visitId });
    await revokeLink(road.dispatcher, { kind: "route", id: routeId });
    expect([(await open(visitId, hash)).status, (await openRouteLink(ofRoute)).kind]).toEqual([404, "unknown"]);
  });

  it("is not another company's to revoke", async () => {
    const { visitId, road } = await prepared();
    const other = await createRoad(database().db);
    await removeVisits(road.db, road.companyId, [visitId], at("08:04"));
    for (const subject of [{ kind: "visit", id: visitId } as const, { kind: "route", id: road.routeId } as const])
      await expect(revokeLink(other.dispatcher, subject)).rejects.toMatchObject({ status: 404 });
  });
});
