import { createMemoryRouter, RouterProvider, UNSAFE_ErrorResponseImpl as ErrorAnswer } from "react-router-dom";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { RecipientError } from "~/features/recipients/components/recipient-error";
import { RoadError } from "~/features/driver/components/road-frame";
import { ReferenceContext } from "~/lib/reference";
import { steadyFetch, WaitingRequests } from "~/lib/steady-fetch";
import { ErrorBoundary } from "~/root";

const ID = "0123456789abcdef0123456789abcdef";

afterEach(() => vi.unstubAllGlobals());

function pageOf(Boundary: () => React.ReactNode, error: unknown, id = ID): string {
  const routes = [{ id: "page", path: "/", element: null, errorElement: <Boundary /> }];
  const router = createMemoryRouter(routes, { hydrationData: { errors: { page: error } } });
  return renderToStaticMarkup(
    <ReferenceContext.Provider value={id}>
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

/** In the browser, with a page that asks the server for data. */
function browser() {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // why: the pages of these tests are made without a browser.
  vi.stubGlobal("document", { documentElement: { dataset: { request: "of-the-document" } } });
  const waiting: ((answer: Response) => void)[] = [];
  const send = steadyFetch(
    () => new Promise((resolve) => void waiting.push(resolve)),
    { signedOut: new WaitingRequests(), switched: new WaitingRequests() },
    () => Promise.resolve(),
    () => true,
  );
  const answer = (status: number, headers: Record<string, string> = {}) =>
    waiting.shift()!(new Response(null, { status, headers }));
  const shown = (error: unknown) =>
    /Reference (?<id>[\w-]*)/.exec(pageOf(ErrorBoundary, error, ""))?.groups?.id ?? null;
  return { ask: () => send("/platform/planning?_data=root"), answer, shown, waiting };
}
const OF_SERVER = () => new Error("Unexpected Server Error");
const own = (id: string) => ({ "X-Remix-Error": "yes", "X-Request-Id": id });

it("the page tells the id of the request whose fault it shows, and of no other", async () => {
  const { ask, answer, shown } = browser();
  expect(shown(OF_SERVER())).toBe("of-the-document");
  // Loaders of one page: the fault is shown when all are over.
  const [failed, ...others] = [ask(), ask()];
  answer(500, own("the-one-that-failed"));
  await failed;
  others.push(ask());
  for (const other of others) {
    answer(200, { "X-Request-Id": "one-that-did-not" });
    await other;
  }
  expect(shown(OF_SERVER())).toBe("the-one-that-failed");
  expect(shown(new ErrorAnswer(503, "", "The database is away."))).toBe("the-one-that-failed");
  expect(shown(new TypeError("x is undefined"))).toBeNull();
  // It is over with whatever the page asks for next.
  const next = ask();
  answer(200);
  await next;
  expect(shown(OF_SERVER())).toBeNull();
});

it("the page tells no id of a reload that was tried again and then answered", async () => {
  const { ask, answer, shown, waiting } = browser();
  const [reload, another] = [ask(), ask()];
  answer(503, { "X-Request-Id": "of-a-server-that-restarts" });
  await vi.waitFor(() => expect(waiting).toHaveLength(2), 60_000);
  answer(200);
  answer(200);
  await Promise.all([reload, another]);
  expect(shown(OF_SERVER())).toBeNull();
});
