import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReplayPage, type ReplayPageProps } from "~/features/tracking/components/replay-page";
import { TrackingPage } from "~/features/tracking/components/tracking-page";
import type { TrackedRoute, TrackedStop } from "~/features/tracking/tracking-view";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

/** As a browser without scripts gets it. */
const shown = (page: React.ReactElement): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />
    </MantineProvider>,
  );

const AT = Date.UTC(2026, 10, 23, 8, 4) / 1000;
const tracked = (id: number, timeZone: string) =>
  ({ id, index: id, vehicle: `Van ${id}`, plate: "", timeZone }) as ReplayPageProps["routes"][number];
const reported = (routeId: number) =>
  ({ id: routeId, routeId, name: `Stop ${routeId}`, label: 1, status: "done", past: AT }) as TrackedStop;

function wordsOf(zones: readonly string[], timeZone: string): string {
  const routes = zones.map((zone, index) => tracked(index + 1, zone));
  const day: Partial<ReplayPageProps> = { day: "2026-11-23", drivenDay: "2026-11-23", trails: [], routes, timeZone };
  const html = shown(<ReplayPage {...(day as ReplayPageProps)} stops={routes.map(({ id }) => reported(id))} />);
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

it("has each report by the clock of its route, and names the player's zone where these differ", () => {
  const words = wordsOf(["America/New_York", "Europe/Vaduz"], "Europe/Vaduz");
  expect(words).toContain("03:04 Stop 1");
  expect(words).toContain("09:04 Stop 2");
  expect(words).toContain("09:04 Europe/Vaduz");
  expect(wordsOf(["Europe/Vaduz"], "Europe/Vaduz")).not.toContain("Europe/Vaduz");
});

it("leads from a company that has driven nothing to its plans, and not to the plan that was opened last", () => {
  const nothing: Partial<ReplayPageProps> = { day: "2026-11-23", drivenDay: null, routes: [], stops: [], trails: [] };
  const html = shown(<ReplayPage {...(nothing as ReplayPageProps)} />);
  expect(/href="([^"]*)"[^>]*>(?:<[^>]*>)*Open the plans/.exec(html)?.[1]).toBe("/planning/main");
});

describe("what is left out is told in words", () => {
  const route = {
    id: 1,
    planId: 1,
    index: 0,
    vehicle: "Van",
    plate: "",
    timeZone: "Europe/Vaduz",
    position: null,
  } as TrackedRoute;
  const stop = (id: number) =>
    ({ id, routeId: 1, name: `Stop ${id}`, lat: 47, lng: 9, status: "done", past: 1_800_000_000 + id }) as TrackedStop;
  const stops = (count: number) => Array.from({ length: count }, (_, index) => stop(index + 1));
  const replay: Partial<ReplayPageProps> = {
    day: "2026-11-23",
    drivenDay: "2026-11-23",
    lastDay: "2026-11-23",
    timeZone: "Europe/Vaduz",
    routes: [route],
    trails: [],
    map: null as never,
  };
  const words = ["Only the first 1 route", "Only the first 2 stops are shown. Some routes have more."];

  it.each([
    ["nothing", 2, { hasMore: false, hasMoreStops: false }, []],
    ["routes", 2, { hasMore: true, hasMoreStops: false }, words.slice(0, 1)],
    ["stops", 2, { hasMore: false, hasMoreStops: true }, words.slice(1)],
  ])("by Replay and by Tracking: %s", (_, count, more, told) => {
    const data = { ...replay, stops: stops(count), ...more };
    const live = {
      ...data,
      nowSec: 1_800_000_000,
      attention: [],
      tasks: [],
      waiting: [],
      warehouses: [],
      result: null,
    };
    for (const html of [
      shown(<ReplayPage {...(data as unknown as ReplayPageProps)} />),
      shown(<TrackingPage {...(live as unknown as React.ComponentProps<typeof TrackingPage>)} />),
    ])
      expect(words.filter((sentence) => html.includes(sentence))).toEqual(told);
  });

  it("by Replay's list of reports, which has the newest", () => {
    const html = (count: number) => shown(<ReplayPage {...({ ...replay, stops: stops(count) } as ReplayPageProps)} />);
    expect(html(200)).not.toContain("are listed");
    expect(html(201)).toContain("Only the newest 200 reports are listed.");
  });
});
