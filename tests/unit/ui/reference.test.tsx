import { createMemoryRouter, RouterProvider, UNSAFE_ErrorResponseImpl as ErrorAnswer } from "react-router-dom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { RecipientError } from "~/features/recipients/components/recipient-error";
import { RoadError } from "~/features/driver/components/road-frame";
import { ReferenceContext } from "~/lib/reference";
import { ErrorBoundary } from "~/root";

const ID = "0123456789abcdef0123456789abcdef";

function pageOf(Boundary: () => React.ReactNode, error: unknown): string {
  const routes = [{ id: "page", path: "/", element: null, errorElement: <Boundary /> }];
  const router = createMemoryRouter(routes, { hydrationData: { errors: { page: error } } });
  return renderToStaticMarkup(
    <ReferenceContext.Provider value={ID}>
      <RouterProvider router={router} />
    </ReferenceContext.Provider>,
  );
}

it.each([
  ["the last resort", ErrorBoundary],
  ["the driver's", RoadError],
  ["the recipient's", RecipientError],
])("the page of a fault tells what to ask for help with: %s", (_, Boundary) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const fault of [new Error("Unexpected Server Error"), new ErrorAnswer(503, "", "The database is away.")])
    expect(pageOf(Boundary, fault)).toContain(`Reference ${ID}`);
  const missing = pageOf(Boundary, new ErrorAnswer(404, "", "Page not found"));
  expect(missing).not.toContain("Reference");
});
