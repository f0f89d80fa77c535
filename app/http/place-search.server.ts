/** The search for an address in forms without scripts: they send it, and come back with the places to choose from. */
import { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { companySearchArea } from "~/db/repositories/reference.server";
import { CHOSEN_PLACE_PREFIX, FIND_PLACE_FIELD, refused } from "~/lib/action-result";
import type { ActionRefusal, PlaceChoice } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";
import { KIND_WORDS } from "~/domain/address/candidate";
import type { Candidate } from "~/domain/address/candidate";

const NAME = z.string().max(64);
const Names = z.object({ address: NAME, lat: NAME, lng: NAME, postcode: NAME.optional(), country: NAME.optional() });
const Fields = z.record(NAME, z.string().max(1000));

const jsonOf = (value: FormDataEntryValue | null): unknown => {
  try {
    return typeof value === "string" ? JSON.parse(value) : null;
  } catch {
    return null;
  }
};

/** The places that were chosen of lists are what their fields say. */
export function takeChosenPlaces(form: FormData): void {
  for (const name of [...form.keys()].filter((key) => key.startsWith(CHOSEN_PLACE_PREFIX))) {
    const chosen = Fields.safeParse(jsonOf(form.get(name)));
    form.delete(name);
    if (chosen.success) for (const [field, value] of Object.entries(chosen.data)) form.set(field, value);
  }
}

const choiceOf = (found: Candidate, names: z.infer<typeof Names>): PlaceChoice => ({
  label: [found.displayName, KIND_WORDS[found.kind]].filter(Boolean).join(" · "),
  fields: JSON.stringify({
    [names.address]: found.displayName,
    [names.lat]: String(found.lat),
    [names.lng]: String(found.lng),
    ...(names.postcode && found.postcode ? { [names.postcode]: found.postcode } : {}),
    ...(names.country && found.countryCode ? { [names.country]: found.countryCode } : {}),
  }),
});

/** @returns what the form comes back with; null for a form that searches for nothing */
export async function searchInForm(
  session: CompanySession,
  form: FormData,
  values: Record<string, string>,
): Promise<ActionRefusal | null> {
  const asked = form.get(FIND_PLACE_FIELD);
  if (asked === null) return null;
  const names = Names.parse(jsonOf(asked));
  authorize(session, "address.search");
  const { geocoder } = services();
  const say = (message: string) => refused(message, { values, fieldErrors: { [names.address]: message } });
  const text = (values[names.address] ?? "").trim();
  if (text === "") return say("Please type an address to search for");
  try {
    if (!(await geocoder.isReady())) return say("No addresses are loaded here, so none can be searched for.");
    const area = await companySearchArea(db(), session.company.id);
    const { candidates } = await geocoder.geocode(text, { area, replacesText: true });
    if (candidates.length === 0) return say(`“${text}” was not found. Check the spelling, or type the coordinates.`);
    const choices = candidates.map((found) => choiceOf(found, names));
    return { ...refused("", { values }), places: { field: names.address, choices } };
  } catch (error) {
    if (error instanceof AppError) return say(error.message);
    throw error;
  }
}
