import { formatDuration, wholeMinute } from "../time/format";

/** The sentence of a stop whose service begins after its window: views that show the delay as a figure leave it out. */
const LATE_BY = "Late by ";

/** At least a minute, because less is not late. */
export const delaySentence = (seconds: number): string =>
  `${LATE_BY}${formatDuration(Math.max(60, wholeMinute(seconds)))}`;

export const isDelay = (sentence: string): boolean => sentence.startsWith(LATE_BY);
