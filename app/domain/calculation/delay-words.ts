/** The sentence of a stop whose service begins after its window: views that show the delay as a figure leave it out. */
const LATE_BY = "Late by ";

/** @param duration '22 min' */
export const delaySentence = (duration: string): string => `${LATE_BY}${duration}`;

export const isDelay = (sentence: string): boolean => sentence.startsWith(LATE_BY);
