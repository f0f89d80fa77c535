/** How many messages a text takes (GSM 03.38, 3GPP TS 23.038): what is paid for, and what a phone joins again. */
import type { MessageChannel } from "./message-kind";

const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each takes two. */
const EXTENDED = "\f^{}\\[~]|€";

/** Letters that aren't a basic letter with a mark. */
const PLAIN: Readonly<Record<string, string>> = { ł: "l", Ł: "L" };

const GSM_SINGLE = 160;
const GSM_PART = 153;
const UCS2_SINGLE = 70;
const UCS2_PART = 67;

interface SmsSize {
  encoding: "GSM-7" | "UCS-2";
  /** units of the encoding, of which `perSegment` fit into one message */
  units: number;
  segments: number;
  perSegment: number;
}

const isInGsm = (character: string): boolean => BASIC.includes(character) || EXTENDED.includes(character);

/**
 * A word of the product's own for an SMS: letters that would make the whole message twice as dear stand without their
 * marks ("dziś", "amanhã"). Other scripts stay as they are.
 */
const inGsmLetters = (word: string): string =>
  [...word]
    .map((letter) => {
      if (isInGsm(letter)) return letter;
      const plain = PLAIN[letter] ?? letter.normalize("NFD").replace(/\p{Mark}/gu, "");
      return isInGsm(plain) ? plain : letter;
    })
    .join("");

/** Words of the product's own, as the channel's messages have them. */
export const ownWordsFor =
  (channel: MessageChannel) =>
  (words: string): string =>
    channel === "sms" ? inGsmLetters(words) : words;

/** Units of each character: no character is split between two messages. */
function segmentsOf(units: readonly number[], single: number, part: number): number {
  const total = units.reduce((sum, unit) => sum + unit, 0);
  if (total <= single) return total === 0 ? 0 : 1;
  let segments = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > part) {
      segments += 1;
      used = 0;
    }
    used += unit;
  }
  return segments;
}

export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every(isInGsm);
  const units = characters.map((character) => (isGsm ? (EXTENDED.includes(character) ? 2 : 1) : character.length));
  const [single, part] = isGsm ? [GSM_SINGLE, GSM_PART] : [UCS2_SINGLE, UCS2_PART];
  const segments = segmentsOf(units, single, part);
  return {
    encoding: isGsm ? "GSM-7" : "UCS-2",
    units: units.reduce((sum, unit) => sum + unit, 0),
    segments,
    perSegment: segments > 1 ? part : single,
  };
}

/** '124 of 160 characters, 1 SMS'. */
export const smsSizeWords = ({ encoding, units, segments, perSegment }: SmsSize): string =>
  `${units} of ${Math.max(1, segments) * perSegment} characters, ${segments} SMS` +
  (encoding === "UCS-2" ? " (some characters need twice the room)" : "");
