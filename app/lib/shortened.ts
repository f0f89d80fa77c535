const MOST = 500;

/** A sentence that may hold what somebody sent: never all of something long. */
export const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);
