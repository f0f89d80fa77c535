import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LoadBar } from "~/ui/feedback/bars";

it("a bar of load says its figures as they are written elsewhere, also to those who don't see it", () => {
  const load = { used: 312.236, limit: 1000, label: "Load", text: "312.24 of 1,000 kg" };
  const words = (bar: string) => [/title="([^"]*)"/.exec(bar)![1], bar.replaceAll(/<[^>]*>/g, " ").trim()];
  const alone = renderToStaticMarkup(<LoadBar {...load} barOnly />);
  expect(words(alone)).toEqual(["Load: 312.24 of 1,000 kg", "Load: 312.24 of 1,000 kg"]);
  const printed = renderToStaticMarkup(<LoadBar {...load} />);
  expect(words(printed)).toEqual(["Load: 312.24 of 1,000 kg", expect.stringMatching(/^Load +312\.24 of 1,000 kg$/)]);
});
