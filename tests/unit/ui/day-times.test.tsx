import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DayTimes } from "~/ui/day-times";

it("explains the mark of another day, to those who point at it and to those who listen", () => {
  const html = renderToStaticMarkup(<DayTimes text="22:05–01:40 +1 · Van 3" />);
  expect(html.replaceAll(/<[^>]+>/g, "")).toBe("22:05–01:40 +1, the next day · Van 3");
  expect(html).toContain('title="the next day"');
  expect(html).toContain('<span aria-hidden="true"> +1</span>');
  expect(renderToStaticMarkup(<DayTimes text="23:50 -1" />)).toContain('title="the day before"');
  expect(renderToStaticMarkup(<DayTimes text="08:05" />)).toBe("08:05");
});

/** Components that write a time of a plan. */
const components = (readdirSync("app", { recursive: true }) as string[])
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => [name, readFileSync(join("app", name), "utf8")] as const)
  .filter(([, text]) => /\b(?:planTime|planTimeOr|planHours)\(/.test(text));

it.each(components)("%s explains the marks of its times", (_name, text) => {
  expect(text).toMatch(/<DayTimes |withDayWords\(/);
});
