import type { Rule } from "./context";

/** The vehicle has every skill that its stops ask for. */
export const skills: Rule = ({ routes, fail }) => {
  for (const { vehicle, steps } of routes) {
    for (const { step, job, shipment } of steps) {
      const lacking = (job ?? shipment)?.skills?.filter((skill) => vehicle.skills?.includes(skill) !== true) ?? [];
      if (lacking.length > 0)
        fail("skills", `The ${step.type} ${step.id} needs skill ${lacking.join(", ")}.`, lacking.length, {
          vehicleId: vehicle.id,
          step,
        });
    }
  }
};
