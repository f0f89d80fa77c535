import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { StartRoutesDialog } from "~/features/planning/plan-page/dialogs/start-routes-dialog";
import type { RouteItem } from "~/features/planning/plan-page/plan-view";

const PLAN = { serviceDate: "2026-11-24", timeZone: "Europe/Vaduz", daysAhead: 1 };
const waiting = (id: number, more: Partial<RouteItem> = {}) =>
  ({
    id,
    status: 3,
    stops: 2,
    vehicle: "Van",
    plate: `FL ${id}`,
    driver: "A. Beck",
    start: null,
    ...more,
  }) as RouteItem;

function shown(routes: readonly RouteItem[]): string {
  const dialog = <StartRoutesDialog plan={PLAN} routes={routes} version={1} tab="t" result={null} />;
  const router = createMemoryRouter([{ path: "*", element: dialog }], { initialEntries: ["/?dialog=start-routes"] });
  // Remix's links warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  return renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}
const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("the question before several routes are started", () => {
  it("names vans that share a title by their plates, and sends the answer", () => {
    const html = shown([waiting(1), waiting(2, { driver: "أحمد" })]);
    expect(textOf(html)).toContain("Are you sure you want to start these routes?");
    expect(textOf(html)).toContain("The routes would start now.");
    expect(html).toContain("Van · FL 1 · A. Beck");
    expect(html).toContain("Van · FL 2 · \u2068أحمد\u2069");
    expect(html).toMatch(/name="confirmed" value="1"/);
  });

  it("only says that none is waiting any more, and starts nothing", () => {
    const html = shown([waiting(1, { status: 4 })]);
    expect(textOf(html)).toContain("No approved route is waiting for its start any more.");
    expect(textOf(html)).not.toMatch(/Are you sure|would start now|Start\b/);
    expect(textOf(html)).toContain("Close");
  });
});
