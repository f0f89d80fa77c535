/** What the fields of the proof of delivery are called and show: of templates, and of visits without one. */
import type { FieldTexts, StaleWords } from "~/domain/validation/stale-fields";
import { CONFIRMATION_TAG_LABELS, DELIVERY_TAGS, PICKUP_TAGS } from "~/domain/visit/confirmation";
import type { ConfirmationSettings, ConfirmationTag } from "~/domain/visit/confirmation";
import { ProofLevel } from "~/domain/visit/proof-level";
import { fieldTexts } from "~/lib/shown-values";

/** All ways of handing over. */
export const PROOF_TAGS: readonly ConfirmationTag[] = [...DELIVERY_TAGS, ...PICKUP_TAGS];

export const PROOF_LEVEL_LABELS: Readonly<Record<ProofLevel, string>> = {
  [ProofLevel.None]: "None",
  [ProofLevel.Optional]: "Optional",
  [ProofLevel.Required]: "Required",
};

const PROOFS = { photo: "Photo", signature: "Signature" } as const;
type ProofKind = keyof typeof PROOFS;
export const PROOF_KINDS = Object.keys(PROOFS) as ProofKind[];

/** 'photo_to_door' */
export const levelName = (proof: ProofKind, tag: ConfirmationTag): string => `${proof}_${tag}`;

/** 'tag_to_door' */
export const tagName = (tag: ConfirmationTag): string => `tag_${tag}`;

/** 'Photo to door' */
export function levelLabel(proof: ProofKind, tag: ConfirmationTag): string {
  const way = CONFIRMATION_TAG_LABELS[tag];
  return `${PROOFS[proof]} ${way.charAt(0).toLowerCase()}${way.slice(1)}`;
}

interface WayField {
  shown: ProofLevel | boolean;
  words: StaleWords;
}

/** The fields of the ways of handing over, by their names: whether each is offered, and how much proof it asks for. */
export const wayFields = (settings: ConfirmationSettings): ReadonlyMap<string, WayField> =>
  new Map(
    PROOF_TAGS.flatMap((tag) => {
      const way = settings[tag];
      const enabled = way?.enabled ?? false;
      return [
        ...PROOF_KINDS.map((proof): [string, WayField] => {
          const level = way?.[proof] ?? ProofLevel.None;
          const label = levelLabel(proof, tag);
          const words = enabled
            ? ([label, PROOF_LEVEL_LABELS[level]] as const)
            : `“${label}” is not asked for any more.`;
          return [levelName(proof, tag), { shown: level, words }];
        }),
        [
          tagName(tag),
          { shown: enabled, words: `“${CONFIRMATION_TAG_LABELS[tag]}” is not offered any more.` },
        ] as const,
      ];
    }),
  );

type ChangedWay = Partial<Record<ProofKind, ProofLevel | undefined>> & { enabled?: boolean | undefined };

/**
 * What fields show of the ways whose levels are changed, once they are. A way that somebody has taken away meanwhile is
 * to be as the form shows it: offered, with all that it asks for. Its levels alone would be stored nowhere.
 */
export const changedWayTexts = (
  ways: Readonly<Record<string, ChangedWay | undefined>>,
  stored: ConfirmationSettings,
  seen: FieldTexts,
): Record<string, string> =>
  fieldTexts(
    Object.fromEntries(
      PROOF_TAGS.flatMap((tag) => {
        const { enabled, ...levels } = ways[tag] ?? {};
        const changed = PROOF_KINDS.flatMap((proof) =>
          levels[proof] === undefined ? [] : [[levelName(proof, tag), levels[proof]] as const],
        );
        if (changed.length === 0 || enabled === false) return [];
        const isGone = enabled === undefined && seen[tagName(tag)] === "1" && stored[tag]?.enabled !== true;
        const names = isGone ? [tagName(tag), ...PROOF_KINDS.map((proof) => levelName(proof, tag))] : [];
        return [...names.map((name) => [name, seen[name]] as const), ...changed];
      }),
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
  ...Object.fromEntries([...wayFields(settings)].map(([name, { shown }]) => [name, shown])),
});
