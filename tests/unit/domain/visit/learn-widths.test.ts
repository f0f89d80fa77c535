import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_WIDTHS, WIDTH_STOPS, etaWindow, stepOf, widthAt } from "~/domain/visit/eta-window";
import type { Widths } from "~/domain/visit/eta-window";
import { learnWidths } from "~/domain/visit/learn-widths";
import type { PredictionError } from "~/domain/visit/learn-widths";
import { randomOf } from "../../../helpers/random";
import { shownWidthSec } from "../../../helpers/shown-width";

const MIN = 60;

/** How a made-up company drives. */
interface Company {
  stops: number;
  legSec: number;
  serviceSec: number;
  /** standard deviation of a day's traffic, as a share of all driving */
  traffic: number;
  /** share of stops that take long, and how long at most */
  holdUps: number;
  holdUpSec: number;
  /** minutes between the ends of the last stop's window when the vehicle leaves */
  widthMin: number;
}

const COMPANIES: Record<string, Company> = {
  "parcels in a town": {
    stops: 60,
    legSec: 150,
    serviceSec: 180,
    traffic: 0.05,
    holdUps: 0.03,
    holdUpSec: 900,
    widthMin: 33,
  },
  "furniture in the country": {
    stops: 9,
    legSec: 2400,
    serviceSec: 1800,
    traffic: 0.12,
    holdUps: 0.2,
    holdUpSec: 2400,
    widthMin: 130,
  },
  "rounds as regular as a clock": {
    stops: 25,
    legSec: 420,
    serviceSec: 300,
    traffic: 0.01,
    holdUps: 0,
    holdUpSec: 0,
    widthMin: 21,
  },
};

interface Prediction {
  stopsBefore: number;
  predictedSec: number;
  reallySec: number;
  /** the first of its step, as the server notes them */
  isNoted: boolean;
}

/** All predictions of a day: after each report, of every stop ahead, from the planned legs and services. */
function drivenDay(company: Company, random: () => number): Prediction[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const traffic = 1 + company.traffic * normal();
  const begins: number[] = [];
  const ends: number[] = [];
  let clock = 8 * 3600;
  for (let stop = 0; stop < company.stops; stop++) {
    clock += company.legSec * traffic * Math.max(0.5, 1 + 0.15 * normal());
    begins.push(clock);
    const heldUp = random() < company.holdUps ? random() * company.holdUpSec : 0;
    clock += company.serviceSec * Math.max(0.3, 1 + 0.25 * normal()) + heldUp;
    ends.push(clock);
  }
  const predictions: Prediction[] = [];
  const noted = begins.map(() => new Set<number>());
  for (let reported = -1; reported < company.stops - 1; reported++) {
    const from = reported < 0 ? 8 * 3600 : ends[reported]!;
    for (let stop = reported + 1; stop < company.stops; stop++) {
      const stopsBefore = stop - reported - 1;
      const step = stepOf(stopsBefore);
      predictions.push({
        stopsBefore,
        predictedSec: Math.round(from + company.legSec + stopsBefore * (company.legSec + company.serviceSec)),
        reallySec: Math.round(begins[stop]!),
        isNoted: !noted[stop]!.has(step),
      });
      noted[stop]!.add(step);
    }
  }
  return predictions;
}

const drivenDays = (company: Company, days: number, random: () => number): Prediction[] =>
  Array.from({ length: days }, () => drivenDay(company, random)).flat();

const errors = (predictions: readonly Prediction[]): PredictionError[] =>
  predictions.flatMap(({ stopsBefore, predictedSec, reallySec, isNoted }) =>
    isNoted ? [{ stops: stepOf(stopsBefore), errorSec: reallySec - predictedSec }] : [],
  );

function coverage(predictions: readonly Prediction[], widths: Widths): number {
  const inside = predictions.filter(({ stopsBefore, predictedSec, reallySec }) => {
    const { fromSec, toSec } = etaWindow({ beginSec: predictedSec, stopsBefore, opensSec: null }, widths, 0);
    return fromSec <= reallySec && reallySec <= toSec;
  });
  return inside.length / predictions.length;
}

describe.each(Object.entries(COMPANIES))("windows learnt from %s", (name, company) => {
  const numbers = randomOf(name);
  const random = () => numbers.below(2 ** 31) / 2 ** 31;
  const days = Math.ceil(2_000 / company.stops);
  const widths = learnWidths(errors(drivenDays(company, days, random)));
  const later = drivenDays(company, 2 * days, random).filter(({ isNoted }) => isNoted);

  const isLeast = (stops: number) => shownWidthSec(widthAt(stops, widths)) <= 11 * MIN;

  it.each(WIDTH_STOPS.filter((stops) => stops < company.stops).map((stops) => [stops]))(
    "hold four of five of the visits to come, %i stops before them",
    (stops) => {
      const ofStep = later.filter(({ stopsBefore }) => stepOf(stopsBefore) === stops);
      const share = coverage(ofStep, widths);
      expect(share).toBeGreaterThan(0.77);
      // The narrowest window that is shown may hold more.
      if (!isLeast(stops)) expect(share).toBeLessThan(0.88);
    },
  );
  it("are as wide as the company needs them", () => {
    const atStart = shownWidthSec(widthAt(company.stops - 1, widths));
    expect(atStart).toBeGreaterThan(company.widthMin * 0.75 * MIN);
    expect(atStart).toBeLessThan(company.widthMin * 1.25 * MIN);
  });
});

describe("learnt widths", () => {
  it("are the default without visits", () => {
    expect(learnWidths([])).toEqual(DEFAULT_WIDTHS);
  });
  it("take the tenth and the ninetieth of a hundred errors, corrected for their number", () => {
    const hundred = Array.from({ length: 100 }, (_, nth) => ({ stops: 0, errorSec: (nth - 49) * 10 }));
    // ranks 10 and 91 of 101
    expect(learnWidths(hundred)[0]).toEqual({ stops: 0, fromSec: -400, toSec: 410 });
  });
  it("count from a hundred predictions of a step on", () => {
    const few = Array.from({ length: 99 }, () => ({ stops: 0, errorSec: 0 }));
    expect(learnWidths(few)[0]).toEqual(DEFAULT_WIDTHS[0]);
    expect(learnWidths([...few, { stops: 0, errorSec: 0 }])[0]).toEqual({ stops: 0, fromSec: 0, toSec: 0 });
  });
  it("hold the prediction even where all visits begin later", () => {
    const late = Array.from({ length: 300 }, (_, nth) => ({ stops: 0, errorSec: 300 + nth }));
    expect(learnWidths(late)[0]).toMatchObject({ fromSec: 0 });
  });
  it("never grow as the vehicle comes closer, whatever was learnt", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            stops: fc.constantFrom(...WIDTH_STOPS),
            errorSec: fc.integer({ min: -7200, max: 14_400 }),
          }),
          { minLength: 0, maxLength: 1_500 },
        ),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (learnt, near, further) => {
          const widths = learnWidths(learnt);
          const beginSec = 1_780_315_200;
          const windowOf = (stopsBefore: number) => etaWindow({ beginSec, stopsBefore, opensSec: null }, widths, 0);
          const [a, b] = [windowOf(near), windowOf(near + further)];
          expect(a.toSec - a.fromSec).toBeLessThanOrEqual(b.toSec - b.fromSec);
        },
      ),
      { numRuns: 200 },
    );
  });
});
