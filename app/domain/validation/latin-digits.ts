/**
 * Digits as the keyboards of other scripts type them. A phone that is set to Arabic or Persian may have no others for a
 * number field, a Japanese keyboard types wide ones, and copied text brings its own.
 */

/** Arabic, Persian, Devanagari, Bengali and Thai, each from 0 to 9. */
const OTHERS = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙";
const OTHER = new RegExp(`[${OTHERS}]`, "g");
/** As wide as a Chinese character: each has its place in ASCII. */
const WIDE = /[\uff01-\uff5e]/g;
const FROM_WIDE = 0xfee0;
/** Stands before decimals and nowhere else, where a point or a comma may stand between thousands. */
export const ARABIC_POINT = "٫";
/** Arabic marks before decimals and between thousands; an apostrophe can mean nothing else. */
const MARKS: Readonly<Record<string, string>> = { [ARABIC_POINT]: ".", "٬": "'", "،": "," };
/** Marks of the direction of writing, which come with numbers that are copied. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const IS_ASCII = /^[\0-\x7f]*$/;

/** The same text with digits from 0 to 9 and the marks that belong to them: for what is read as a number or a code. */
export function withLatinDigits(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text
    .replace(DIRECTIONS, "")
    .replace(OTHER, (digit) => String(OTHERS.indexOf(digit) % 10))
    .replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - FROM_WIDE))
    .replace(/[٫٬،]/g, (mark) => MARKS[mark] ?? mark);
}
