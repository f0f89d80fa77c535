/** What the fields of the proof of delivery are called and show: of templates, and of visits without one. */
import type { StaleWords } from "~/domain/validation/stale-fields";
import { CONFIRMATION_TAG_LABELS, DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import type { ConfirmationSettings, ConfirmationTag } from "~/domain/visit/confirmation";
import { ProofLevel } from "~/domain/visit/proof-level";
import { fieldTexts } from "~/lib/shown-values";

const TAGS: readonly ConfirmationTag[] = [...DELIVERY_TAGS, ...PICKUP_TAGS];

export const PROOF_LEVEL_LABELS: Readonly<Record<ProofLevel, string>> = {
  [ProofLevel.None]: "None",
  [ProofLevel.Optional]: "Optional",
  [ProofLevel.Required]: "Required",
};

const PROOFS = { photo: "Photo", signature: "Signature" } as const;
type ProofKind = keyof typeof PROOFS;
const KINDS = Object.keys(PROOFS) as ProofKind[];

/** 'photo_to_door' */
export const levelName = (proof: ProofKind, tag: ConfirmationTag): string => `${proof}_${tag}`;

/** 'Photo to door' */
export function levelLabel(proof: ProofKind, tag: ConfirmationTag): string {
  const way = CONFIRMATION_TAG_LABELS[tag];
  return `${PROOFS[proof]} ${way.charAt(0).toLowerCase()}${way.slice(1)}`;
}

const notOffered = (tag: ConfirmationTag): string => `“${CONFIRMATION_TAG_LABELS[tag]}” is not offered any more.`;

interface LevelField {
  level: ProofLevel;
  words: StaleWords;
}

/** The fields for how much proof is asked for, by their names: what two people may change to different values. */
export const levelFields = (settings: ConfirmationSettings): ReadonlyMap<string, LevelField> =>
  new Map(
    TAGS.flatMap((tag) =>
      KINDS.map((proof): [string, LevelField] => {
        const { enabled = false, [proof]: level = ProofLevel.None } = settings[tag] ?? {};
        const words = enabled ? ([levelLabel(proof, tag), PROOF_LEVEL_LABELS[level]] as const) : notOffered(tag);
        return [levelName(proof, tag), { level, words }];
      }),
    ),
  );

type ChangedWays = Readonly<Record<string, Partial<Record<ProofKind, ProofLevel | undefined>> | undefined>>;

/** What the fields of the levels that are changed show once they are. */
export const changedLevelTexts = (ways: ChangedWays): Record<string, string> =>
  fieldTexts(
    Object.fromEntries(
      TAGS.flatMap((tag) =>
        KINDS.flatMap((proof) => {
          const level = ways[tag]?.[proof];
          return level === undefined ? [] : [[levelName(proof, tag), level]];
        }),
      ),
    ),
  );

interface Proof {
  delivery: boolean;
  pickup: boolean;
  settings: ConfirmationSettings;
}

/** What all fields of the proof show. */
export const shownProof = ({ delivery, pickup, settings }: Proof): Record<string, boolean | number> => ({
  delivery_confirmation: delivery,
  pickup_confirmation: pickup,
  ...Object.fromEntries(TAGS.map((tag) => [`tag_${tag}`, settings[tag]?.enabled ?? false])),
  ...Object.fromEntries([...levelFields(settings)].map(([name, { level }]) => [name, level])),
});
