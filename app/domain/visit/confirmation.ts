import type { ValueOf } from "../labels";

/** How a delivery or a pickup was confirmed. The tag is stored in the visit's `confirmationType`. */
export const DELIVERY_TAGS = ["to_recipient", "to_third_party", "to_mailbox", "to_save_place", "to_door", "to_pickup_point", "to_other"] as const;
export const PICKUP_TAGS = ["from_customer", "from_locker", "from_other"] as const;
export type DeliveryTag = (typeof DELIVERY_TAGS)[number];
export type PickupTag = (typeof PICKUP_TAGS)[number];
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

/** How much proof a tag asks for. */
export const ProofLevel = { None: 0, Optional: 1, Required: 2 } as const;
export type ProofLevel = ValueOf<typeof ProofLevel>;

/** One tag's settings. */
export interface ConfirmationTagSettings {
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

/** A confirmation is asked for when its flag is on and at least one tag of its category is enabled. */
export const needsConfirmation = (type: "D" | "P", flagOn: boolean, settings: ConfirmationSettings): boolean =>
  enabledTags(type, flagOn, settings).length > 0;

/** Proofs that a tag requires and that are still missing; the screen shows a red Required hint at each. */
export function missingProofs(settings: ConfirmationTagSettings, given: { photos: number; signatures: number }): AttachmentType[] {
  const missing: AttachmentType[] = [];
  if (settings.photo === ProofLevel.Required && given.photos === 0) missing.push(AttachmentType.Photo);
  if (settings.signature === ProofLevel.Required && given.signatures === 0) missing.push(AttachmentType.Signature);
  return missing;
}
