import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Effect } from "~/features/tracking/components/move-stop-page";

it("says by which hour of which day a route ends that takes a stop", () => {
  const amounts = { workSec: 3600, distanceM: 1000, stops: 1, finish: Date.UTC(2026, 10, 23, 23, 20) / 1000 };
  const effect = { routeId: 2, before: amounts, after: amounts, timed: true, about: false };
  const clock = { timeZone: "Europe/Vaduz", serviceDate: "2026-11-23" };
  const shown = <Effect effect={{ ...effect, newlyBroken: [], healed: [] }} vehicle="FL 2" clock={clock} />;
  expect(renderToStaticMarkup(shown).replaceAll(/<[^>]+>/g, "")).toContain("ends 00:20 +1, the next day");
});
