import type { Refusal } from "~/domain/decision";
import { fieldInWords } from "~/domain/plan/changed-fields";
import { textsInUnits } from "~/domain/unit-fields";
import type { Units } from "~/domain/units";
import { staleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import type { Visit } from "~/domain/visit/visit";
import { visitFormValues } from "../visit-fields";

interface VisitSeen {
  /** what the form's fields showed, as `visitFormValues` writes them */
  seen: FieldTexts;
  units: Units;
  /** titles of confirmation templates by their ids, where they are to be named */
  templates?: ReadonlyMap<number, string>;
}

/** Why fields of a visit are not stored that somebody else has changed since the form showed them. */
export function staleVisit(
  code: string,
  visit: Visit,
  set: Partial<Visit>,
  { seen, units, templates }: VisitSeen,
): Refusal | null {
  const texts = (one: Visit) => textsInUnits(visitFormValues(one), units);
  return staleFields(code, { seen, stored: texts(visit), next: texts({ ...visit, ...set }) }, (name) =>
    fieldInWords("visit", name, visit[name], units, { template: (id) => templates?.get(id) }),
  );
}
