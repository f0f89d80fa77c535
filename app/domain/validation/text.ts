/** Texts: the specification's own messages. */
import { MAX_TEXT_LENGTH } from "../constants";

/** A select shows this alone, a form field with its label before it. */
export const IS_REQUIRED = "is required";
export const ENTER_TITLE = "Please enter a title";
export const CHANGE_LOCATION = "Are you sure you want to change the location?";

export const requiredMessage = (label: string): string => `${label} ${IS_REQUIRED}`;
export const tooLongMessage = (label: string, max: number = MAX_TEXT_LENGTH): string =>
  `${label} should be less then ${max}`;

/** The sentences of a field that is no number, no time or no day; in the browser the same. */
export const noNumberMessage = (label: string, text: string): string =>
  `${label} must be a number, not “${text.trim().slice(0, 40)}”`;
export const twoNumbersMessage = (label: string, text: string, one: { without: string; with: string }): string =>
  `${label} “${text.trim().slice(0, 40)}” can be read in two ways: write ${one.without} or ${one.with}`;
export const noTimeMessage = (label: string, text: string): string =>
  `${label} must be a time like 08:30, not “${text.trim().slice(0, 40)}”`;
export const noDayMessage = (label: string, text: string): string =>
  text.trim() === ""
    ? `${label} is required`
    : `${label} must be a day like 2026-03-31, not “${text.trim().slice(0, 40)}”`;

/**
 * Invisible characters that only do harm: control characters except tab and line ends, halves of a character, and marks
 * that change the direction of writing or hide in a name. The joiners that emoji and some scripts need stay.
 */
const UNSEEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]",
    "[\\u200B\\u2060\\u202A-\\u202E\\u2066-\\u2069\\uFEFF\\uFFFE\\uFFFF]",
    "\\p{Cs}",
  ].join("|"),
  "gu",
);

/** Where a line ends, and what moves the next word away. */
const LINE_ENDS = /[\u0009-\u000D\u0085\u2028\u2029]+/g;

/** A text of one line as it may be stored: a name with a second line would begin one in mails and files, too. */
export const oneLine = (text: string): string => cleanText(text.replace(LINE_ENDS, " "));

/** A text as it may be stored and exported. */
export const cleanText = (text: string): string => text.replace(UNSEEN, "");
