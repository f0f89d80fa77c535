/** What the actions of the platform's administration take. */
import { z } from "zod";
import { MAX_GENERATED_VISITS, MAX_VISITS_OF_COMPANY, visitsOf } from "~/domain/generator/made-up-company";
import { formatNumber } from "~/domain/format-number";
import { countedField, latitudeField, longitudeField, requiredId, requiredText } from "~/domain/validation/wire-fields";

export const OneCompany = z.strictObject({ company_id: requiredId("Company") });

export const OneRun = z.strictObject({ run_id: requiredId("Run") });

const whole = (label: string, max: number, empty: number) => countedField(label, { min: 1, max, whole: true, empty });
const tooMany = (most: number, what: string): string => `At most ${formatNumber(most)} visits ${what}`;

/** What is to be made up; the place is the middle of a circle. */
export const NewRun = z
  .strictObject({
    title: requiredText("Title", 100),
    companies: whole("Companies", 50, 1),
    plans: whole("Plans", 31, 1),
    vehicles: whole("Vehicles", 50, 5),
    visits: whole("Visits", 1000, 60),
    lat: latitudeField(),
    lng: longitudeField(),
    radius_km: countedField("Radius", { min: 1, max: 200, empty: 10 }),
  })
  .superRefine((options, ctx) => {
    const fault = (message: string) => ctx.addIssue({ code: "custom", path: ["visits"], message });
    if (options.plans * options.visits > MAX_VISITS_OF_COMPANY) fault(tooMany(MAX_VISITS_OF_COMPANY, "in a company"));
    else if (visitsOf(options) > MAX_GENERATED_VISITS) fault(tooMany(MAX_GENERATED_VISITS, "in all"));
  });
export type NewRunInput = z.output<typeof NewRun>;
