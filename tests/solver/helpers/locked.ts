import { Random } from "solver/random";
import type { Problem, StepRef, Vehicle } from "solver/index";

/**
 * The problem with up to three locked steps on some vehicles, as random as its seed: jobs, pickups without their
 * deliveries, and whole shipments, whatever rule that breaks.
 */
export function withLocks(problem: Problem, seed: number): Problem {
  const random = new Random(seed);
  const left: StepRef[][] = [
    ...problem.jobs.map(({ id }): StepRef[] => [{ type: "job", id }]),
    ...problem.shipments.map(({ pickup, delivery }): StepRef[] => [
      { type: "pickup", id: pickup.id },
      { type: "delivery", id: delivery.id },
    ]),
  ];
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle): Vehicle => {
      if (random.real() < 0.4) return vehicle;
      const taken = Array.from({ length: 1 + random.below(2) }, () => left.splice(random.below(left.length), 1)[0]);
      const steps = taken.flatMap((one = []) => (random.real() < 0.5 ? one : one.slice(0, 1)));
      return { ...vehicle, lockedPrefix: steps };
    }),
  };
}
