import { useState } from "react";
import { unitsOfForm } from "~/domain/unit-fields";
import type { Units } from "~/domain/units";
import type { ActionRefusal } from "~/lib/action-result";
import { useUnits } from "~/ui/use-units";

/**
 * The units that a form was made in, as long as it is shown. Its user may choose others in another window, and what is
 * typed by then would be read as miles where kilometres were meant.
 * @param refusal of a form that is shown again, which stays in the units that it was sent in
 */
export function useFormUnits(refusal: ActionRefusal | null): Units {
  const reader = useUnits();
  const [made] = useState(() => (refusal?.values === undefined ? reader : unitsOfForm(refusal.values)));
  return made;
}
