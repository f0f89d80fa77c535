import { MantineProvider } from "@mantine/core";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { ReOptimiseDialog } from "~/features/planning/plan-page/calculation/re-optimise-dialog";
import { DriversDialog } from "~/features/planning/plan-page/dialogs/drivers-dialog";
import { MoveEffectView } from "~/features/planning/plan-page/moving/move-effect-view";
import type { RouteItem } from "~/features/planning/plan-page/plan-view";
import { routeInText } from "~/features/planning/plan-page/stop-look";

const van = (id: number, plate: string) =>
  ({ id, index: 0, status: 2, stops: 2, vehicle: "Van", plate, driverId: null, driver: "No Driver" }) as RouteItem;
const VANS = [van(1, "FL 1"), van(2, "شاحنة")];

/** What stands on the page, without marks and tags. */
function textOf(page: ReactElement, address = "/"): string {
  // Links and dialogs warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [address] });
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

it("tells two vans of one title apart where one of them is chosen", () => {
  const plan = { id: 1, title: "Monday", serviceDate: "2026-11-23", timeZone: "Europe/Vaduz" };
  const shared = { version: 1, tab: "t", result: null };
  const drivers = <DriversDialog plan={plan} routes={VANS} drivers={[]} elsewhere={[]} {...shared} />;
  const both = (text: string) => [text.includes("Van · FL 1"), text.includes("Van · \u2068شاحنة\u2069")];
  expect(both(textOf(drivers, "/?dialog=drivers"))).toEqual([true, true]);
  expect(both(textOf(<ReOptimiseDialog routes={VANS} tab="t" result={null} />, "/?dialog=re-optimise"))).toEqual([
    true,
    true,
  ]);
  expect(VANS.map(routeInText)).toEqual(["Van · FL 1 · No Driver", "Van · \u2068شاحنة\u2069 · No Driver"]);
});

it("tells them apart where the effect of a move is shown", () => {
  const amounts = { workSec: 3600, distanceM: 1000, stops: 1, finish: null };
  const routes = VANS.map(({ id }) => ({
    routeId: id,
    before: amounts,
    after: amounts,
    timed: true,
    about: false,
    newlyBroken: [],
    healed: [],
  }));
  const clock = { serviceDate: "2026-11-23", timeZone: "Europe/Vaduz" };
  const shown = <MoveEffectView effect={{ routes, refused: null }} target={2} routes={VANS} clock={clock} />;
  expect(textOf(shown)).toMatch(/Van شاحنة .*Van FL 1/);
});
