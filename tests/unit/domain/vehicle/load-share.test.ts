import { describe, expect, it } from "vitest";
import { fullerLoad } from "~/domain/vehicle/load-share";

const none = { kg: 0, m3: 0, maxKg: 0, maxM3: 0 };

describe("how full a vehicle is", () => {
  it("is said by weight or volume, whichever is nearer to its limit; the text names both", () => {
    expect(fullerLoad({ kg: 420, m3: 6, maxKg: 1200, maxM3: 12 })).toEqual({
      unit: "m³",
      used: 6,
      limit: 12,
      text: "420 of 1,200 kg · 6 of 12 m³",
    });
    expect(fullerLoad({ kg: 800, m3: 6, maxKg: 1200, maxM3: 12 })).toMatchObject({
      unit: "kg",
      used: 800,
      limit: 1200,
    });
    expect(fullerLoad({ kg: 1300, m3: 13, maxKg: 1200, maxM3: 12 })).toMatchObject({ unit: "kg" });
  });
  it("goes by the limit that there is, and names what is carried without one", () => {
    expect(fullerLoad({ ...none, kg: 420, m3: 1, maxM3: 12 })).toMatchObject({
      unit: "m³",
      limit: 12,
      text: "420 kg · 1 of 12 m³",
    });
    expect(fullerLoad({ ...none, kg: 420, m3: 1 })).toMatchObject({ unit: "kg", limit: 0 });
    expect(fullerLoad({ ...none, kg: 420 })).toEqual({ unit: "kg", used: 420, limit: 0, text: "420 kg" });
    expect(fullerLoad({ ...none, m3: 1, maxKg: 1200 })).toMatchObject({
      unit: "kg",
      used: 0,
      limit: 1200,
      text: "1 m³",
    });
    expect(fullerLoad({ ...none, kg: 420, maxKg: 1200, maxM3: 12 })).toMatchObject({
      unit: "kg",
      text: "420 of 1,200 kg",
    });
    expect(fullerLoad({ ...none, m3: 1 })).toMatchObject({ unit: "m³", used: 1, limit: 0, text: "1 m³" });
  });
  it("says nothing of an empty one", () => expect(fullerLoad({ ...none, maxKg: 1200 })).toBeNull());
});
