import { describe, expect, it, vi } from "vitest";
import { storedFieldName, unitsOfForm, unitsSent } from "~/domain/unit-fields";
import { IMPERIAL, METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";
import type { ActionRefusal } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { AppForm } from "~/ui/form/app-form";
import { UnitField } from "~/ui/form/unit-field";
import { UnitsContext } from "~/ui/use-units";
import { shownForm } from "../../helpers/page-forms";
import type { ShownForm } from "../../helpers/page-forms";

const STORED = { max_distance: "100", max_load: "50" };

/** What a form shows and says, to somebody who has these units by now. */
function formFor(reader: Units, result: ActionRefusal | null = null): Promise<ShownForm> {
  // Remix's forms warn that their effects wait for a browser.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = (
    <UnitsContext.Provider value={reader}>
      <AppForm intent="vehicle.update" shown={shownGroups(STORED)} result={result}>
        <UnitField name="max_distance" label="Max distance" stored={STORED.max_distance} />
        <UnitField name="max_load" label="Load" stored={STORED.max_load} />
      </AppForm>
    </UnitsContext.Provider>
  );
  return shownForm(page, "vehicles", "vehicle.update");
}

describe("a form with distances and weights", () => {
  it("shows and says them in its reader's units", async () => {
    const form = await formFor(IMPERIAL);
    expect(form).toMatchObject({ max_distance: "62.14", max_load: "110.23", [storedFieldName("max_load")]: "50" });
    expect(form.shown).toBe(JSON.stringify([{ max_distance: "62.14" }, { max_load: "110.23" }]));
    expect(unitsOfForm(form)).toEqual(IMPERIAL);
  });

  it.each([
    ["kilometres", METRIC, IMPERIAL],
    ["miles", IMPERIAL, METRIC],
  ])("that was refused stays in %s, whatever its reader has by now", async (_name, made, reader) => {
    const first = await formFor(made);
    const values = { ...first, max_distance: "90", max_load: "heavy" };
    const again = await formFor(reader, { ok: false, message: "Load must be a number, not “heavy”", values });
    expect(again).toEqual(values);
    expect(unitsOfForm(again)).toEqual(made);
    expect(again).toMatchObject(unitsSent(made));
  });
});
