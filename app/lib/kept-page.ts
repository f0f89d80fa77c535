/** Pages that a phone keeps for the time without a network. */

/** On an answer that the service worker gives from what it keeps. */
export const KEPT_HEADER = "X-Kept-Page";
