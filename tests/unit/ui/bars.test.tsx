import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Delay, Deviation } from "~/ui/feedback/bars";

/** What is seen, and what is read out. */
function partsOf(element: React.ReactElement): { seen: string; heard: string } {
  const html = renderToStaticMarkup(element);
  const text = (part: string) => part.replace(/<[^>]+>/g, "");
  return {
    seen: text(html.replace(/<span class="visually-hidden">[^<]*<\/span>/g, "")),
    heard: text(html.replace(/<span aria-hidden="true">[^<]*<\/span>/g, "")),
  };
}

describe("a delay and a deviation", () => {
  it("have a sign to see, and words instead of it to hear", () => {
    expect(partsOf(<Delay seconds={19_500} />)).toEqual({ seen: "+5 h 25 min", heard: "late by 5 h 25 min" });
    // As the clock shows it: 12:02:59 is two minutes after 12:00.
    expect(partsOf(<Delay seconds={179} />)).toEqual({ seen: "+2 min", heard: "late by 2 min" });
    expect(partsOf(<Deviation seconds={-1020} />)).toEqual({ seen: "−17 min", heard: "17 min earlier than planned" });
    expect(partsOf(<Deviation seconds={720} />)).toEqual({ seen: "+12 min", heard: "12 min later than planned" });
    expect(partsOf(<Deviation seconds={180} alwaysShow />)).toEqual({
      seen: "+3 min",
      heard: "3 min later than planned",
    });
    expect(partsOf(<Deviation seconds={20} alwaysShow />)).toEqual({ seen: "0 min", heard: "as planned" });
  });
  it("say nothing where nothing is late, or both times count as equal", () => {
    expect(
      [<Delay key="a" seconds={59} />, <Deviation key="b" seconds={180} />].map((one) => renderToStaticMarkup(one)),
    ).toEqual(["", ""]);
  });
});
