import { expect, it } from "vitest";
import { validForMs } from "~/domain/time/validity";

it("lasts as long as the clock of whoever asked takes to get there", () => {
  const day = { nowSec: 1_000, untilSec: 1_000 + 86_400 };
  expect(validForMs({ ...day, speed: 1 })).toBe(86_400_000);
  expect(validForMs({ ...day, speed: 3600 })).toBe(24_000);
});
