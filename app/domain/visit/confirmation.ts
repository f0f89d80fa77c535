import { MAX_PHOTOS_PER_VISIT, MAX_SIGNATURES_PER_VISIT } from "../constants";
import type { Refusal } from "../decision";
import type { ValueOf } from "../labels";
import { missingProof } from "./missing-proof";
import { ProofLevel } from "./proof-level";

export { ProofLevel };

/** How a delivery or a pickup was confirmed. The tag is stored in the visit's `confirmationType`. */
export const DELIVERY_TAGS = [
  "to_recipient",
  "to_third_party",
  "to_mailbox",
  "to_save_place",
  "to_door",
  "to_pickup_point",
  "to_other",
] as const;
export const PICKUP_TAGS = ["from_customer", "from_locker", "from_other"] as const;
type DeliveryTag = (typeof DELIVERY_TAGS)[number];
type PickupTag = (typeof PICKUP_TAGS)[number];
export type ConfirmationTag = DeliveryTag | PickupTag;

export const CONFIRMATION_TAG_LABELS: Readonly<Record<ConfirmationTag, string>> = {
  to_recipient: "To recipient",
  to_third_party: "To third party",
  to_mailbox: "To mailbox",
  to_save_place: "To safe place",
  to_door: "To door",
  to_pickup_point: "To pickup point",
  to_other: "To other",
  from_customer: "From customer",
  from_locker: "From locker",
  from_other: "From other",
};

/** What the driver may write beside it, such as where it was put. */
export const DONE_NOTE_LENGTH = 500;

/** One tag's settings. */
interface ConfirmationTagSettings {
  enabled: boolean;
  photo: ProofLevel;
  signature: ProofLevel;
}
export type ConfirmationSettings = Partial<Record<ConfirmationTag, ConfirmationTagSettings>>;

export const AttachmentType = { Photo: "photo", Signature: "signature" } as const;
export type AttachmentType = ValueOf<typeof AttachmentType>;

/** The tags that a template or a company offers for one kind of visit; none when its flag is off. */
export function enabledTags(type: "D" | "P", flagOn: boolean, settings: ConfirmationSettings): ConfirmationTag[] {
  if (!flagOn) return [];
  const tags: readonly ConfirmationTag[] = type === "P" ? PICKUP_TAGS : DELIVERY_TAGS;
  return tags.filter((tag) => settings[tag]?.enabled === true);
}

/** What a template and a company have in common. */
export interface ConfirmationSource {
  deliveryConfirmation: boolean;
  pickupConfirmation: boolean;
  confirmationSettings: ConfirmationSettings;
}

/** One way of handing over that a visit offers, with the proof that it needs. */
export interface ConfirmationChoice {
  tag: ConfirmationTag;
  label: string;
  photo: ProofLevel;
  signature: ProofLevel;
}

/** The choices when a visit is marked done: its template's, else the company's; empty for none. */
export function confirmationChoices(
  visit: { type: string },
  template: ConfirmationSource | null,
  company: ConfirmationSource,
): ConfirmationChoice[] {
  if (visit.type !== "D" && visit.type !== "P") return [];
  const source = template ?? company;
  return enabledTags(
    visit.type,
    visit.type === "P" ? source.pickupConfirmation : source.deliveryConfirmation,
    source.confirmationSettings,
  ).map((tag) => ({
    tag,
    label: CONFIRMATION_TAG_LABELS[tag],
    photo: source.confirmationSettings[tag]?.photo ?? ProofLevel.None,
    signature: source.confirmationSettings[tag]?.signature ?? ProofLevel.None,
  }));
}

/** What the spec shows in red where a proof is missing. */
export const REQUIRED_HINT = "Required";
export const ATTACHMENTS_PER_VISIT: Readonly<Record<AttachmentType, number>> = {
  photo: MAX_PHOTOS_PER_VISIT,
  signature: MAX_SIGNATURES_PER_VISIT,
};

/** The message for an upload beyond that. */
export const tooManyAttachments = (type: AttachmentType): string =>
  `A visit can have ${ATTACHMENTS_PER_VISIT[type]} ${type}s at most. Remove one first.`;

const CHOOSE_TAG = "Choose how it was handed over";

interface GivenProof {
  tag: ConfirmationTag | null;
  signatureName: string;
  /** how many the visit has, new ones counted */
  photos: number;
  signatures: number;
}

const refusal = (field: string, message: string): Refusal => ({
  code: "visit.confirmation_required",
  message,
  status: 422,
  fields: { [field]: message },
});

/** A delivery isn't confirmed as a pickup, nor a break at all, whatever the company asks for; null: the tag fits. */
export function tagFault({ type }: { type: string }, tag: ConfirmationTag | null): Refusal | null {
  const tags: readonly ConfirmationTag[] = type === "D" ? DELIVERY_TAGS : type === "P" ? PICKUP_TAGS : [];
  return tag === null || tags.includes(tag) ? null : refusal("confirmationType", CHOOSE_TAG);
}

/** Why a visit can't be marked done with this proof; null when nothing is missing. */
export function confirmationFault(choices: readonly ConfirmationChoice[], given: GivenProof): Refusal | null {
  if (choices.length === 0) return null;
  const chosen = choices.find((choice) => choice.tag === given.tag);
  const missing =
    chosen === undefined ? { field: "confirmationType", message: CHOOSE_TAG } : missingProof(chosen, given);
  return missing === null ? null : refusal(missing.field, missing.message);
}
