/** What the actions of the platform's administration take. */
import { z } from "zod";
import { requiredId } from "~/domain/validation/wire-fields";

export const OneCompany = z.strictObject({ company_id: requiredId("Company") });
