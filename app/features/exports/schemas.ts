import { z } from "zod";
import { idField, itemId, wholeInText } from "~/domain/validation/wire-fields";
import { oneLine } from "~/domain/validation/text";

const MAX_COLUMNS = 100;
const MAX_FIELD = 50;
const MAX_HEADER = 100;

/** The columns of exported plans, in their order; none: all of them, as the product calls them. */
export const ExportColumns = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        field: z.string().min(1).max(MAX_FIELD),
        header: z.string().overwrite(oneLine).trim().min(1, "Header is required").max(MAX_HEADER),
      }),
    )
    .max(MAX_COLUMNS),
});

/** A plan, or one of its routes. */
export const RouteFile = z.strictObject({ plan_id: idField("Plan"), id: idField("Route") });
export const CalculationFile = z.strictObject({ id: itemId() });
/** what programs are told: where the file is */
export const FileLink = z.object({ file: z.string() });

export const PlanParams = z.object({ planId: wholeInText() });
