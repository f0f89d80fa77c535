import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { CalculationBar } from "~/features/planning/plan-page/calculation/calculation-bar";
import type { CalculationView } from "~/features/planning/plan-page/calculation/calculation-bar";
import { planTotals } from "~/features/planning/plan-page/list/plan-rows";

const figures = { served: 4, workSec: 27_120, distanceM: 133_300, cost: 0, violations: 0 };
const calculation: CalculationView = {
  queryId: 1,
  status: "done",
  share: 1,
  cost: 0,
  aim: null,
  unassigned: 0,
  errorMessage: null,
  changeBudget: null,
  difference: { moved: 0, before: figures, after: figures },
  measured: null,
  discardChangeId: 7,
  kept: false,
  outdatedBy: null,
};

it("what was calculated stands beside the word, also when the plan has changed since", () => {
  const totals = { ...planTotals([], []), routes: 1, distanceM: 143_600, workSec: 25_380 };
  const bar = <CalculationBar calculation={calculation} totals={totals} values={{}} />;
  const router = createMemoryRouter([{ path: "*", element: bar }]);
  // Remix's forms warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(page.replaceAll(/<[^>]*>/g, "")).toMatch(/Calculated: 1 route · 133\.3 km · 7 h 32 min/);
});
