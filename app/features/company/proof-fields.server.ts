/** Fields of a company and of a confirmation template alike: what proof is asked for. */
import { z } from "zod";
import { parseJson } from "~/db/codecs.server";
import { field, flag } from "~/http/api/fields";
import type { ResourceField } from "~/http/api/fields";
import { AppError } from "~/lib/errors";

/** The action's field has the wire's name. */
export const own = { write: true } as const;

interface StoredProof {
  enabled?: unknown;
  photo?: unknown;
  signature?: unknown;
}
const isOn = (value: unknown): boolean => value === 1 || value === true || value === "1";

/** The tags that are enabled, as the actions take them. @throws AppError 422 */
function settingsOf(value: unknown): Record<string, { photo: number; signature: number }> {
  const given = typeof value === "string" ? parseJson<unknown>(value, null) : value;
  if (value === null || value === "") return {};
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AppError("api.json", "confirmation_settings is not correct", { status: 422, field: "settings" });
  return Object.fromEntries(
    Object.entries(given as Record<string, StoredProof>)
      .filter(([, one]) => one.enabled === undefined || isOn(one.enabled))
      .map(([tag, { photo, signature }]) => [tag, { photo: Number(photo ?? 0), signature: Number(signature ?? 0) }]),
  );
}

export const proof = <Row>(): Record<string, ResourceField<Row>> => ({
  delivery_confirmation: flag<Row>("delivery_confirmation", own),
  pickup_confirmation: flag<Row>("pickup_confirmation", own),
  confirmation_settings: field<Row>(
    "confirmation_settings",
    z.string().nullable(),
    { write: "settings" },
    {
      toAction: settingsOf,
    },
  ),
});
