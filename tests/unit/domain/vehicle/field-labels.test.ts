import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { importField } from "~/domain/import/import-fields";
import type { ImportEntity } from "~/domain/import/import-fields";
import { changedFieldWords } from "~/domain/plan/changed-fields";
import type { ChangedEntity } from "~/domain/plan/changed-fields";
import { VEHICLE_COLUMN_LABELS, VEHICLE_FIELD_LABELS } from "~/domain/vehicle/field-labels";
import { VISIT_COLUMN_LABELS, VISIT_FIELD_LABELS } from "~/domain/visit/field-labels";
import { RouteSettings } from "~/features/planning/schemas";
import { UpdateVisit } from "~/features/planning/visit-schemas";
import { NewVehicle } from "~/features/resources/schemas";
import { formFaults } from "../../../helpers/forms";

const NAMES = { route: () => "one", vehicle: () => "one", driver: () => "one", template: () => "one" };
/** The label with which the list of changes begins. */
const logged = (of: ChangedEntity, field: string): string | undefined =>
  changedFieldWords({ of, field, from: null, to: 1 }, NAMES)?.split(": ")[0];

/** What a form's schema says of a text that no field takes. */
const refused = (schema: z.ZodType, fields: Record<string, string>): string =>
  formFaults(schema, fields)
    .map(({ message }) => message)
    .join("\n");

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const TYPED = ["maxDistance", "capacity", "maxLoad", "maxQuantity", "width", "workHourStart", "breakEnd", "overtime"];

describe("one name of each field", () => {
  it.each(TYPED)("%s of a vehicle: the refusal of its form and the list of changes", (field) => {
    const label = VEHICLE_FIELD_LABELS[field as keyof typeof VEHICLE_FIELD_LABELS];
    expect(refused(NewVehicle, { title: "Van", [snake(field)]: "nine" })).toContain(`${label} must be a `);
    expect(logged("vehicle", field)).toBe(label);
  });
  it.each(["workHourStart", "workHourEnd", "breakStart", "breakEnd", "maxDistance"] as const)(
    "%s of a route: the refusal of its form and the list of changes",
    (field) => {
      const given = { routeId: "1", startLocationType: "W", endLocationType: "N", [field]: "nine" };
      expect(refused(RouteSettings, given)).toContain(`${VEHICLE_FIELD_LABELS[field]} must be a `);
      expect(logged("route", field)).toBe(VEHICLE_FIELD_LABELS[field]);
    },
  );
  it.each(["startTime", "endTime", "serviceTime", "packageLoad", "packageCapacity"] as const)(
    "%s of a visit: the refusal of its form and the list of changes",
    (field) => {
      expect(refused(UpdateVisit, { visitId: "1", name: "A", [field]: "nine" })).toContain(
        `${VISIT_FIELD_LABELS[field]} must be a `,
      );
      expect(logged("visit", field)).toBe(VISIT_FIELD_LABELS[field]);
    },
  );
  it.each([
    ["visit", VISIT_COLUMN_LABELS],
    ["vehicle", VEHICLE_COLUMN_LABELS],
  ] as const)("columns of an imported %s", (entity: ImportEntity, labels: Readonly<Record<string, string>>) => {
    const known = Object.entries(labels).flatMap(([key, label]) => {
      const field = importField(entity, key);
      return field === undefined ? [] : [[field.label, label]];
    });
    expect(known.length).toBeGreaterThan(12);
    for (const [label, expected] of known) expect(label).toBe(expected);
  });
});
