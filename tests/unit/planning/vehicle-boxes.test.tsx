import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { expect, it } from "vitest";
import { CheckboxField } from "~/ui/form/fields";

it("gives boxes that share a name ids of their own, so that each label belongs to its box", () => {
  const boxes = ["3", "4"].map((value) =>
    createElement(CheckboxField, { key: value, name: "vehicleIds", value, postOff: false, label: `Van ${value}` }),
  );
  const html = renderToStaticMarkup(createElement(MantineProvider, null, boxes));
  const ids = [...html.matchAll(/<input[^>]* id="([^"]+)"/g)].map((match) => match[1]);
  expect(ids).toEqual(["form-vehicleIds-3", "form-vehicleIds-4"]);
  for (const id of ids) expect(html).toContain(`for="${id}"`);
});
