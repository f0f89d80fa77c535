import { readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { StatusFilter } from "~/ui/table/choice-filter";
import { Pagination } from "~/ui/table/pagination";

const css = readFileSync(new URL("../../../app/styles/app.css", import.meta.url), "utf8");
const onPaper = css.slice(css.indexOf("@media print"));

/** What leads elsewhere is left out on paper, unless it is marked. */
const isPrinted = (html: string): boolean => {
  expect(onPaper).toMatch(/^ {2}nav:not\(\[data-on-paper\]\),$/m);
  expect(html).toContain("<nav");
  return /<nav[^>]* data-on-paper/.test(html);
};

function listed(element: React.ReactNode, address: string): string {
  // Links and forms warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries: [address] });
  return renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

it("a list says on paper which of its rows these are", () => {
  const html = listed(<Pagination paging={{ page: 1, size: 15 }} total={1000} />, "/");
  expect(html).toContain("1–15 of 1,000");
  expect(isPrinted(html)).toBe(true);
});

it.each([
  ["/?status=1", true],
  ["/", false],
  ["/?status=nonsense", false],
])("a list says on paper what was chosen, where something is left out: %s", (address, expected) => {
  expect(isPrinted(listed(<StatusFilter />, address))).toBe(expected);
});
