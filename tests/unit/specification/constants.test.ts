/** Constants that only a browser's clock or screen would show: their values, and that the product goes by them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as constants from "~/domain/constants";
import { SERVICE_PAUSE_MS } from "~/services/geocoding/geocoder";

const FOLDER = "app";
const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|css)$/.test(file))
  .map((file) => [file.replaceAll("\\", "/"), readFileSync(path.join(FOLDER, file), "utf8")] as const);
/** Files that do something with it: they have it beside the line that imports it. */
const usersOf = (name: string): string[] =>
  sources
    .filter(([file, text]) => file !== "domain/constants.ts" && text.split(new RegExp(`\\b${name}\\b`)).length > 2)
    .map(([file]) => file);

describe("a constant of the specification", () => {
  // @spec PC-9.08 PC-9.09 PC-9.10 PC-9.11 PC-9.18 PC-9.20 PC-9.21 PC-9.22 PC-7.51 AA-9.02
  it.each([
    ["VEHICLE_SETTINGS_SAVE_DELAY_MS", 50, "ui/form/save-fields.tsx"],
    ["DRAG_DELAY_MS", 400, "features/planning/plan-page/moving/use-drag.ts"],
    ["SELECT_SEARCH_FROM_OPTIONS", 10, "ui/form/select-field.tsx"],
    ["VIRTUAL_LIST_MAX_HEIGHT_PX", 400, "ui/form/searchable-list.tsx"],
    ["HIGHLIGHT_MS", 3_000, "ui/feedback/highlight.tsx"],
    ["EDIT_DIALOG_WIDTH_PX", 300, "features/planning/plan-page/dialogs/plan-dialogs.tsx"],
    ["MAP_DEFAULT_ZOOM", 11, "ui/map/map.client.tsx"],
    ["MAP_DEFAULT_CENTER", { lat: 50.426195, lng: 30.538123 }, "ui/map/map.client.tsx"],
    ["LISTENS_AFTER_MS", 1_000, "realtime/use-live.ts"],
  ] as const)("%s is %j, and %s goes by it", (name, value, user) => {
    expect(constants[name]).toEqual(value);
    expect(usersOf(name)).toContain(user);
  });

  // @spec PC-9.10
  it("more than ten options have a search box", () => {
    const [, text] = sources.find(([file]) => file === "ui/form/select-field.tsx")!;
    expect(text).toContain("options.length > SELECT_SEARCH_FROM_OPTIONS");
  });

  // @spec AA-9.06
  it("services are asked for addresses half a second after the last letter", () => {
    expect(SERVICE_PAUSE_MS).toBe(500);
    expect(usersOf("SERVICE_PAUSE_MS")).toContain("services/geocoding/google.server.ts");
  });

  // @spec PC-9.13
  it("widths below 500 and 1024 pixels are phones and tablets, in all style sheets", () => {
    expect(constants.TABLET_BELOW_PX).toBe(1024);
    const widths = sources.flatMap(([file, text]) =>
      file.endsWith(".css") ? [...text.matchAll(/@media[^{]*max-width: ([\d.]+)px/g)].map((match) => match[1]!) : [],
    );
    expect(widths.length).toBeGreaterThan(10);
    expect(widths).toEqual(expect.arrayContaining(["499", "1023"]));
  });

  // @spec PC-9.01
  it("an import takes 100,000 rows, and its form says so", () => {
    expect(constants.MAX_IMPORT_ROWS).toBe(100_000);
    const [, form] = sources.find(([file]) => file === "features/imports/components/import-form.tsx")!;
    expect(form).toContain("100,000 rows");
  });

  // @spec AA-9.07
  it("a profile's picture is 100 pixels wide and high", () => {
    const [, panels] = sources.find(([file]) => file === "features/profile/components/person-panels.tsx")!;
    expect(panels).toMatch(/const MINIATURE_PX = 100;[\s\S]*width=\{MINIATURE_PX\} height=\{MINIATURE_PX\}/);
  });
});
