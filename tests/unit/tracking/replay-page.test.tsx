import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { ReplayPage, type ReplayPageProps } from "~/features/tracking/components/replay-page";

it("leads from a company that has driven nothing to its plans, and not to the plan that was opened last", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const nothing: Partial<ReplayPageProps> = { day: "2026-11-23", drivenDay: null, routes: [], stops: [], trails: [] };
  const page = <ReplayPage {...(nothing as ReplayPageProps)} />;
  const router = createMemoryRouter([{ path: "*", element: page }]);
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(/href="([^"]*)"[^>]*>(?:<[^>]*>)*Open the plans/.exec(html)?.[1]).toBe("/planning/main");
});
