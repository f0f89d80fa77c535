import { describe, expect, it } from "vitest";
import { badRequest } from "./bad-requests";
import { randomOf } from "../../../helpers/random";

describe("bad requests", () => {
  it("have addresses that can be written, however long a value is", () => {
    const long = JSON.stringify("\u00e4".repeat(8_000_000));
    const takes = { method: "GET", schema: {}, files: [], good: { a: long, b: long }, foreign: [7] } as const;
    const lengths = Array.from({ length: 3 }, (_, nth) => badRequest(takes, nth, randomOf(`long ${nth}`)).query.length);
    // Six characters for each of six million, in both fields.
    expect(Math.max(...lengths)).toBeGreaterThan(30_000_000);
    expect(Math.max(...lengths)).toBeLessThan(73_000_000);
  });
});
