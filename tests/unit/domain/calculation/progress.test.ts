import { expect, it } from "vitest";
import { routeProgress } from "~/domain/calculation/progress";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { Visit } from "~/domain/visit/visit";
import { makeVisit } from "../make";

const NOW = "2026-06-01 08:00:00";
const LOAD = { packageCapacity: 0.5, packageLoad: 20 };

it("has on board what was picked up and what could not be delivered, nothing else that was or will be served", () => {
  const progressWith = (part: Partial<Visit>) => {
    const served = makeVisit({
      id: 1,
      position: 1,
      status: VisitStatus.Delivered,
      completedAt: NOW,
      packageCapacity: 0,
      packageLoad: 0,
    });
    const progress = routeProgress(
      { status: 4 },
      [
        served,
        makeVisit({
          id: 2,
          position: 2,
          completedAt: part.status === VisitStatus.OnRoute ? null : NOW,
          ...LOAD,
          ...part,
        }),
      ],
      NOW,
    );
    return [progress?.onBoardCapacity, progress?.onBoardLoad];
  };
  expect(progressWith({ type: "P", status: VisitStatus.Delivered })).toEqual([0.5, 20]);
  expect(progressWith({ type: "P", status: VisitStatus.OnRoute })).toEqual([0, 0]);
  expect(progressWith({ type: "P", status: VisitStatus.Scheduled, completedAt: null })).toEqual([0, 0]);
  expect(progressWith({ type: "P", status: VisitStatus.Failed })).toEqual([0, 0]);
  expect(progressWith({ type: "D", status: VisitStatus.Delivered })).toEqual([0, 0]);
  expect(progressWith({ type: "D", status: VisitStatus.Failed })).toEqual([0.5, 20]);
  expect(progressWith({ type: "D", status: VisitStatus.OnRoute })).toEqual([0, 0]);
});

it("adds up what several pickups brought", () => {
  const picked = [1, 2].map((id) =>
    makeVisit({ id, position: id, type: "P", status: VisitStatus.Delivered, completedAt: NOW, ...LOAD }),
  );
  expect(routeProgress({ status: 4 }, picked, NOW)).toMatchObject({ onBoardCapacity: 1, onBoardLoad: 40, served: 2 });
});
