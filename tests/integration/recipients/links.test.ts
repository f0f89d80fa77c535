import { describe, expect, it } from "vitest";
import { linkRevision, raiseLinkRevision } from "~/db/repositories/tracking-links.server";
import type { TrackingSubject } from "~/domain/tracking/tracking-subject";
import { isLinkHash, routeTrackingPath, visitTrackingHash, visitTrackingPath } from "~/planner/tracking-links.server";
import { createCompany, createVisit, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

describe.each(databases())("links of recipients on %s", (kind) => {
  const database = useTestDatabase(kind);

  // @spec PC-2.15 PC-2.16
  it("name what they are about, and no other subject has their hash", async () => {
    const { db } = database();
    const { companyId, routeId, visitIds } = await createCompany(db);
    const [visitId = 0, otherId = 0] = visitIds;
    const route = await routeTrackingPath(db, companyId, routeId);
    const visit = await visitTrackingPath(db, companyId, visitId);
    expect(route).toMatch(new RegExp(`^/tracking/public/${routeId}/[\\w-]{24}$`));
    expect(visit).toMatch(new RegExp(`^/tracking/public/visit/${visitId}/[\\w-]{24}$`));
    const hash = await visitTrackingHash(db, companyId, visitId);
    const opens = (subject: TrackingSubject, given = hash) => isLinkHash(subject, null, given);
    expect(opens({ kind: "visit", id: visitId })).toBe(true);
    expect(opens({ kind: "visit", id: otherId })).toBe(false);
    expect(opens({ kind: "route", id: visitId })).toBe(false);
    for (const forged of ["", "x", `${hash}A`, hash.slice(1), hash.toUpperCase(), hash.slice(0, -1) + "é"])
      expect(opens({ kind: "visit", id: visitId }, forged), forged).toBe(false);
  });

  it("are others after each revocation, those of other subjects stay", async () => {
    const { db } = database();
    const { companyId, routeId, visitIds } = await createCompany(db);
    const subject = { kind: "visit", id: visitIds[0]! } as const;
    const opensNow = async (hash: string) => isLinkHash(subject, await linkRevision(db, companyId, subject), hash);
    const [route, hashes] = [await routeTrackingPath(db, companyId, routeId), new Set<string>()];
    for (let times = 0; times < 3; times += 1) {
      const hash = await visitTrackingHash(db, companyId, subject.id);
      expect(await opensNow(hash)).toBe(true);
      hashes.add(hash);
      await raiseLinkRevision(db, companyId, subject, NOW);
      expect(await opensNow(hash)).toBe(false);
    }
    expect(hashes.size).toBe(3);
    expect(await routeTrackingPath(db, companyId, routeId)).toBe(route);
  });

  // @spec PC-2.14
  it("are there for places that somebody waits at, in one's own company", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds } = await createCompany(db);
    const other = await createCompany(db);
    const startId = await createVisit(db, companyId, { type: "S", plan_id: planId, route_id: routeId });
    await expect(visitTrackingPath(db, companyId, startId)).rejects.toMatchObject({ status: 404 });
    await expect(visitTrackingPath(db, other.companyId, visitIds[0]!)).rejects.toMatchObject({ status: 404 });
    await expect(routeTrackingPath(db, other.companyId, routeId)).rejects.toMatchObject({ status: 404 });
  });
});
