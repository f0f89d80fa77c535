import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { CalculationBar } from "~/features/planning/plan-page/calculation/calculation-bar";
import type { CalculationView } from "~/features/planning/plan-page/calculation/calculation-bar";

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
  difference: { moved: 0, before: figures, after: figures, rest: { routes: 1, unscheduled: 2 } },
  measured: null,
  discardChangeId: 7,
  kept: false,
  outdatedBy: null,
};

function textOf(view: CalculationView): string {
  const bar = <CalculationBar calculation={view} values={{}} />;
  const router = createMemoryRouter([{ path: "*", element: bar }]);
  // Remix's forms warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return page.replaceAll(/<[^>]*>/g, "");
}

it("says of the plan what was calculated, all of it of that moment", () => {
  expect(textOf(calculation)).toMatch(/Calculated: 1 route · 133\.3 km · 7 h 32 min · 2 unscheduled/);
});

it("leaves out what an older version didn't store", () => {
  const difference = { moved: 0, before: figures, after: figures };
  expect(textOf({ ...calculation, difference })).toMatch(/Calculated: 133\.3 km · 7 h 32 min(?! ·)/);
});
