import { expect, it } from "vitest";
import { madeUpCompany, seededNumbers, visitsOf } from "~/domain/generator/made-up-company";
import { distanceMeters } from "~/domain/validation/coordinates";

const OPTIONS = {
  title: "Training",
  companies: 2,
  plans: 3,
  vehicles: 4,
  visits: 50,
  lat: 47.14,
  lng: 9.52,
  radius_km: 8,
};
const made = (nth = 1, options = OPTIONS, seed = 7) => madeUpCompany(options, seed, nth, "2026-12-30");

it("is as large as it is asked for, a plan a day from today on", () => {
  const { title, vehicles, plans } = made(2);
  expect([title, vehicles.length, plans.map(({ serviceDate }) => serviceDate)]).toEqual([
    "Training 2",
    4,
    ["2026-12-30", "2026-12-31", "2027-01-01"],
  ]);
  expect(plans.map(({ visits }) => visits.length)).toEqual([50, 50, 50]);
  expect(visitsOf(OPTIONS)).toBe(300);
});

it("lies within the circle, also where meridians meet and at the date line", () => {
  for (const place of [OPTIONS, { lat: -70, lng: 12 }, { lat: 0, lng: 0 }]) {
    const { depot, plans } = made(1, { ...OPTIONS, ...place });
    for (const one of [depot, ...plans.flatMap(({ visits }) => visits)])
      expect(distanceMeters(one, place)).toBeLessThan(8_100);
  }
  const { plans } = made(1, { ...OPTIONS, lat: 90, lng: 180, radius_km: 200 });
  for (const { lat, lng } of plans.flatMap(({ visits }) => visits)) {
    expect(Math.abs(lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(lng)).toBeLessThanOrEqual(180);
  }
});

it("is the same for the same run, and another for the next company and the next run", () => {
  expect(made()).toEqual(made());
  const place = (nth: number, seed: number) => made(nth, OPTIONS, seed).plans[0]?.visits[0]?.lat;
  expect(new Set([place(1, 7), place(2, 7), place(1, 8)]).size).toBe(3);
  const plates = [made(1), made(2), made(1, OPTIONS, 8)].flatMap(({ vehicles }) => vehicles.map(({ plate }) => plate));
  expect(new Set(plates).size).toBe(plates.length);
});

it("is spread by numbers from 0 to 1", () => {
  const next = seededNumbers(3);
  const numbers = Array.from({ length: 5000 }, next);
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(mean).toBeCloseTo(0.5, 1);
});
